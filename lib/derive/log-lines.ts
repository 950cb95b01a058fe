import type { PlacedLine } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { withoutAnsi } from './ansi'
import { ownText } from './log-text'

/** One stored line, taken apart. */
export interface LogLine {
  seq: Seq
  at: string
  level: string
  /** Who wrote it, then what: colours are still in it. */
  text: string
  /** The stored text, colours left out: for whoever copies it. */
  clean: string
  attrs: Readonly<Record<string, string>>
  /** Its place in its stretch, counted from 1. */
  place: number
  /** Characters of the text that are not here. */
  missing: number
  /** Time runs backwards here: another attempt begins. */
  isRestart: boolean
}

/** Writers of one engine are not in step to the millisecond. */
const OUT_OF_STEP_MS = 1_000

/** The lines of a stretch, taken apart. `before` is the latest time before them. */
export function takeApart(lines: readonly PlacedLine[], before: string): LogLine[] {
  let last = before
  return lines.map(({ seq, ts, level, line, attrs, place, whole }) => {
    const isRestart = runsBack(last, ts)
    if (ts !== '') last = ts
    return {
      seq,
      at: ts,
      level,
      text: ownText(line),
      clean: withoutAnsi(line),
      attrs: attrs ?? {},
      place,
      missing: whole === undefined ? 0 : whole - [...line].length,
      isRestart,
    }
  })
}

const runsBack = (before: string, at: string): boolean =>
  // As texts first: nearly always that is all there is to see.
  before !== '' && at !== '' && at < before && Date.parse(before) - Date.parse(at) > OUT_OF_STEP_MS

/** `+1.234 s`, `+2:05.000`, `+26:00:01.000`: how far into the run; null: not known. */
export function offsetOf(at: string, base: string | null): string | null {
  const ms = base === null || base === '' ? Number.NaN : Date.parse(at) - Date.parse(base)
  if (Number.isNaN(ms)) return null
  const sign = ms < 0 ? '−' : '+'
  const size = Math.abs(ms)
  const seconds = ((size % 60_000) / 1000).toFixed(3)
  if (size < 60_000) return `${sign}${seconds} s`
  const [hours, minutes] = [Math.floor(size / 3_600_000), Math.floor(size / 60_000) % 60]
  const rest = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${seconds.padStart(6, '0')}`
  return `${sign}${hours > 0 ? `${hours}:` : ''}${rest}`
}
