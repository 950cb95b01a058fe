'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import type { LogPages } from '@/lib/client/log-pages'
import type { PlacedLine } from '@/lib/contract/records/logs'
import { type LogLine, takeApart } from '@/lib/derive/log-lines'
import { compareSeq, type Outline, type Stretch, stretchAtIndex } from '@/lib/derive/log-outline'
import type { MarkedLines } from '@/lib/url/logs'
import { LogLines, type LogScroll } from './log-lines'
import { LogRow } from './log-row'
import type { TimeColumn } from './use-log-look'

const LineDetails = dynamic(() => import('./line-details').then(({ LineDetails: loaded }) => loaded))

interface LogWindowProps {
  outline: Outline
  level: string | null
  pages: LogPages
  /** Changes whenever `pages` has other lines. */
  version: number
  /** Where what is looked for stands, by line. */
  places: ReadonlyMap<string, readonly number[]>
  current: string | null
  mark: MarkedLines | null
  onMark: (line: LogLine, isRange: boolean) => void
  opened: ReadonlySet<string>
  onOpen: (line: LogLine) => void
  isWrapped: boolean
  time: TimeColumn
  base: string | null
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  scroll: RefObject<LogScroll | null>
  end: ReactNode
}

/** Lines around what is in view that are read before they are; fewer where each is in a stretch of its own. */
const AHEAD = 200
const MOST_WANTED = 100
/** Whoever drags through a log does not read every part of it. */
const SETTLE_MS = 60
const NOWHERE: readonly number[] = []

/** The lines in view, read as they come into it. */
export function LogWindow(props: LogWindowProps) {
  const { outline, level, pages, version, places, current, mark, opened } = props
  const [[first, last], setRange] = useState<readonly [number, number]>([0, AHEAD])
  const onRange = useCallback((from: number, to: number) => {
    const near: [number, number] = [Math.max(0, stepOf(from) - AHEAD), stepOf(to) + AHEAD]
    setRange((before) => (before[0] === near[0] && before[1] === near[1] ? before : near))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is asked for again when the pages say so
  useEffect(() => {
    const from = Math.max(0, stretchAtIndex(outline, Math.max(0, first)))
    const until = stretchAtIndex(outline, Math.min(last, outline.shown - 1)) + 1
    const wanted = outline.stretches.slice(from, until).filter(({ shown }) => shown > 0)
    const spare = Math.max(0, Math.floor((wanted.length - MOST_WANTED) / 2))
    if (spare > 0) {
      wanted.splice(wanted.length - spare, spare)
      wanted.splice(0, spare)
    }
    const timer = setTimeout(() => pages.want(wanted, level), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [outline, level, pages, first, last, version])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is in the pages
  const lineAt = useMemo(
    () => (index: number) => {
      const at = stretchAtIndex(outline, index)
      const stretch = outline.stretches[at]
      if (stretch === undefined) return null
      const before = outline.stretches[at - 1]?.at ?? ''
      const line = apart(pages.lines(stretch, level), before)[index - stretch.shownBefore]
      return line === undefined ? null : { line, number: numberOf(stretch, line) }
    },
    [outline, level, pages, version],
  )
  const isTall = (index: number) => opened.size > 0 && opened.has(lineAt(index)?.line.seq ?? '')
  const draw = (index: number) => {
    const found = lineAt(index)
    if (found === null) return null
    const { line, number } = found
    const isOpen = opened.has(line.seq)
    return (
      <>
        <LogRow
          line={line}
          number={number}
          places={places.get(line.seq) ?? NOWHERE}
          time={props.time}
          base={props.base}
          isWrapped={props.isWrapped}
          isCurrent={current === line.seq}
          isMarked={mark !== null && compareSeq(line.seq, mark.from) >= 0 && compareSeq(line.seq, mark.to) <= 0}
          isOpen={isOpen}
          onMark={props.onMark}
          onOpen={props.onOpen}
        />
        {isOpen && <LineDetails line={line} />}
      </>
    )
  }
  return (
    <LogLines
      count={outline.shown}
      draw={draw}
      isTall={isTall}
      isWrapped={props.isWrapped}
      arrangement={level ?? 'all'}
      isFollowing={props.isFollowing}
      onFollow={props.onFollow}
      onRange={onRange}
      scroll={props.scroll}
      end={props.end}
    />
  )
}

/** Not every line that passes is another range. */
const stepOf = (index: number): number => Math.floor(index / 50) * 50
const numberOf = (stretch: Stretch, line: LogLine): number => stretch.before + line.place

const known = new WeakMap<readonly PlacedLine[], LogLine[]>()
function apart(lines: readonly PlacedLine[], before: string): LogLine[] {
  const made = known.get(lines) ?? takeApart(lines, before)
  known.set(lines, made)
  return made
}
