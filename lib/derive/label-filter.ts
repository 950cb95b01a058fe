export interface LabelClause {
  key: string
  /** Absent: any value will do. */
  value?: string
}
type Read = { ok: true; clauses: LabelClause[] } | { ok: false; message: string }

const MOST = 10

/**
 * Label filters as engines of 1.16 and later take them: `label=key:value` or `label=key`, each its own parameter, and
 * `labels=` with several of them and commas between; all must match. A word of `labels=` with `=` and no `:` asks for
 * nothing: 1.13.1 was asked so and did not listen.
 */
export function readLabels(single: readonly string[], lists: readonly string[]): Read {
  const listed = lists
    .flatMap((list) => list.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '' && (word.includes(':') || !word.includes('=')))
  const words = [...single, ...listed]
  if (words.length > MOST) {
    return { ok: false, message: `${words.length} label filters given; at most ${MOST} are allowed per query` }
  }
  const clauses: LabelClause[] = []
  for (const word of words) {
    const colon = word.indexOf(':')
    const key = colon === -1 ? word : word.slice(0, colon)
    const value = colon === -1 ? undefined : word.slice(colon + 1)
    if (key === '') {
      return {
        ok: false,
        message: `label filter '${word}' has an empty key — use \`label=key:value\` or \`label=key\``,
      }
    }
    clauses.push({ key, ...(value !== undefined && { value }) })
  }
  return { ok: true, clauses }
}
