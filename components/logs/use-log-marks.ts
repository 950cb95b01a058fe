'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { notify } from '@/components/ui/notices'
import { replaceAddress } from '@/components/ui/shallow-link'
import type { LogPages } from '@/lib/client/log-pages'
import { withoutAnsi } from '@/lib/derive/ansi'
import { compareSeq, type Outline, stretchOfSeq } from '@/lib/derive/log-outline'
import { type LogOpening, logFilterSearch, markHash, parseLogFilter } from '@/lib/url/logs'
import { pathToRunTab } from '@/lib/url/paths'
import { searchOf } from '@/lib/url/search'
import type { Arrival, useLogWalk } from './use-log-walk'
import { useMarkedLines } from './use-marked-lines'

interface MarksOptions {
  runId: string
  at: LogOpening | null
  outline: Outline
  /** Every line of the log is laid out. */
  isComplete: boolean
  level: string | null
  pages: LogPages
  walk: ReturnType<typeof useLogWalk>
  lead: (way: Promise<Arrival | null>) => Promise<Arrival | null>
}

export const NO_ERROR = { tone: 'info', text: 'No line of this log is an error' } as const

/** Stretches that are read to copy lines, at most. */
const MOST_STRETCHES = 20

/** The lines that the address names: the reader is led there, and can name others. */
export function useLogMarks(options: MarksOptions) {
  const { runId, at, outline, isComplete, level, pages, walk, lead } = options
  const [mark, setMark] = useMarkedLines()
  const [isLost, setLost] = useState(false)
  /** What the reader was led to, or chose on the spot. */
  const arrived = useRef('')
  /** Where a range began, and the end of it that moves. */
  const anchor = useRef<string | null>(null)

  const put = useCallback(
    (from: string, to: string) => {
      const next = compareSeq(from, to) <= 0 ? { from, to } : { from: to, to: from }
      arrived.current = markHash(next)
      setLost(false)
      setMark(next)
    },
    [setMark],
  )
  const set = useCallback(
    ({ seq }: { seq: string }, isRange: boolean) => {
      if (!isRange || anchor.current === null) anchor.current = seq
      put(anchor.current, seq)
    },
    [put],
  )

  useEffect(() => {
    if (mark === null || outline.total === 0) return
    const name = markHash(mark)
    const goal = `${name}${isLost ? level : ''}`
    if (arrived.current === name || arrived.current === goal) return
    if (!isComplete && stretchOfSeq(outline, mark.from) === -1) return
    arrived.current = goal
    anchor.current = mark.from
    void lead(walk.toSeq(mark.from)).then((arrival) => setLost(arrival?.seq !== mark.from))
  }, [mark, outline, isComplete, isLost, level, walk, lead])

  const opened = useRef(at === null || at === 'start')
  useEffect(() => {
    if (opened.current || !isComplete || outline.total === 0) return
    opened.current = true
    if (window.location.hash !== '') return
    const last = outline.stretches.at(-1)
    const way =
      at === 'end' && last !== undefined ? walk.toSeq(last.to) : walk.toError(null, at === 'last-error' ? -1 : 1)
    void lead(way).then((arrival) => {
      // The address names the line from now on, not the way that was taken there.
      const words = logFilterSearch(parseLogFilter(searchOf(new URLSearchParams(window.location.search))))
      replaceAddress(pathToRunTab(runId, 'logs') + (words && `?${words}`))
      if (arrival === null) notify(NO_ERROR)
      else if (at !== 'end') set(arrival, false)
    })
  }, [at, outline, isComplete, runId, walk, lead, set])

  return {
    mark,
    isLost: isLost && mark !== null,
    set,
    /** Marks where a walk ended. */
    take: (arrival: Arrival | null) => arrival !== null && set(arrival, false),
    clear() {
      anchor.current = null
      arrived.current = ''
      setLost(false)
      setMark(null)
    },
    /** By keyboard: the line beside the one that was marked last, alone or with those before. */
    async move(by: 1 | -1, isRange: boolean) {
      const end = mark === null ? null : anchor.current === mark.to ? mark.from : mark.to
      const arrival = await (end === null ? walk.toSeq(walk.topSeq() ?? '') : walk.toNeighbour(end, by)).catch(
        () => null,
      )
      if (arrival !== null) set(arrival, isRange)
    },
    /** What stands in the marked lines, colours left out; null: too much to copy. */
    async read(): Promise<string[] | null> {
      if (mark === null) return []
      const from = stretchOfSeq(outline, mark.from)
      const last = stretchOfSeq(outline, mark.to)
      const until = last === -1 ? outline.stretches.length - 1 : last
      if (from === -1) return []
      if (until - from >= MOST_STRETCHES) return null
      const texts: string[] = []
      for (const stretch of outline.stretches.slice(from, until + 1)) {
        for (const { seq, line } of await pages.load(stretch, level)) {
          if (compareSeq(seq, mark.from) >= 0 && compareSeq(seq, mark.to) <= 0) texts.push(withoutAnsi(line))
        }
      }
      return texts
    },
  }
}
