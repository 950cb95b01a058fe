/** How a span of time is cut for a chart. */
export interface TimeBuckets {
  /** Rising, in milliseconds since the epoch: bucket i begins with `edges[i]` and ends before `edges[i + 1]`. */
  edges: readonly number[]
  /** Length of a whole bucket; the first and the last may be shorter. */
  stepMs: number
}

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const STEPS = [1, 5, 15, 30, 60, 180, 360].map((minutes) => minutes * MINUTE)
const DAY_STEPS = [1, 2, 7, 14, 28, 91, 364].map((days) => days * DAY)
/** So many bars can be told apart. */
const MOST = 36

/**
 * Cuts a span at round times of the viewer's clock: minutes, hours, or days that begin at midnight there. The first bucket
 * begins and the last ends with the span, so that nothing outside of it is counted.
 */
export function bucketsIn(sinceMs: number, untilMs: number, zone: string): TimeBuckets {
  const span = Math.max(1, untilMs - sinceMs)
  const step = [...STEPS, ...DAY_STEPS].find((one) => span / one <= MOST) ?? DAY * Math.ceil(span / DAY / MOST)
  const inner: number[] = []
  for (let at = nextEdge(sinceMs, step, zone); at < untilMs; at = nextEdge(at, step, zone)) inner.push(at)
  return { edges: [sinceMs, ...inner, untilMs], stepMs: step }
}

/** The first round time after `ms`. */
function nextEdge(ms: number, step: number, zone: string): number {
  const offset = offsetAt(ms, zone)
  const next = (Math.floor((ms + offset) / step) + 1) * step - offset
  if (step < DAY) return next
  // Midnight is where the clock of that day says, not of this one; a day that has none begins a little later.
  const moved = next + offset - offsetAt(next, zone)
  return moved > ms ? moved : next
}

/** Which bucket a moment falls into; null: none of them. */
export function bucketOf({ edges }: TimeBuckets, ms: number): number | null {
  const first = edges[0] ?? 0
  if (ms < first || ms >= (edges.at(-1) ?? 0)) return null
  let [low, high] = [0, edges.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((edges[middle] ?? 0) <= ms) low = middle
    else high = middle
  }
  return low
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a zone are ahead of UTC at that moment, in milliseconds; a zone nobody knows is UTC. */
export function offsetAt(ms: number, zone: string): number {
  const second = Math.floor(ms / 1000) * 1000
  const parts: Record<string, number> = {}
  for (const { type, value } of clockOf(zone).formatToParts(second)) parts[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = parts
  // Some engines print midnight as 24.
  return Date.UTC(year, month - 1, day, hour % 24, minute, seconds) - second
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...numeric, ...time })
  } catch {
    return clockOf('UTC')
  }
  if (clocks.size >= MOST_CLOCKS) clocks.clear()
  clocks.set(zone, made)
  return made
}

/** Zones come from addresses. */
const MOST_CLOCKS = 50
