'use client'

import { type RefObject, useEffect, useRef } from 'react'
import type { LogPages } from '@/lib/client/log-pages'
import type { PlacedLine } from '@/lib/contract/records/logs'
import {
  compareSeq,
  hasErrors,
  type Outline,
  stretchAtIndex,
  stretchAtNumber,
  stretchAtTime,
  stretchOfSeq,
} from '@/lib/derive/log-outline'
import type { LogScroll } from './log-lines'

/** Where a walk through the log ended. */
export interface Arrival {
  seq: string
  index: number
}

interface WalkOptions {
  outline: Outline
  level: string | null
  pages: LogPages
  scroll: RefObject<LogScroll | null>
}

/** Ways through a log of which only a part is here: each reads what it needs, and goes there unless another was begun. */
export function useLogWalk(options: WalkOptions) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const begun = useRef(0)
  const walk = useRef({
    /** Sequence of the line on top, or of one before it while it is not here; null: there are no lines. */
    topSeq(): string | null {
      const { outline, level, pages, scroll } = latest.current
      const index = scroll.current?.top() ?? 0
      const stretch = outline.stretches[stretchAtIndex(outline, index)]
      if (stretch === undefined) return null
      return pages.lines(stretch, level)[index - stretch.shownBefore]?.seq ?? stretch.after ?? '0'
    },
    /** To the line, or the next one that is shown. */
    toSeq(seq: string, align: 'start' | 'center' = 'center'): Promise<Arrival | null> {
      const { outline } = latest.current
      return go(
        stretchOfSeq(outline, seq),
        1,
        () => true,
        (line) => compareSeq(line.seq, seq) >= 0,
        align,
      )
    },
    /** To the line of that number among all, counted from 1. */
    toNumber(number: number): Promise<Arrival | null> {
      const { outline } = latest.current
      const at = Math.min(Math.max(number, 1), outline.total)
      const stretch = stretchAtNumber(outline, at)
      const before = outline.stretches[stretch]?.before ?? 0
      return go(
        stretch,
        1,
        () => true,
        (line, _, isFirst) => !isFirst || before + line.place >= at,
      )
    },
    toTime(at: string): Promise<Arrival | null> {
      const { outline } = latest.current
      return go(
        stretchAtTime(outline, at),
        1,
        () => true,
        (line) => line.ts >= at,
      )
    },
    /** To the next error after a line, or the one before it; beyond the last the first comes. */
    async toError(from: string | null, by: 1 | -1): Promise<Arrival | null> {
      const { outline } = latest.current
      const isPast = (line: PlacedLine) => from === null || compareSeq(line.seq, from) * by > 0
      const start = from === null ? edge(by) : stretchOfSeq(outline, from)
      const isError = (line: PlacedLine) => line.level === 'ERROR'
      const found = await go(start === -1 ? edge(by) : start, by, hasErrors, (line) => isError(line) && isPast(line))
      return found ?? (from === null ? null : go(edge(by), by, hasErrors, isError))
    },
    /** To the line after this one, or before it. */
    toNeighbour(seq: string, by: 1 | -1): Promise<Arrival | null> {
      const { outline } = latest.current
      return go(
        stretchOfSeq(outline, seq),
        by,
        () => true,
        (line) => compareSeq(line.seq, seq) * by > 0,
        'near',
      )
    },
  })

  const edge = (by: 1 | -1): number => (by === 1 ? 0 : latest.current.outline.stretches.length - 1)

  /** Stretch by stretch from `start`, to the first line that fits. */
  async function go(
    start: number,
    by: 1 | -1,
    mayFit: (stretch: Outline['stretches'][number]) => boolean,
    fits: (line: PlacedLine, offset: number, isFirst: boolean) => boolean,
    align: 'start' | 'center' | 'near' = 'center',
  ): Promise<Arrival | null> {
    const turn = ++begun.current
    for (let at = start; ; at += by) {
      const { outline, level, pages, scroll } = latest.current
      const stretch = outline.stretches[at]
      if (stretch === undefined) return null
      if (stretch.shown === 0 || !mayFit(stretch)) continue
      const lines = await pages.load(stretch, level)
      if (turn !== begun.current) return null
      const isFirst = at === start
      const offset =
        by === 1
          ? lines.findIndex((line, index) => fits(line, index, isFirst))
          : lines.findLastIndex((line, index) => fits(line, index, isFirst))
      const line = lines[offset]
      if (line === undefined) continue
      // The log may have grown meanwhile; what is before this stretch has not.
      const index = (latest.current.outline.stretches[at]?.shownBefore ?? stretch.shownBefore) + offset
      if (align !== 'near') scroll.current?.toIndex(index, align)
      else if (scroll.current?.sees(index) === false) scroll.current.toIndex(index, 'center')
      return { seq: line.seq, index }
    }
  }
  return walk.current
}
