import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { parseJson } from '@/lib/contract/json'
import { RunLogLine } from '@/lib/contract/records/logs'
import { appendPage, EMPTY_LOG, type LogBuffer, lastSeq } from '@/lib/derive/log-lines'
import { FIRST_LINES, pathToLogLines } from '@/lib/url/logs'
import { api } from './api'
import { useBell } from './bells'

const NEXT_LINES = 5_000
const LATE_LINES_MS = 3_000

export const logKeys = {
  first: (runId: string) => ['logs', runId, 'first'] as const,
  lines: (runId: string) => ['logs', runId, 'all'] as const,
}

const LogItem = z.union([z.object({ truncated: z.literal(true) }), RunLogLine])

/** JSON Lines, split at line feeds only: lines may hold U+2028. Notices of later engines are passed over. */
export function readLogPage(text: string): { lines: RunLogLine[]; truncated: boolean } {
  const page = { lines: [] as RunLogLine[], truncated: false }
  for (const line of text.split('\n')) {
    if (line === '') continue
    const item = LogItem.safeParse(parseJson(line))
    if (!item.success) continue
    if ('truncated' in item.data) page.truncated = true
    else page.lines.push(item.data)
  }
  return page
}

/** The first lines, which the page brings along. */
export const firstLogQuery = (runId: string) => ({
  ...queryOptions({
    queryKey: logKeys.first(runId),
    queryFn: ({ signal }): Promise<LogBuffer> => api(readFirst, pathToLogLines(runId, null, FIRST_LINES), { signal }),
  }),
  read: readFirst,
})

const readFirst = (text: string): LogBuffer => appendPage(EMPTY_LOG, readLogPage(text), FIRST_LINES)

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
