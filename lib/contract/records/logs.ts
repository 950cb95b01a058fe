import { z } from 'zod'
import { Count, Labels, record, Seq } from './primitives'

/** The line that says a run's log was cut: never listed, only reported. */
export const TRUNCATED_SEQ = '18446744073709551615' as Seq
export const TRUNCATED_LINE = 'log truncated: per-run cap reached'

/** Levels as engines write them, the worst first. */
export const LOG_LEVELS = ['ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'] as const

/** Lines of one page. */
export const LOG_LINES_DEFAULT = 1_000
export const LOG_LINES_MAX = 10_000

/** A number on the wire, digits in here: it exceeds 2^53. */
const WireSeq = z.codec(Count, Seq, { decode: (number) => String(number) as Seq, encode: (seq) => BigInt(seq) })

/** One stored line (records.md 4). `ts` has 3 fraction digits; it is empty on the line that says the log was cut. */
export const RunLogLine = record({
  seq: WireSeq,
  ts: z.string(),
  level: z.string(),
  line: z.string(),
  attrs: Labels.optional(),
})
export type RunLogLine = z.infer<typeof RunLogLine>

/** Oldest first. `truncated` is about the run, not about this page. */
export interface RunLogPage {
  lines: RunLogLine[]
  truncated: boolean
}

/** Lines of a log that follow each other, summed up. */
export interface LogStretch {
  /** Sequence of its last line. */
  to: Seq
  /** The latest time that one of its lines carries. */
  at: string
  /** How many lines of each of `LOG_LEVELS`, in that order; at last those of any other word. */
  counts: number[]
}

/** How far engines delivered a run's log to another system (since 1.14), as its row says it. */
export interface LogDelivery {
  /** The last line that was delivered; null: none. */
  delivered: Seq | null
  delivered_at: string | null
  /** Lines that were given up, in digits. */
  dropped: string | null
  last_error: string | null
  last_attempt_at: string | null
  failing_since: string | null
}

/** A line and where it stands. */
export interface PlacedLine extends RunLogLine {
  /** Its place among all lines that were looked at, counted from 1. */
  place: number
  /** Characters of the whole text, where only its beginning is here. */
  whole?: number
}
