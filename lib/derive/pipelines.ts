import type { RunGlance } from './run-glance'
import { isTerminal } from './run-status'
import { median } from './run-timing'

/** What the runs of one name come to. */
export interface PipelineSums {
  name: string
  completed: number
  failed: number
  cancelled: number
  open: number
  /** The newest runs, newest first. */
  recent: { run_id: string; status: string; submitted_at: string }[]
  last_good: { run_id: string; at: string } | null
  durations: number[]
}

const RECENT = 20
const DURATIONS = 100

/** Adds a run, newest first. A run without a name belongs to no pipeline. */
export function addToPipelines(pipelines: Map<string, PipelineSums>, run: RunGlance): void {
  const { name, run_id, status, submitted_at, finished_at } = run
  if (name === null) return
  let sums = pipelines.get(name)
  if (sums === undefined) {
    sums = { name, completed: 0, failed: 0, cancelled: 0, open: 0, recent: [], last_good: null, durations: [] }
    pipelines.set(name, sums)
  }
  if (status === 'completed' || status === 'failed' || status === 'cancelled') sums[status]++
  else sums.open++
  if (sums.recent.length < RECENT) sums.recent.push({ run_id, status, submitted_at })
  if (status !== 'completed') return
  sums.last_good ??= { run_id, at: submitted_at }
  if (finished_at !== null && sums.durations.length < DURATIONS) {
    sums.durations.push(Math.max(0, Date.parse(finished_at) - Date.parse(submitted_at)))
  }
}

/** Gaps below this are somebody trying things out, not a rhythm. */
const RHYTHM_MS = 60_000
const GAPS = 4

/** The usual time between two runs, of their submissions newest first; null: too few, or no rhythm. */
export function usualGap(submitted: readonly string[]): number | null {
  const times = submitted.map((at) => Date.parse(at))
  const gaps = times.slice(1).map((at, index) => (times[index] ?? at) - at)
  const gap = median(gaps, GAPS)
  if (gap === null || gap < RHYTHM_MS) return null
  // Most gaps are near the middle one, or there is no rhythm to be late against.
  const near = gaps.filter((one) => one > gap / 2 && one < gap * 2).length
  return near >= gaps.length * 0.7 ? gap : null
}

/** Twice the usual time has gone by without another run. */
export const isLate = (lastAt: string, gapMs: number | null, now: number): boolean =>
  gapMs !== null && now - Date.parse(lastAt) > gapMs * 2

/** The 95th percentile by nearest rank; null: nothing was measured. */
export function p95(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? null
}

export type PipelineState = 'failing' | 'late' | 'running' | 'ok' | 'quiet'

/** What there is to say of a pipeline in one word: its last finished run decides, then whether it is on time. */
export function pipelineState(
  recent: readonly { status: string; submitted_at: string }[],
  gapMs: number | null,
  now: number,
): PipelineState {
  const ended = recent.find(({ status }) => isTerminal(status) && status !== 'cancelled')
  const [newest] = recent
  if (ended?.status === 'failed') return 'failing'
  if (newest !== undefined && isLate(newest.submitted_at, gapMs, now)) return 'late'
  if (newest !== undefined && !isTerminal(newest.status)) return 'running'
  return ended === undefined ? 'quiet' : 'ok'
}

const ORDER: readonly PipelineState[] = ['failing', 'late', 'running', 'ok', 'quiet']
/** What needs somebody first. */
export const byState = (a: PipelineState, b: PipelineState): number => ORDER.indexOf(a) - ORDER.indexOf(b)
