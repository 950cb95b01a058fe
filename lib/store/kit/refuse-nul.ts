import { HistoryError } from '@/lib/contract/errors'

/**
 * Throws `refused` when any text in `value`, at any depth, holds U+0000. Postgres takes it in no bound value, and one puts
 * a 1.13 engine off its store (storage.md trap 30); a store that let it in would hand it to the next one.
 */
export function refuseNul(value: unknown): void {
  if (holdsNul(value)) throw new HistoryError('refused', 'not carried out: a value holds U+0000')
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  if (Array.isArray(value)) return value.some(holdsNul)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => name.includes('\u0000') || holdsNul(member))
}

/** A port whose methods refuse such values before anything else happens. */
export function refusingNul<P extends object>(port: P): P {
  const checked: Record<string, unknown> = {}
  for (const [name, method] of Object.entries(port)) {
    checked[name] = async (...args: unknown[]) => {
      refuseNul(args)
      return (method as (...args: unknown[]) => Promise<unknown>)(...args)
    }
  }
  return checked as P
}
