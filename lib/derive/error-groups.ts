/** One failed run, as far as its error matters. */
export interface Failure {
  run_id: string
  name: string | null
  at: string
  /** The first line of what went wrong. */
  error: string
}

/** Failures whose errors say the same, whatever ids, numbers and hosts stand in them. */
export interface ErrorGroup {
  /** The newest one's own words. */
  error: string
  count: number
  /** Names of the runs, most failures first. */
  names: { name: string | null; count: number }[]
  first_at: string
  last_at: string
  last_run_id: string
}

/** The error without what differs from run to run. */
export const errorShape = (error: string): string =>
  error
    .replace(/\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/'"`)]+/gi, '$1<host>')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<host>')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/gi, '<id>')
    .replace(/\d+(?:\.\d+)?/g, '<n>')

/** Groups failures given newest first; the largest group comes first, of two as large the one seen last. */
export function groupErrors(failures: readonly Failure[]): ErrorGroup[] {
  const groups = new Map<string, Omit<ErrorGroup, 'names'> & { names: Map<string | null, number> }>()
  for (const { run_id, name, at, error } of failures) {
    const shape = errorShape(error)
    const group = groups.get(shape)
    if (group === undefined) {
      const names = new Map([[name, 1]])
      groups.set(shape, { error, count: 1, names, first_at: at, last_at: at, last_run_id: run_id })
    } else {
      group.count++
      group.first_at = at
      group.names.set(name, (group.names.get(name) ?? 0) + 1)
    }
  }
  return [...groups.values()]
    .map(({ names, ...group }) => ({
      ...group,
      names: [...names].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count),
    }))
    .sort((a, b) => b.count - a.count || (a.last_at < b.last_at ? 1 : -1))
}
