import type { Timestamp } from './records/primitives'

/** Where time comes from. Never the database: its clock is another machine's. */
export interface Clock {
  /** UTC, RFC 3339 with 9 fraction digits and `Z`. No two calls in one process give the same text. */
  now(): Timestamp
}

/** Milliseconds since the epoch of a timestamp. Finer digits are dropped: for differences, not for order. */
export const msOf = (at: Timestamp): number => Date.parse(at)

/** `at` moved by `ms` (may be negative), 9 fraction digits; digits below a millisecond stay. */
export function shift(at: Timestamp, ms: number): Timestamp {
  const [, fraction = ''] = /\.(\d+)/.exec(at) ?? []
  const below = fraction.padEnd(9, '0').slice(3, 9)
  return `${new Date(msOf(at) + ms).toISOString().slice(0, -1)}${below}Z` as Timestamp
}
