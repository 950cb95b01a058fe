import { isTimestamp, type Timestamp } from '@/lib/contract/records/primitives'
import { durationOf } from './overview-window'

export const WINDOW_RANGES = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 } as const
export type WindowRange = keyof typeof WINDOW_RANGES
export const isWindowRange = (text: unknown): text is WindowRange =>
  typeof text === 'string' && Object.hasOwn(WINDOW_RANGES, text)

const LONGEST_MS = 400 * 86_400_000

/** A window that was asked for: a range back from now, or two ends, each an instant or a span back from now. */
export interface AskedWindow {
  range?: WindowRange | undefined
  since?: string | undefined
  until?: string | undefined
}

type Read = { ok: true; sinceMs: number; untilMs: number } | { ok: false; message: string }

/** Reads a window; without any the last day. One that begins in the future, or never ends, is refused. */
export function readAsked({ range, since, until }: AskedWindow, now: Timestamp): Read {
  const nowMs = Date.parse(now)
  if (since === undefined && until === undefined) {
    return { ok: true, sinceMs: nowMs - WINDOW_RANGES[range ?? '24h'], untilMs: nowMs }
  }
  const end = until === undefined ? nowMs : momentIn(until, nowMs)
  const start = since === undefined ? (end ?? nowMs) - WINDOW_RANGES['24h'] : momentIn(since, nowMs)
  if (end === null) return { ok: false, message: 'until: not an instant or a span such as 24h' }
  if (start === null) return { ok: false, message: 'since: not an instant or a span such as 24h' }
  if (start >= Math.min(end, nowMs)) return { ok: false, message: 'since: must lie before until, and in the past' }
  if (end - start > LONGEST_MS) return { ok: false, message: 'the window is longer than 400 days' }
  return { ok: true, sinceMs: start, untilMs: Math.min(end, nowMs) }
}

function momentIn(text: string, nowMs: number): number | null {
  const back = durationOf(text)
  if (back !== null) return nowMs - Number(back / 1_000_000n)
  return isTimestamp(text) ? Date.parse(text) : null
}
