import { isTerminal } from './run-status'

/** What the columns of a run say, without its body. */
export interface RunGlance {
  run_id: string
  name: string | null
  status: string
  submitted_at: string
  finished_at: string | null
}

/** From submission to end, of a run that has ended. */
export const totalMsOf = ({ status, submitted_at, finished_at }: Omit<RunGlance, 'run_id' | 'name'>): number | null =>
  finished_at === null || !isTerminal(status) ? null : Math.max(0, Date.parse(finished_at) - Date.parse(submitted_at))

/** What the columns of a run row say. */
export const glanceOf = (columns: Readonly<Record<string, string | null | undefined>>): RunGlance => ({
  run_id: columns['run_id'] ?? '',
  name: columns['name']?.trim() ? (columns['name'] ?? null) : null,
  status: columns['status'] ?? '',
  submitted_at: columns['submitted_at'] ?? '',
  finished_at: columns['finished_at'] ?? null,
})

const GENERIC = /^\d+ invocation\(s\) failed$/
const LONGEST = 300

/**
 * The first line of what went wrong, out of the text of a run, as the native parser sees it: good enough to look at, and
 * far cheaper. Null: none, or the text cannot be read.
 */
export function glanceError(text: string): string | null {
  let body: { error?: unknown; invocations?: unknown } | null
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  const { error = null, invocations } = body ?? {}
  const own = typeof error === 'string' && !GENERIC.test(error) ? error : null
  const first = Array.isArray(invocations)
    ? invocations.find((one: { error?: unknown } | null) => typeof one?.error === 'string')?.error
    : undefined
  const words = own ?? first ?? error
  return typeof words === 'string' && words.trim() !== '' ? glanceWords(words) : null
}

/** The first line of an error. What follows is not even looked at: it may be megabytes long. */
export function glanceWords(words: string): string {
  const [line = ''] = words
    .slice(0, LONGEST * 4)
    .trimStart()
    .split('\n', 1)
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

/** Rows that a run wrote, out of its text; null: it does not say, or more than is counted exactly here. */
export function glanceRows(text: string): number | null {
  try {
    const body: { records_written?: unknown } | null = JSON.parse(text)
    return Number.isSafeInteger(body?.records_written) ? Number(body?.records_written) : null
  } catch {
    return null
  }
}
