import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { parseJson } from '@/lib/contract/json'
import { RunLogLine } from '@/lib/contract/records/logs'
import { appendPage, EMPTY_LOG, type LogBuffer, lastSeq } from '@/lib/derive/log-lines'
import { pathToRunApi } from '@/lib/url/paths'
import { api } from './api'
import { useBell } from './bells'

/** The page brings this many lines along; the rest is read in larger steps. */
export const FIRST_LINES = 500
const NEXT_LINES = 5_000
const LATE_LINES_MS = 3_000

export const logKeys = { lines: (runId: string) => ['logs', runId] as const }

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

/** What the server draws: the first lines. In the browser the same key grows line by line. */
export const firstLogQuery = (runId: string) => ({
  ...queryOptions({
    queryKey: logKeys.lines(runId),
    queryFn: ({ signal }): Promise<LogBuffer> => api(readFirst, linesPath(runId, null, FIRST_LINES), { signal }),
  }),
  read: readFirst,
})

const readFirst = (text: string): LogBuffer => appendPage(EMPTY_LOG, readLogPage(text), FIRST_LINES)

/** A run's log: each read goes on after the last line it has, until there is no more. No gap, no repeat. */
export function useRunLog(runId: string, isLive: boolean) {
  const queries = useQueryClient()
  const queryKey = logKeys.lines(runId)
  const log = useQuery({
    queryKey,
    async queryFn({ signal }): Promise<LogBuffer> {
      let buffer = queries.getQueryData<LogBuffer>(queryKey) ?? EMPTY_LOG
      do {
        const size = buffer.lines.length === 0 ? FIRST_LINES : NEXT_LINES
        const page = await api(readLogPage, linesPath(runId, lastSeq(buffer), size), { signal })
        buffer = appendPage(buffer, page, size)
        queries.setQueryData(queryKey, buffer)
      } while (buffer.hasMore && !signal.aborted)
      return buffer
    },
    // Always read on: what came along with the page is only the beginning.
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

const linesPath = (runId: string, after: string | null, limit: number): string =>
  `${pathToRunApi(runId)}/logs?format=jsonl${after === null ? '' : `&after=${after}`}&limit=${limit}`

export const pathToLogText = (runId: string): string => `${pathToRunApi(runId)}/logs?format=text&limit=10000`
