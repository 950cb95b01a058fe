import { isTimestamp } from '@/lib/contract/records/primitives'

/** `24h`, `7d`: a span back from now. */
const SPAN = /^([1-9]\d{0,4})([mhdw])$/
const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const UNIT_WORDS: Record<string, [string, string]> = {
  m: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  d: ['day', 'days'],
  w: ['week', 'weeks'],
}

export const isMoment = (text: string): boolean => SPAN.test(text) || isTimestamp(text)

/** `24h` is a span back from `now`; an instant is itself. */
export function momentOf(text: string, now: number): string {
  const match = SPAN.exec(text)
  if (match === null) return text
  const ms = Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0)
  return `${new Date(Math.max(now - ms, 0)).toISOString().slice(0, 19)}Z`
}

/** Words for a span: `24 hours`, `7 days`; null for an instant. */
export function spanWords(text: string): string | null {
  const match = SPAN.exec(text)
  if (match === null) return null
  const count = Number(match[1])
  const [one, many] = UNIT_WORDS[match[2] ?? ''] ?? ['', '']
  return `${count} ${count === 1 ? one : many}`
}
