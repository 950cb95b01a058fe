import type { RunRecord } from '@/lib/contract/records/runs'
import { failureText } from './run-facts'
import { median, runTiming } from './run-timing'

type Told = Pick<
  RunRecord,
  'run_id' | 'status' | 'submitted_at' | 'started_at' | 'finished_at' | 'elapsed_secs' | 'error' | 'invocations'
>

export interface RecordBefore<R> {
  /** Runs of the same name that were looked at, this one not among them. */
  looked: number
  failed: number
  lastGood: R | null
  /** Unbroken failures up to this run, itself included; 0: it did not fail. */
  streak: number
  /** First of the unbroken failures; null: the streak is longer than what was looked at, or there is none. */
  streakBegan: R | null
  /** How many of them failed with the same words. */
  sameWords: number
  /** Usual working time of the completed ones. */
  usualMs: number | null
}

/** What the runs before this one say about it; `before` is newest first. */
export function recordBefore<R extends Told>(run: R, before: readonly R[]): RecordBefore<R> {
  const others = before.filter(({ run_id }) => run_id !== run.run_id)
  const firstGood = others.findIndex(({ status }) => status === 'completed')
  const failures = others.filter(({ status }) => status === 'failed')
  const words = failureText(run)
  const inStreak = run.status === 'failed' ? (firstGood === -1 ? others : others.slice(0, firstGood)) : []
  const streakFailures = inStreak.filter(({ status }) => status === 'failed')
  return {
    looked: others.length,
    failed: failures.length,
    lastGood: others[firstGood] ?? null,
    streak: run.status === 'failed' ? streakFailures.length + 1 : 0,
    streakBegan: run.status === 'failed' && firstGood !== -1 ? (streakFailures.at(-1) ?? run) : null,
    sameWords: words === null ? 0 : failures.filter((other) => failureText(other) === words).length,
    usualMs: median(
      others.flatMap((other) => {
        const { ranMs } = runTiming(other, 0)
        return other.status === 'completed' && ranMs !== null ? [ranMs] : []
      }),
    ),
  }
}
