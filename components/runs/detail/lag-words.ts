import type { Lag } from '@/lib/contract/records/invocations'
import { bytes } from '@/lib/format/bytes'
import { duration } from '@/lib/format/duration'
import { counted } from '@/lib/format/number'

/** How far the source was behind, in every unit it says so; null: it does not say. */
export function lagWords(lag: Lag | undefined | null): string | null {
  if (lag === undefined || lag === null) return null
  const parts = [
    lag.bytes !== undefined && bytes(lag.bytes),
    lag.events !== undefined && counted(lag.events, 'event'),
    lag.seconds !== undefined && duration(lag.seconds * 1000),
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join(' · ')
}
