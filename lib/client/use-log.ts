'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { LogStretch } from '@/lib/contract/records/logs'
import { joined, outlineOf } from '@/lib/derive/log-outline'
import { type LogOpening, pathToLogLines, pathToLogMap } from '@/lib/url/logs'
import { api } from './api'
import { useBell } from './bells'
import { LogPages } from './log-pages'
import { firstLogQuery, type LogMap, logKeys, readLogLines, readLogMap } from './logs'

/** As many stretches as browsers can scroll over: beyond, lines would not be as high as they are. */
const MOST_STRETCHES = 1_600
/** Stretches at the end of a log that grows, which may still get lines in between: several processes write. */
const UNSETTLED = 2
const LATE_LINES_MS = 3_000
const ODD_REST_MS = 5_000

export interface KnownMap extends Omit<LogMap, 'opened'> {
  /** Lines beyond what is shown here. */
  isCapped: boolean
}

/** How a run's log is laid out, and its lines as they are wanted. While the run goes on both grow: no gap, no repeat. */
export function useLog(runId: string, isLive: boolean, at: LogOpening) {
  const queries = useQueryClient()
  const queryKey = logKeys.map(runId)
  const isAnew = useRef(false)
  const first = useQuery({ ...firstLogQuery(runId, at), staleTime: Number.POSITIVE_INFINITY, enabled: false })
  const map = useQuery<KnownMap>({
    queryKey,
    async queryFn({ signal }) {
      const began = queries.getQueryData<LogMap>(logKeys.first(runId, at))
      const whole = queries.getQueryData<KnownMap>(queryKey)
      let known = whole ?? (began === undefined ? null : knownOf(began))
      if (whole === undefined && known !== null && !known.more) return known
      let after = isAnew.current || known === null ? null : afterOf(known, whole !== undefined)
      isAnew.current = false
      do {
        const part = await api(readLogMap, pathToLogMap(runId, { after }), { signal })
        known = knownOf({ ...part, stretches: joined(known?.stretches ?? [], after, part.stretches) })
        after = known.stretches.at(-1)?.to ?? null
        if (known.more) queries.setQueryData(queryKey, known)
      } while (known.more && !signal.aborted)
      return known
    },
    placeholderData: () => {
      const began = queries.getQueryData<LogMap>(logKeys.first(runId, at))
      return began === undefined ? undefined : knownOf(began)
    },
    staleTime: 0,
    structuralSharing: false,
    refetchOnWindowFocus: isLive,
  })
  useBell(isLive ? [`logs:${runId}`] : [], queryKey)
  useEnd(isLive, () => {
    isAnew.current = true
    return queries.invalidateQueries({ queryKey: logKeys.map(runId) })
  })
  const pages = useMemo(() => {
    let oddAt = 0
    return new LogPages(
      (ranges, level, signal) => api(readLogLines, pathToLogLines(runId, ranges, level), { signal }),
      () => {
        if (Date.now() - oddAt < ODD_REST_MS) return
        oddAt = Date.now()
        isAnew.current = true
        void queries.invalidateQueries({ queryKey: logKeys.map(runId) })
      },
    )
  }, [runId, queries])
  useSeed(pages, first.data)
  const version = useSyncExternalStore(pages.subscribe, pages.version, pages.version)
  return { map, pages, version }
}

const knownOf = ({ opened: _, ...map }: LogMap): KnownMap => {
  const isCapped = map.stretches.length > MOST_STRETCHES
  if (!isCapped) return { ...map, isCapped }
  return { ...map, stretches: map.stretches.slice(0, MOST_STRETCHES), more: false, isCapped }
}

/** Where to read on: what was settled stays. */
const afterOf = ({ stretches }: { stretches: readonly LogStretch[] }, isWhole: boolean) =>
  stretches.at(isWhole ? -1 - UNSETTLED : -1)?.to ?? null

/** The engine stores its last lines around the end: look at once, and once more when they must be there. */
function useEnd(isLive: boolean, look: () => Promise<unknown>): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  const wasLive = useRef(isLive)
  useEffect(() => {
    if (isLive) wasLive.current = true
    if (!wasLive.current || isLive) return
    wasLive.current = false
    void latest.current()
    const again = setTimeout(() => void latest.current(), LATE_LINES_MS)
    return () => clearTimeout(again)
  }, [isLive])
}

/** Before anything is drawn: the lines that the page brought are there from the first byte. */
function useSeed(pages: LogPages, first: LogMap | undefined): void {
  const seeded = useRef<LogMap | null>(null)
  if (first === undefined || seeded.current === first) return
  seeded.current = first
  const stretch = first.opened && outlineOf(first.stretches, null).stretches[first.opened.index]
  if (first.opened && stretch) pages.seed(stretch, first.opened.lines)
}
