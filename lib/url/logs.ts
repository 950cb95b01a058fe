import { pathToRunApi } from './paths'

/** The page brings this many lines along; the rest is read in larger steps. */
export const FIRST_LINES = 500
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
