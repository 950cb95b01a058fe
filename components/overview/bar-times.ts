import { instant } from '@/lib/format/instant'

const DAY_MS = 86_400_000

/** A bar's beginning in the viewer's zone: whole for whoever hovers, short for under the bar. */
export function barTimes(at: string, stepMs: number, zone: string): { label: string; tick: string } {
  const label = instant(at, zone, 'minute') ?? at
  const isLong = stepMs * 24 > DAY_MS * 2
  return {
    label: stepMs >= DAY_MS ? label.slice(0, 10) : label,
    tick: isLong ? label.slice(5, 10) : label.slice(11, 16),
  }
}
