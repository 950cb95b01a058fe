import { isTimestamp, type Timestamp } from '@/lib/contract/records/primitives'
import { instantText } from './instant-text'
import { nanosOf } from './instants'

/** A stretch of time, half-open, cut into buckets that begin with an hour or a day of UTC. */
export interface OverviewWindow {
  since: Timestamp
  until: Timestamp
  bucket: 'hour' | 'day'
  bucketMs: number
  /** Start of the first bucket, in milliseconds since the epoch. */
  firstMs: number
  buckets: number
}
type Read<T> = { ok: true; value: T } | { ok: false; message: string }

const SECOND = 1_000_000_000n
const UNITS: Readonly<Record<string, bigint>> = { s: 1n, m: 60n, h: 3_600n, d: 86_400n, w: 604_800n }
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Up to three days are shown by the hour. */
const HOURLY_UP_TO = 72n * 3_600n * SECOND
const MOST_BUCKETS = 1_000
const USUAL_SPAN = '7d'

/** `30m`, `24h`, `7d`, `2w` in nanoseconds; null: none, or no time at all. */
export function durationOf(text: string): bigint | null {
  const [, count = '', unit = ''] = /^(\d{1,12})([smhdw])$/.exec(text) ?? []
  const nanos = BigInt(count || 0) * (UNITS[unit] ?? 0n) * SECOND
  return nanos === 0n ? null : nanos
}

/** Reads the window of an overview, in the words of engines of 1.17. Blank counts as not given. */
export function readWindow(
  { since, until, bucket }: { since?: string | undefined; until?: string | undefined; bucket?: string | undefined },
  now: Timestamp,
): Read<OverviewWindow> {
  const end = until ? pointOf('until', until, nanosOf(now)) : { ok: true as const, value: nanosOf(now) }
  if (!end.ok) return end
  const start = pointOf('since', since || USUAL_SPAN, end.value)
  if (!start.ok) return start
  if (start.value >= end.value) return { ok: false, message: '`since` must be before `until`' }
  if (bucket && bucket !== 'hour' && bucket !== 'day') {
    return { ok: false, message: `\`bucket\` must be \`hour\` or \`day\` (got \`${bucket}\`)` }
  }
  const by = bucket === 'hour' || (!bucket && end.value - start.value <= HOURLY_UP_TO) ? 'hour' : 'day'
  const bucketMs = by === 'hour' ? HOUR_MS : DAY_MS
  const firstMs = Math.floor(Number(start.value / 1_000_000n) / bucketMs) * bucketMs
  const buckets = Math.ceil((Number(end.value) / 1e6 - firstMs) / bucketMs)
  if (buckets > MOST_BUCKETS) {
    const [word, advice] =
      by === 'hour' ? ['Hour', 'use `bucket=day` or a shorter window'] : ['Day', 'use a shorter window']
    return { ok: false, message: `the window spans ${buckets} ${word} buckets, more than ${MOST_BUCKETS}: ${advice}` }
  }
  const window = {
    since: instantText(start.value),
    until: instantText(end.value),
    bucket: by,
    bucketMs,
    firstMs,
    buckets,
  }
  return { ok: true, value: window as OverviewWindow }
}

/** An instant, or as long before `from` as the duration says. */
function pointOf(name: string, text: string, from: bigint): Read<bigint> {
  const back = durationOf(text)
  if (back !== null) {
    if (back > from) return { ok: false, message: `\`${name}\` reaches too far back: use a shorter duration` }
    return { ok: true, value: from - back }
  }
  const spelled = text.replaceAll(' ', '+')
  if (isTimestamp(spelled)) return { ok: true, value: nanosOf(spelled) }
  return { ok: false, message: `${name}: \`${text}\` is not a duration (\`7d\`) or an RFC 3339 timestamp` }
}

/** Which bucket an instant of the window falls into. */
export const bucketOf = ({ firstMs, bucketMs }: OverviewWindow, at: string): number =>
  Math.floor((Date.parse(at) - firstMs) / bucketMs)

export const bucketStart = ({ firstMs, bucketMs }: OverviewWindow, index: number): string =>
  `${new Date(firstMs + index * bucketMs).toISOString().slice(0, 19)}Z`
