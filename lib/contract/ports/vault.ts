import type { Json } from '../json'

/** 1: not bound to its place, for engines up to 1.13.2, which open nothing else. 2: bound to the row it belongs to. */
export type SealFormat = 1 | 2

/** A reason never holds what was sealed, nor a key. */
export type Opened = { ok: true; value: Json } | { ok: false; reason: string }

/** Seals what tenants must not lose: the same bytes that engines write and open (governance.md §1). */
export interface Vault {
  /** False: no key was given. Then nothing can be sealed or opened, and both throw. */
  readonly hasKey: boolean
  /** Under the current key. `context` names the place: `connection:<tenant>/<name>`, `notifications:<tenant>` … */
  seal(value: Json, context: string, format: SealFormat): string
  /** Tries the current key, then those before it. A wrong key, another's row and a changed text look alike. */
  open(sealed: string, context: string): Opened
}

/** Which format a sealed text is of; null: it is none that we know. */
export function sealFormatOf(sealed: string): SealFormat | null {
  // The first six characters spell `FCT1` and half of the format byte; the seventh holds the rest of it.
  if (!sealed.startsWith('RkNUMQ')) return null
  const seventh = sealed.charAt(6)
  if ('EFGH'.includes(seventh)) return 1
  return 'IJKL'.includes(seventh) ? 2 : null
}
