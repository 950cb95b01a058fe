import { type Mask, runMask } from './mask'

/** Longer errors are cut: a list shows their first line, the run's own page shows all of it. */
const ERROR_CHARS = 1_000

/**
 * A run as a list of runs needs it: without the submitted text and the checks before it, of its invocations only the first
 * that failed, errors cut. Never for anything that is written.
 */
export const SLIM_RUN: Mask = {
  ...runMask(false),
  doctor_report: () => null,
  callback: () => null,
  error: (text) => (text.startsWith('"') && text.length > ERROR_CHARS ? cutText(text) : undefined),
  invocations: (text) => (text.startsWith('[') && text !== '[]' ? firstFailure(text) : undefined),
}

/** Read natively, which is fast and loses digits: none of the numbers is kept. */
function firstFailure(text: string): string {
  const invocations: unknown[] = JSON.parse(text)
  const failed = invocations.find(isFailed)
  if (failed === undefined) return '[]'
  const { row_id, error } = failed
  return JSON.stringify([{ row_id, records_written: 0, error: error.slice(0, ERROR_CHARS) }])
}

const isFailed = (one: unknown): one is { row_id: string; error: string } =>
  typeof one === 'object' &&
  one !== null &&
  'row_id' in one &&
  'error' in one &&
  typeof one.row_id === 'string' &&
  typeof one.error === 'string'

/** The beginning of a JSON string, never ending inside an escape. */
function cutText(text: string): string {
  let at = 1
  while (at < ERROR_CHARS) {
    if (text[at] !== '\\') at += 1
    else at += text[at + 1] === 'u' ? 6 : 2
  }
  // Half of a pair at the cut would make the whole row unreadable.
  const half = /[\ud800-\udbff]$|\\u[dD][89abAB][0-9a-fA-F]{2}$/.exec(text.slice(0, at))
  return `${text.slice(0, half?.index ?? at)}"`
}
