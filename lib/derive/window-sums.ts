import type { Count } from '@/lib/contract/records/primitives'
import { addCounts } from './counts'
import { errorShape } from './error-groups'
import { addCosts, addToPipeline, noOutcomes, type Outcomes, outcomeOf, type PipelineSums } from './pipeline-sums'
import { type BatchSums, briefMs, GOVERNED, type Governed, type RunBrief } from './run-brief'
import { bucketOf, type TimeBuckets } from './time-buckets'

/** What the runs of one bucket come to. */
export interface BucketSums {
  outcomes: Outcomes
  rows: Count
  bytes: Count
  cost: Map<string, number>
  governed: Governed
}

export interface ErrorSums {
  /** The newest one's own words. */
  error: string
  count: number
  pipelines: Map<string, number>
  firstMs: number
  lastMs: number
  lastRun: string
}

/** What the runs of a window come to; runs are added newest first. */
export interface WindowSums {
  outcomes: Outcomes
  rows: Count
  /** Null: no run says. */
  bytes: Count | null
  /** Runs whose body cannot be read: they are counted, and add nothing else. */
  unreadable: number
  cost: Map<string, number>
  /** Runs that are priced in each currency. */
  priced: Map<string, number>
  /** Submission to end of completed runs. */
  durations: number[]
  batches: BatchSums
  governed: Governed
  /** Invocations that say where their rows went, and that do not. */
  recorded: number
  unrecorded: number
  buckets: BucketSums[]
  pipelines: Map<string, PipelineSums>
  errors: Map<string, ErrorSums>
}

export const noWindowSums = (buckets: TimeBuckets): WindowSums => ({
  outcomes: noOutcomes(),
  rows: 0,
  bytes: null,
  unreadable: 0,
  cost: new Map(),
  priced: new Map(),
  durations: [],
  batches: { committed: 0, dlq_partial: 0, dlq_all: 0, failed: 0 },
  governed: nothingGoverned(),
  recorded: 0,
  unrecorded: 0,
  buckets: buckets.edges.slice(1).map(() => ({
    outcomes: noOutcomes(),
    rows: 0,
    bytes: 0,
    cost: new Map(),
    governed: nothingGoverned(),
  })),
  pipelines: new Map(),
  errors: new Map(),
})

const nothingGoverned = (): Governed => ({
  filtered: 0,
  quarantined: 0,
  dlq: 0,
  coalesced: 0,
  skipped: 0,
  dropped: 0,
})

export function addToWindow(sums: WindowSums, run: RunBrief, buckets: TimeBuckets): void {
  const place = bucketOf(buckets, run.submittedMs)
  const bucket = place === null ? undefined : sums.buckets[place]
  if (bucket === undefined) return
  const outcome = outcomeOf(run.status)
  sums.outcomes[outcome]++
  bucket.outcomes[outcome]++
  addToPipeline(sums.pipelines, run)
  if (run.rows === null) {
    sums.unreadable++
    return
  }
  sums.rows = addCounts(sums.rows, run.rows)
  bucket.rows = addCounts(bucket.rows, run.rows)
  if (run.bytes !== null) {
    sums.bytes = addCounts(sums.bytes ?? 0, run.bytes)
    bucket.bytes = addCounts(bucket.bytes, run.bytes)
  }
  if (run.cost.length > 0) {
    addCosts(sums.cost, run)
    addCosts(bucket.cost, run)
    for (const { currency } of run.cost) sums.priced.set(currency, (sums.priced.get(currency) ?? 0) + 1)
  }
  if (outcome === 'completed') {
    const ms = briefMs(run)
    if (ms !== null) sums.durations.push(ms)
  }
  addGovernance(sums, bucket, run)
  if (run.status === 'failed') addError(sums.errors, run)
}

function addGovernance(sums: WindowSums, bucket: BucketSums, run: RunBrief): void {
  sums.batches.committed += run.committed
  if (run.batches !== null) {
    for (const kind of ['dlq_partial', 'dlq_all', 'failed'] as const) sums.batches[kind] += run.batches[kind]
  }
  sums.unrecorded += run.unrecorded
  if (run.governed === null) return
  sums.recorded++
  for (const kind of GOVERNED) {
    sums.governed[kind] += run.governed[kind]
    bucket.governed[kind] += run.governed[kind]
  }
}

function addError(errors: Map<string, ErrorSums>, { error, pipeline, submittedMs, run_id }: RunBrief): void {
  const words = error ?? 'no error was recorded'
  const shape = shapeOf(words)
  const known = errors.get(shape)
  if (known === undefined) {
    const pipelines = new Map([[pipeline, 1]])
    errors.set(shape, {
      error: words,
      count: 1,
      pipelines,
      firstMs: submittedMs,
      lastMs: submittedMs,
      lastRun: run_id,
    })
    return
  }
  known.count++
  known.firstMs = submittedMs
  known.pipelines.set(pipeline, (known.pipelines.get(pipeline) ?? 0) + 1)
}

/** The same words come again and again: six passes over each of them would be most of the work. */
const shapes = new Map<string, string>()
const MOST_SHAPES = 5_000

function shapeOf(error: string): string {
  const known = shapes.get(error)
  if (known !== undefined) return known
  if (shapes.size >= MOST_SHAPES) shapes.clear()
  const shape = errorShape(error)
  shapes.set(error, shape)
  return shape
}

/** The currency that most runs are priced in; null: none is. Amounts of several are never added up. */
export function mainCurrency(priced: ReadonlyMap<string, number>): string | null {
  const [most] = [...priced].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return most?.[0] ?? null
}
