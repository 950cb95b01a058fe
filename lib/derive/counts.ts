import { type Count, U64_MAX } from '@/lib/contract/records/primitives'

/** The sum of two counters, to the last unit. It stops at the largest 64-bit number, as an engine's does. */
export function addCounts(a: Count, b: Count): Count {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a + b)) return a + b
  const sum = BigInt(a) + BigInt(b)
  if (sum <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(sum)
  return sum < U64_MAX ? sum : U64_MAX
}

export const sumCounts = (counts: Iterable<Count>): Count => [...counts].reduce(addCounts, 0)

/** For sorting, smallest first. */
export const compareCounts = (a: Count, b: Count): number => (a < b ? -1 : a > b ? 1 : 0)
