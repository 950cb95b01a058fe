import { headMembers } from './body-head'
import { glanceError, glanceWords } from './run-glance'
import { median } from './run-timing'

/** A run of the same name as a bar, a link and a comparison need it. */
export interface NearGlance {
  run_id: string
  status: string
  submitted_at: string
  /** How long it was at work, or, where nothing says when it started, in all; null: it has not ended. */
  ms: number | null
  /** Rows that it wrote; null: not told, or more than is counted exactly here. */
  rows: number | null
  /** The first line of what went wrong; null: nothing did, or its body is too large to be asked. */
  error: string | null
}

/** What the columns and the beginning of a body say. */
export function nearGlance(run: {
  run_id: string
  status: string
  submitted_at: string
  finished_at: string | null
  text: string
  is_whole: boolean
}): NearGlance {
  const { run_id, status, submitted_at, finished_at, text, is_whole } = run
  const told = headMembers(text)
  const [elapsed, rows] = [told.get('elapsed_secs'), told.get('records_written')]
  const whole = finished_at === null ? Number.NaN : Date.parse(finished_at) - Date.parse(submitted_at)
  const ms = typeof elapsed === 'number' ? elapsed * 1000 : whole
  return {
    run_id,
    status,
    submitted_at,
    ms: finished_at === null || Number.isNaN(ms) ? null : Math.max(ms, 0),
    rows: typeof rows === 'number' && Number.isSafeInteger(rows) ? rows : null,
    error: status === 'failed' && is_whole ? glanceError(text) : null,
  }
}

export interface RecordBefore {
  /** Runs of the same name before this one that were looked at. */
  looked: number
  failed: number
  lastGood: NearGlance | null
  /** Unbroken failures up to this run, itself included; 0: it did not fail. */
  streak: number
  /** First of the unbroken failures before it; null: the streak is longer than what was looked at, or there is none. */
  streakBegan: NearGlance | null
  /** How many of them failed with the same words. */
  sameWords: number
  /** Usual working time of the completed ones. */
  usualMs: number | null
}

/** What the runs before this one say about it, which failed with these words; newest first. */
export function recordBefore(
  run: { status: string },
  failure: string | null,
  before: readonly NearGlance[],
): RecordBefore {
  const firstGood = before.findIndex(({ status }) => status === 'completed')
  const failures = before.filter(({ status }) => status === 'failed')
  const words = failure === null ? null : glanceWords(failure)
  const inStreak = run.status === 'failed' ? (firstGood === -1 ? before : before.slice(0, firstGood)) : []
  const streakFailures = inStreak.filter(({ status }) => status === 'failed')
  return {
    looked: before.length,
    failed: failures.length,
    lastGood: before[firstGood] ?? null,
    streak: run.status === 'failed' ? streakFailures.length + 1 : 0,
    streakBegan: firstGood === -1 ? null : (streakFailures.at(-1) ?? null),
    sameWords: words === null ? 0 : failures.filter(({ error }) => error === words).length,
    usualMs: median(before.flatMap(({ status, ms }) => (status === 'completed' && ms !== null ? [ms] : []))),
  }
}
