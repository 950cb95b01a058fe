import { AppError } from './app-error'

/** One U+0000 in a value takes engines off a Postgres store until restart: no input of ours may hold one. */
export function refuseNul(input: unknown): void {
  if (holdsNul(input)) throw new AppError('bad_config', 'the input holds the character U+0000, which no store may hold')
}

/** A name that a store gave us, for looking up what belongs to it: one that no question may hold finds nothing. */
export const askable = (name: string | null | undefined): string => (holdsNul(name) ? '' : (name ?? ''))

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(holdsNul)
  return Object.entries(value).some(([name, member]) => name.includes('\u0000') || holdsNul(member))
}
