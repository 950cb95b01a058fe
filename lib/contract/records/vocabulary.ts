import { z } from 'zod'

/**
 * The oldest engine that may work on a store. What we write there stays within its words: one row that it cannot decode
 * takes it off the store (storage.md trap 42). Reading knows no such limit.
 */
export type OldestEngine = '1.12' | '1.13' | '1.14' | '1.16'

const AGE: Readonly<Record<OldestEngine, number>> = { '1.12': 0, '1.13': 1, '1.14': 2, '1.16': 3 }

/** Does every engine on this store know what `since` brought? */
export const knows = (oldest: OldestEngine, since: OldestEngine): boolean => AGE[oldest] >= AGE[since]

/** By schema stamp (storage.md 0). Engines up to 1.13.2 write none, and 1.13.3 knows no more words than they do. */
export function oldestEngine(stamp: number | null): OldestEngine {
  if (stamp === null || stamp < 6) return '1.13'
  return stamp < 7 ? '1.14' : '1.16'
}

/** A member that old engines refuse: read wherever it stands, written only where every engine is `known` to take it. */
export const laterMember = <S extends z.ZodType>(known: boolean, schema: S) =>
  z.codec(schema, z.custom<z.output<S>>(), {
    decode: (value) => value as z.output<S>,
    encode: (value, ctx) => {
      if (known) return value
      ctx.issues.push({ code: 'custom', input: value, message: 'an older engine on this store does not know it' })
      return z.NEVER
    },
  })
