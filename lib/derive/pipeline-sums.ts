import type { Count } from '@/lib/contract/records/primitives'
import { addCounts } from './counts'
import { briefMs, type RunBrief } from './run-brief'

/** Outcomes of runs; `open`: not over yet, or of a word we do not know. */
export interface Outcomes {
  completed: number
  failed: number
  cancelled: number
  open: number
}
export const noOutcomes = (): Outcomes => ({ completed: 0, failed: 0, cancelled: 0, open: 0 })
export const outcomeOf = (status: string): keyof Outcomes =>
  status === 'completed' || status === 'failed' || status === 'cancelled' ? status : 'open'

/** What the runs of one pipeline come to. */
export interface PipelineSums {
  pipeline: string
  outcomes: Outcomes
  /** The newest, newest first. */
  recent: RunBrief[]
  /** Failures since the last run that was completed, as far as was looked. */
  streak: number
  lastFailed: RunBrief | null
  /** The first failure of the streak. */
  firstFailed: RunBrief | null
  lastGood: RunBrief | null
  /** Submission to end of completed runs, newest first. */
  durations: number[]
  /** How long invocations took. */
  invocationMs: number[]
  rows: Count
  bytes: Count | null
  cost: Map<string, number>
  tenants: Set<string>
  templates: Set<string>
  batches: { dlq_partial: number; dlq_all: number; failed: number }
  /** Newest run with batches that went to the dead-letter queue. */
  lastDlq: RunBrief | null
}

const RECENT = 20

/** Adds a run, newest first. */
export function addToPipeline(pipelines: Map<string, PipelineSums>, run: RunBrief): PipelineSums {
  let sums = pipelines.get(run.pipeline)
  if (sums === undefined) {
    sums = noSums(run.pipeline)
    pipelines.set(run.pipeline, sums)
  }
  const outcome = outcomeOf(run.status)
  sums.outcomes[outcome]++
  if (sums.recent.length < RECENT) sums.recent.push(run)
  if (run.rows !== null) sums.rows = addCounts(sums.rows, run.rows)
  if (run.bytes !== null) sums.bytes = addCounts(sums.bytes ?? 0, run.bytes)
  addCosts(sums.cost, run)
  for (const ms of run.invocationMs) sums.invocationMs.push(ms)
  if (run.tenant !== null) sums.tenants.add(run.tenant)
  const template = run.labels['template']
  if (template !== undefined) sums.templates.add(template)
  if (run.batches !== null) {
    for (const kind of ['dlq_partial', 'dlq_all', 'failed'] as const) sums.batches[kind] += run.batches[kind]
    if (run.batches.dlq_partial + run.batches.dlq_all > 0) sums.lastDlq ??= run
  }
  if (outcome === 'completed') {
    sums.lastGood ??= run
    const ms = briefMs(run)
    if (ms !== null) sums.durations.push(ms)
  } else if (outcome === 'failed' && sums.lastGood === null) {
    sums.streak++
    sums.lastFailed ??= run
    sums.firstFailed = run
  }
  return sums
}

export function addCosts(into: Map<string, number>, { cost }: RunBrief): void {
  for (const { currency, amount } of cost) into.set(currency, (into.get(currency) ?? 0) + amount)
}

const noSums = (pipeline: string): PipelineSums => ({
  pipeline,
  outcomes: noOutcomes(),
  recent: [],
  streak: 0,
  lastFailed: null,
  firstFailed: null,
  lastGood: null,
  durations: [],
  invocationMs: [],
  rows: 0,
  bytes: null,
  cost: new Map(),
  tenants: new Set(),
  templates: new Set(),
  batches: { dlq_partial: 0, dlq_all: 0, failed: 0 },
  lastDlq: null,
})

export const runsOf = ({ completed, failed, cancelled, open }: Outcomes): number =>
  completed + failed + cancelled + open

/** The value that so many of the sorted ones do not exceed, by nearest rank; null: there are none. */
export const rank = (sorted: ArrayLike<number>, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

/** Smallest first; quicker than sorting a list by a function. */
export const rising = (values: readonly number[]): ArrayLike<number> => Float64Array.from(values).sort()
