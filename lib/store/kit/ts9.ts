import { isTimestamp, type Timestamp } from '@/lib/contract/records/primitives'

/** A timestamp column: UTC, always 9 fraction digits and `Z`, 30 characters. Its width is what makes text order time order. */
export type Ts9 = Timestamp & { readonly __ts9: true }

/** The only way to a timestamp column. */
export function ts9(at: Timestamp): Ts9 {
  const [, second, fraction = '', zone] = /^(.{19})(?:\.(\d+))?(.+)$/.exec(at) ?? []
  const utc = zone === 'Z' ? second : new Date(`${second}${zone}`).toISOString().slice(0, 19)
  return `${utc}.${fraction.padEnd(9, '0')}Z` as Ts9
}

export const ts9OrNull = (at: Timestamp | null): Ts9 | null => (at === null ? null : ts9(at))

/**
 * A timestamp column as bodies and answers spell it: 0, 3, 6 or 9 fraction digits, the fewest that lose nothing. Readers
 * of tables without a body take `otherwise` for text that is no instant.
 */
export function shortest(column: string, otherwise: Timestamp): Timestamp {
  if (!isTimestamp(column)) return otherwise
  const [second, fraction = ''] = ts9(column).slice(0, -1).split('.')
  const digits = fraction.replace(/(?:000)+$/, '')
  return `${second}${digits && `.${digits}`}Z` as Timestamp
}
