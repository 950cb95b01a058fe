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
