import type { Timestamp } from '@/lib/contract/records/primitives'

/** Nanoseconds since the epoch: for differences that must be exact to the last digit somebody wrote. */
export function nanosOf(at: Timestamp): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(at) ?? []
  return BigInt(Date.parse(at)) * 1_000_000n + BigInt(fraction.padEnd(9, '0').slice(3, 9))
}

/** Seconds between two instants as engines print them; null when the second lies before the first. */
export function secondsBetween(from: Timestamp, to: Timestamp): number | null {
  const nanos = nanosOf(to) - nanosOf(from)
  return nanos < 0n ? null : Number(nanos / 1_000_000_000n) + Number(nanos % 1_000_000_000n) / 1e9
}

/** Is something that happened at `at` at least `windowMs` old? What lies in the future never is. */
export function isPast(at: Timestamp, now: Timestamp, windowMs: number): boolean {
  const age = nanosOf(now) - nanosOf(at)
  return age >= 0n && age >= BigInt(Math.trunc(windowMs)) * 1_000_000n
}
