import { briefMs, type RunBrief } from './run-brief'
import { isTerminal } from './run-status'
import { median } from './run-timing'

/** Gaps below this are somebody trying things out, not a rhythm. */
const RHYTHM_MS = 60_000
const GAPS = 4
/** So much of them must be near the middle one. */
const REGULAR = 0.7

/** The usual time between two runs, of their submissions newest first; null: too few, or no rhythm. */
export function rhythmOf(submittedMs: readonly number[]): { gapMs: number; of: number } | null {
  const gaps = submittedMs.slice(1).map((ms, index) => (submittedMs[index] ?? ms) - ms)
  const gapMs = median(gaps, GAPS)
  if (gapMs === null || gapMs < RHYTHM_MS) return null
  const near = gaps.filter((one) => one > gapMs / 2 && one < gapMs * 2).length
  return near >= gaps.length * REGULAR ? { gapMs, of: gaps.length } : null
}

export const pipelineRhythm = (recent: readonly RunBrief[]) => rhythmOf(recent.map(({ submittedMs }) => submittedMs))

/** A run is late once its pipeline has been silent for so many times the usual gap. */
export const LATE_TIMES = 2
export const isLate = (newestMs: number, gapMs: number | null, nowMs: number): boolean =>
  gapMs !== null && nowMs - newestMs > gapMs * LATE_TIMES

const SLOW = 2
/** Twice of next to nothing is no news. */
const SLOW_AT_LEAST_MS = 30_000

/** Does something that took so long take plainly longer than usual? */
export const isSlow = (ms: number, usualMs: number): boolean => ms > usualMs * SLOW && ms - usualMs > SLOW_AT_LEAST_MS

/** Runs in a row that make a habit, and those before that it is compared with. */
const SLOW_RUNS = 2
const BASELINE = 5

/** The middle and the spread of what completed runs took; null: too few to say. */
export interface Baseline {
  ms: number
  /** Most of them lie between these. */
  lowMs: number
  highMs: number
  of: number
}

/** Of durations of completed runs in any order: the middle one, and the span that eight of ten lie in. */
export function baselineOf(durations: readonly number[], atLeast = 3): Baseline | null {
  const ms = median(durations, atLeast)
  if (ms === null) return null
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? ms
  return { ms, lowMs: at(0.1), highMs: at(0.9), of: sorted.length }
}

/** The newest completed runs took plainly longer than those before; null: they did not, or there is nothing to compare. */
export function slowedDown(recent: readonly RunBrief[]) {
  const measured = recent.flatMap((run) => {
    const ms = run.status === 'completed' ? briefMs(run) : null
    return ms === null ? [] : [{ run, ms }]
  })
  let slow = 0
  const usual = median(
    measured.slice(SLOW_RUNS).map(({ ms }) => ms),
    BASELINE,
  )
  if (usual === null) return null
  while (slow < measured.length && isSlow(measured[slow]?.ms ?? 0, usual)) slow++
  const [last] = measured
  const first = measured[slow - 1]
  if (slow < SLOW_RUNS || last === undefined || first === undefined) return null
  return { ms: last.ms, usualMs: usual, runs: slow, sinceMs: first.run.submittedMs, last: last.run }
}

const LAG_RUNS = 3
const LAG_AT_LEAST_SECS = 60

/** The source was further behind with each of the newest runs; null: it was not, or nobody says. */
export function lagGrowth(recent: readonly RunBrief[]) {
  const told = recent.flatMap((run) => (run.lagSecs === null ? [] : [{ run, secs: run.lagSecs }]))
  let runs = 1
  while (runs < told.length && (told[runs]?.secs ?? 0) < (told[runs - 1]?.secs ?? 0)) runs++
  const [newest] = told
  const first = told[runs - 1]
  if (newest === undefined || first === undefined || runs < LAG_RUNS || newest.secs < LAG_AT_LEAST_SECS) return null
  return { nowSecs: newest.secs, fromSecs: first.secs, runs, last: newest.run }
}

/** What needs somebody first. */
export const PIPELINE_STATES = ['failing', 'late', 'slow', 'running', 'ok', 'quiet'] as const
export type PipelineState = (typeof PIPELINE_STATES)[number]

/** What there is to say of a pipeline in one word: its last finished run decides, then whether it is on time and as quick as usual. */
export function pipelineState(recent: readonly RunBrief[], gapMs: number | null, nowMs: number): PipelineState {
  const ended = recent.find(({ status }) => status === 'completed' || status === 'failed')
  const [newest] = recent
  if (ended?.status === 'failed') return 'failing'
  if (newest !== undefined && isLate(newest.submittedMs, gapMs, nowMs)) return 'late'
  if (slowedDown(recent) !== null) return 'slow'
  if (newest !== undefined && !isTerminal(newest.status)) return 'running'
  return ended === undefined ? 'quiet' : 'ok'
}
