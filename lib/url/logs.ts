import { pathToRunApi } from './paths'

/** The page brings this many lines along; the rest is read in larger steps. */
export const FIRST_LINES = 500
/** As many as one answer may hold. */
const MOST_LINES = 10_000

/** The first lines, asked for without a cursor: sequences of older engines begin at 0. */
export const firstLogInput = (runId: string): Record<string, string> => ({
  run_id: runId,
  format: 'jsonl',
  limit: String(FIRST_LINES),
})

export function pathToLogLines(runId: string, after: string | null, limit: number): string {
  const search = new URLSearchParams({ format: 'jsonl', ...(after !== null && { after }), limit: String(limit) })
  return `${pathToRunApi(runId)}/logs?${search}`
}

/** The stored text of the log, as one answer gives it. */
export const pathToLogText = (runId: string): string => `${pathToRunApi(runId)}/logs?format=text&limit=${MOST_LINES}`
