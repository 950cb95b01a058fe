import type { Count } from '@/lib/contract/records/primitives'
import { addCounts } from './counts'
import {
  baselineOf,
  LATE_TIMES,
  PIPELINE_STATES,
  type PipelineState,
  pipelineRhythm,
  pipelineState,
} from './pipeline-health'
import { type PipelineSums, rank, rising } from './pipeline-sums'
import { briefMs, type RunBrief } from './run-brief'

/** Successes that say what is usual. */
const BASELINE = 50
const NAMED = 5

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** What one row of a list of pipelines says. */
export function pipelineItem(sums: PipelineSums, nowMs: number) {
  const { pipeline, recent, outcomes, streak, lastGood, lastFailed, durations, rows, bytes, cost } = sums
  const [newest] = recent
  const rhythm = pipelineRhythm(recent)
  const gap_ms = rhythm?.gapMs ?? null
  const usual = usualOf(durations)
  const state: PipelineState = pipelineState(recent, gap_ms, nowMs)
  return {
    pipeline,
    state,
    outcomes,
    streak,
    recent: recent.map(markOf),
    last_good: lastGood === null ? null : { run_id: lastGood.run_id, at: isoOf(lastGood.submittedMs) },
    /** Of the newest failure, where nothing was completed since. */
    error: lastFailed?.error ?? null,
    ...expectedOf(newest, gap_ms, nowMs),
    usual,
    p95_ms: rank(rising(durations.slice(0, BASELINE)), 0.95),
    rows,
    bytes,
    ...lastRows(recent),
    rows_per_sec: rateOf(recent),
    cost: [...cost]
      .map(([currency, amount]) => ({ currency, amount }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    tenants: namesOf(sums.tenants),
    templates: namesOf(sums.templates),
    triggers: namesOf(recent.flatMap(({ labels }) => labels['faucet.trigger.name'] ?? [])),
  }
}
export type PipelineItem = ReturnType<typeof pipelineItem>

/** The middle and the spread of the newest successes; null: too few to say what is usual. */
export function usualOf(durations: readonly number[]) {
  const found = baselineOf(durations.slice(0, BASELINE))
  return found === null ? null : { ms: found.ms, low_ms: found.lowMs, high_ms: found.highMs, of: found.of }
}

/** When the next run is expected, and by how much it is overdue: more than that is called late. */
export function expectedOf(newest: RunBrief | undefined, gapMs: number | null, nowMs: number) {
  if (newest === undefined || gapMs === null) return { gap_ms: null, expected_at: null, late_at: null, over_ms: null }
  const expectedMs = newest.submittedMs + gapMs
  return {
    gap_ms: gapMs,
    expected_at: isoOf(expectedMs),
    late_at: isoOf(newest.submittedMs + gapMs * LATE_TIMES),
    over_ms: nowMs > expectedMs ? nowMs - expectedMs : null,
  }
}

const markOf = (run: RunBrief) => ({
  run_id: run.run_id,
  status: run.status,
  at: isoOf(run.submittedMs),
  ms: briefMs(run),
})

/** Rows of the newest completed run. */
function lastRows(recent: readonly RunBrief[]): { last_rows: Count | null } {
  return { last_rows: recent.find(({ status, rows }) => status === 'completed' && rows !== null)?.rows ?? null }
}

/** Of running time, not of waiting; too short a time says nothing. */
const MEASURABLE_MS = 100

/** Rows a second of the newest completed runs together; null: nothing that could be measured. */
export function rateOf(recent: readonly RunBrief[]): number | null {
  let rows: Count = 0
  let ms = 0
  for (const run of recent) {
    const took = runningMs(run)
    if (run.status !== 'completed' || run.rows === null || took === null || took < MEASURABLE_MS) continue
    rows = addCounts(rows, run.rows)
    ms += took
  }
  return ms === 0 ? null : Number(rows) / (ms / 1_000)
}

const runningMs = ({ startedMs, finishedMs }: RunBrief): number | null =>
  startedMs === null || finishedMs === null ? null : Math.max(0, finishedMs - startedMs)

const namesOf = (names: Iterable<string>): string[] => [...new Set(names)].sort().slice(0, NAMED)

export const byState = (a: PipelineState, b: PipelineState): number =>
  PIPELINE_STATES.indexOf(a) - PIPELINE_STATES.indexOf(b)
