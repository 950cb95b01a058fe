'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { appendPage, EMPTY_LOG, type LogBuffer, lastSeq } from '@/lib/derive/log-lines'
import { FIRST_LINES, pathToLogLines } from '@/lib/url/logs'
import { api } from './api'
import { useBell } from './bells'
import { logKeys, readLogPage } from './logs'

const NEXT_LINES = 5_000
const LATE_LINES_MS = 3_000

/** A run's log: each read goes on after the last line it has, until there is no more. No gap, no repeat. */
export function useRunLog(runId: string, isLive: boolean) {
  const queries = useQueryClient()
  const queryKey = logKeys.lines(runId)
  const log = useQuery<LogBuffer>({
    queryKey,
    async queryFn({ signal }) {
      const known = queries.getQueryData<LogBuffer>(queryKey)
      const first = queries.getQueryData<LogBuffer>(logKeys.first(runId))
      if (known === undefined && first?.hasMore === false) return first
      let buffer = known ?? first ?? EMPTY_LOG
      do {
        const size = buffer.lines.length === 0 ? FIRST_LINES : NEXT_LINES
        const page = await api(readLogPage, pathToLogLines(runId, lastSeq(buffer), size), { signal })
        buffer = appendPage(buffer, page, size)
        queries.setQueryData(queryKey, buffer)
      } while (buffer.hasMore && !signal.aborted)
      return buffer
    },
    // There before anything is asked; the reading goes on from here.
    placeholderData: () => queries.getQueryData<LogBuffer>(logKeys.first(runId)),
    staleTime: 0,
    // A hundred thousand lines are not compared one by one.
    structuralSharing: false,
    refetchOnWindowFocus: isLive,
  })
  useBell(isLive ? [`logs:${runId}`] : [], queryKey)
  const wasLive = useRef(isLive)
  useEffect(() => {
    if (!wasLive.current || isLive) return
    wasLive.current = false
    // The engine stores its last lines around the end: look at once, and once more when they must be there.
    const look = () => queries.invalidateQueries({ queryKey: logKeys.lines(runId) })
    void look()
    const again = setTimeout(look, LATE_LINES_MS)
    return () => clearTimeout(again)
  }, [isLive, runId, queries])
  return log
}
