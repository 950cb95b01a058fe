import type { LogDelivery, LogStretch, PlacedLine, RunLogLine } from '../records/logs'
import type { Seq } from '../records/primitives'

/** A part of a log: lines greater than `after` (null: from the start) up to and with `to`. */
export interface LogWindow {
  after: Seq | null
  to: Seq
  /** Lines that are looked at, at most. */
  look: number
  /** Lines of these levels are counted and left out. */
  hidden: readonly string[]
  /** Characters of a text, at most. */
  longest: number
}

/** Lines that may be what is looked for, and how far that is known. */
export interface LogCandidates {
  lines: Pick<RunLogLine, 'seq' | 'level' | 'line'>[]
  /** Everything up to here was looked at; null: to the end. */
  reached: Seq | null
}

/** What pages ask of stored log lines, none of it listing the sentinel. A store without the table: no lines. */
export interface LogReads {
  /**
   * The lines after `after` in stretches of `size`, at most `most` of them; only the last of a log is shorter. Each line is
   * counted once.
   */
  logStretches(runId: string, after: Seq | null, size: number, most: number): Promise<LogStretch[]>
  /** The lines of a window, ascending. */
  logWindow(runId: string, window: LogWindow): Promise<PlacedLine[]>
  /**
   * Of the next `look` lines after `after`, ascending, at least all those that hold the text, ASCII letters in any case; a
   * line with an escape character may hold anything. Null: every line.
   */
  logCandidates(runId: string, after: Seq | null, look: number, holds: string | null): Promise<LogCandidates>
  /** The last `count` lines, ascending. */
  logTail(runId: string, count: number): Promise<RunLogLine[]>
  /** Time of the oldest line of all runs; null: there is none. */
  oldestLogAt(): Promise<string | null>
  /**
   * How far a run's log was delivered to another system. Null: the store does not say, or nothing was ever tried; engines
   * keep a row for every run, whether they deliver or not.
   */
  logDelivery(runId: string): Promise<LogDelivery | null>
}
