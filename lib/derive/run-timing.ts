import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import { nanosOf } from './instants'
import { isLive } from './run-status'

type Timed = Pick<RunRecord, 'status' | 'submitted_at' | 'started_at' | 'finished_at' | 'elapsed_secs'>

export interface RunTiming {
  /** From submission to the start of work; still growing while the run waits. Null: it never started, and will not. */
  queuedMs: number | null
  /** Work alone; null: it has not started. */
  ranMs: number | null
  /** Both together, as somebody who waits for it counts; null: nothing says when it ended. */
  totalMs: number | null
  /** Still growing. */
  isLive: boolean
}

/** What the times of a run say, `now` in milliseconds. Nothing is ever negative, nothing is invented. */
export function runTiming(run: Timed, now: number): RunTiming {
  const live = isLive(run.status) && run.finished_at === null
  const since = (from: Timestamp): number | null => {
    if (run.finished_at !== null) return between(from, run.finished_at)
    return live ? positive(now - Date.parse(from)) : null
  }

  // Waiting runs have no start; one that was put back keeps the start of its lost attempt.
  const started = run.status === 'queued' || run.status === 'pending' ? null : run.started_at
  if (started === null) {
    const waited = since(run.submitted_at)
    // A run in parts never starts itself: it is at work from the beginning.
    if (run.status === 'sharded') return { queuedMs: null, ranMs: waited, totalMs: waited, isLive: live }
    return { queuedMs: live ? waited : null, ranMs: null, totalMs: waited, isLive: live }
  }
  const exact = run.elapsed_secs === null || live ? null : run.elapsed_secs * 1000
  return {
    queuedMs: between(run.submitted_at, started),
    ranMs: exact ?? since(started),
    totalMs: since(run.submitted_at),
    isLive: live,
  }
}

/** Milliseconds with the fraction that the timestamps have. */
const between = (from: Timestamp, to: Timestamp): number => positive(Number(nanosOf(to) - nanosOf(from)) / 1e6)
const positive = (ms: number): number => Math.max(ms, 0)

/** The middle value; null where there are too few to call one usual. */
export function median(values: readonly number[], atLeast = 3): number | null {
  if (values.length < atLeast) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2
}
