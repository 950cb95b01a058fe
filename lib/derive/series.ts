/** How a span of time is cut for a chart. */
export interface Buckets {
  /** Start of the first one, in milliseconds since the epoch. */
  firstMs: number
  stepMs: number
  count: number
}

const MINUTE = 60_000
const STEPS = [1, 5, 15, 60, 180, 360, 1440].map((minutes) => minutes * MINUTE)
const MOST = 32

/** Steps of a round length, counted in UTC, so many that a bar can be told from its neighbour. */
export function bucketsOf(sinceMs: number, untilMs: number): Buckets {
  const stepMs = STEPS.find((step) => (untilMs - sinceMs) / step <= MOST) ?? DAY_MS
  const firstMs = Math.floor(sinceMs / stepMs) * stepMs
  return { firstMs, stepMs, count: Math.max(1, Math.floor((untilMs - firstMs) / stepMs) + 1) }
}
const DAY_MS = 1440 * MINUTE

/** Which bucket a moment falls into; null: none of them. */
export function bucketAt({ firstMs, stepMs, count }: Buckets, ms: number): number | null {
  const index = Math.floor((ms - firstMs) / stepMs)
  return index >= 0 && index < count ? index : null
}

/** A round number at or above: the top of a scale. */
export function scaleTop(most: number): number {
  if (most <= 4) return Math.max(1, Math.ceil(most))
  const power = 10 ** Math.floor(Math.log10(most))
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]
  return (steps.find((step) => step * power >= most) ?? 10) * power
}
