import { isTerminal } from './run-status'
import { median } from './run-timing'
import { type Buckets, bucketAt } from './series'

/** What the columns of a run say, without its body. */
export interface RunGlance {
  run_id: string
  name: string | null
  status: string
  submitted_at: string
  finished_at: string | null
}

/** Outcomes of the runs submitted in one bucket; `open`: not over yet, or of a word we do not know. */
export interface Outcomes {
  completed: number
  failed: number
  cancelled: number
  open: number
}
export const noOutcomes = (): Outcomes => ({ completed: 0, failed: 0, cancelled: 0, open: 0 })
const outcomeOf = (status: string): keyof Outcomes =>
  status === 'completed' || status === 'failed' || status === 'cancelled' ? status : 'open'

interface NameSums {
  completed: number
  failed: number
  /** Failures since the last run that was completed, as far as was looked. */
  streak: number
  first_failed_at: string
  last_failed_at: string
  last_failed_run: string
  last_good: { run_id: string; at: string } | null
  /** Submitted to finished, of completed runs. */
  durations: number[]
}

/** What the runs of a window come to; runs are added newest first. */
export interface HealthSums {
  totals: Outcomes
  buckets: Outcomes[]
  names: Map<string | null, NameSums>
  recent: RunGlance[]
}

/** The newest of a name are enough to say what is usual. */
const DURATIONS = 50
const RECENT = 8

export const noHealth = ({ count }: Buckets): HealthSums => ({
  totals: noOutcomes(),
  buckets: Array.from({ length: count }, noOutcomes),
  names: new Map(),
  recent: [],
})

export function addHealth(sums: HealthSums, run: RunGlance, buckets: Buckets): void {
  const outcome = outcomeOf(run.status)
  sums.totals[outcome]++
  const at = bucketAt(buckets, Date.parse(run.submitted_at))
  const bucket = at === null ? undefined : sums.buckets[at]
  if (bucket !== undefined) bucket[outcome]++
  if (sums.recent.length < RECENT) sums.recent.push(run)
  if (outcome === 'completed' || outcome === 'failed') addToName(sums, run, outcome)
}

function addToName({ names }: HealthSums, run: RunGlance, outcome: 'completed' | 'failed'): void {
  let sums = names.get(run.name)
  if (sums === undefined) {
    sums = {
      completed: 0,
      failed: 0,
      streak: 0,
      first_failed_at: '',
      last_failed_at: '',
      last_failed_run: '',
      last_good: null,
      durations: [],
    }
    names.set(run.name, sums)
  }
  sums[outcome]++
  if (outcome === 'completed') {
    sums.last_good ??= { run_id: run.run_id, at: run.submitted_at }
    const ms = totalMsOf(run)
    if (ms !== null && sums.durations.length < DURATIONS) sums.durations.push(ms)
  } else if (sums.last_good === null) {
    sums.streak++
    sums.first_failed_at = run.submitted_at
    if (sums.last_failed_run === '') {
      sums.last_failed_run = run.run_id
      sums.last_failed_at = run.submitted_at
    }
  }
}

/** From submission to end, of a run that has ended. */
export const totalMsOf = ({ status, submitted_at, finished_at }: Omit<RunGlance, 'run_id' | 'name'>): number | null =>
  finished_at === null || !isTerminal(status) ? null : Math.max(0, Date.parse(finished_at) - Date.parse(submitted_at))

/** A name whose newest finished run failed. */
export interface Failing extends Omit<NameSums, 'durations'> {
  name: string | null
}

/** Names that fail now: those that have failed longest in a row first, of two the one that failed last. */
export const failingNow = ({ names }: HealthSums): Failing[] =>
  [...names]
    .flatMap(([name, { durations: _, ...sums }]) => (sums.streak > 0 ? [{ name, ...sums }] : []))
    .sort((a, b) => b.streak - a.streak || (a.last_failed_at < b.last_failed_at ? 1 : -1))

/** What a name usually takes; null: too few completed runs to say. */
export function usualOf({ names }: Pick<HealthSums, 'names'>, name: string | null): { ms: number; of: number } | null {
  const durations = name === null ? [] : (names.get(name)?.durations ?? [])
  const ms = median(durations)
  return ms === null ? null : { ms, of: durations.length }
}

/** Middle and 95th percentile by nearest rank, of the kept durations of every name. */
export function durationsOf({ names }: HealthSums): { median_ms: number; p95_ms: number; of: number } | null {
  const all = [...names.values()].flatMap(({ durations }) => durations).sort((a, b) => a - b)
  const rank = (share: number) => all[Math.max(0, Math.ceil(all.length * share) - 1)] ?? 0
  return all.length === 0 ? null : { median_ms: rank(0.5), p95_ms: rank(0.95), of: all.length }
}

const SLOW = 2
/** Twice of next to nothing is no news. */
const SLOW_AT_LEAST_MS = 30_000

/** Does something that has been going on for so long take plainly longer than usual? */
export const isSlow = (ms: number, usualMs: number): boolean => ms > usualMs * SLOW && ms - usualMs > SLOW_AT_LEAST_MS
