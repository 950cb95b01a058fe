import type { Timestamp } from '@/lib/contract/records/primitives'
import { nanosOf } from './instants'

/** An instant as engines print it into a body: UTC, 0, 3, 6 or 9 fraction digits, the fewest that lose nothing. */
export function instantText(nanos: bigint): Timestamp {
  const ms = nanos / 1_000_000n
  const [second, fraction = ''] = new Date(Number(ms)).toISOString().slice(0, -1).split('.')
  const digits = `${fraction}${String(nanos % 1_000_000n).padStart(6, '0')}`.replace(/(?:000)+$/, '')
  return `${second}${digits && `.${digits}`}Z` as Timestamp
}

/** `at`, printed so. */
export const shortestText = (at: Timestamp): Timestamp => instantText(nanosOf(at))

/** Now, but later than `at` even where clocks differ or stand still. */
export function laterThan(at: Timestamp, now: Timestamp): Timestamp {
  const [before, after] = [nanosOf(at), nanosOf(now)]
  return instantText(after > before ? after : before + 1n)
}
