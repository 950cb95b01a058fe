import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { parseJson } from '@/lib/contract/json'
import { RunLogLine } from '@/lib/contract/records/logs'
import { appendPage, EMPTY_LOG, type LogBuffer } from '@/lib/derive/log-lines'
import { FIRST_LINES, pathToLogLines } from '@/lib/url/logs'
import { api } from './api'

export const logKeys = {
  first: (runId: string) => ['logs', runId, 'first'] as const,
  lines: (runId: string) => ['logs', runId, 'all'] as const,
}

const LogItem = z.union([z.object({ truncated: z.literal(true) }), RunLogLine])

/** JSON Lines, split at line feeds only: lines may hold U+2028. Notices of later engines are passed over. */
export function readLogPage(text: string): { lines: RunLogLine[]; truncated: boolean; received: number } {
  const page = { lines: [] as RunLogLine[], truncated: false, received: 0 }
  for (const line of text.split('\n')) {
    if (line === '') continue
    page.received += 1
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
