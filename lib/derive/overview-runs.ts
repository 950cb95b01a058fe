import type { Count, Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { addCounts, compareCounts } from './counts'
import { nanosOf } from './instants'
import { bucketOf, bucketStart, type OverviewWindow } from './overview-window'

/** Newest invocations whose durations are compared. */
const SAMPLED = 10_000

const GOVERNED = ['filtered', 'quarantined', 'dlq', 'coalesced', 'skipped', 'dropped'] as const
type Governed = Record<(typeof GOVERNED)[number], number>
const ungoverned = (): Governed => ({ filtered: 0, quarantined: 0, dlq: 0, coalesced: 0, skipped: 0, dropped: 0 })

interface Bucket {
  succeeded: number
  failed: number
  cancelled: number
  written: Count
  governed: Governed
}

/** What the runs of a window come to, added up one by one, newest first. */
export interface RunSums {
  total: number
  byStatus: Map<string, number>
  buckets: Bucket[]
  written: Count
  writtenBy: Map<string, Count>
  finished: Map<string, { runs: number; failed: number }>
  durations: Map<string, number[]>
  sampled: number
  truncated: boolean
  governed: Governed
  /** Invocations that do not say where their rows went: engines before 1.14 do not record it. */
  unrecorded: number
  /** Ids of the invocations, by which usage is filed. */
  invocations: Set<string>
}

export const emptySums = ({ buckets }: OverviewWindow): RunSums => ({
  total: 0,
  byStatus: new Map(),
  buckets: Array.from({ length: buckets }, () => ({
    succeeded: 0,
    failed: 0,
    cancelled: 0,
    written: 0,
    governed: ungoverned(),
  })),
  written: 0,
  writtenBy: new Map(),
  finished: new Map(),
  durations: new Map(),
  sampled: 0,
  truncated: false,
  governed: ungoverned(),
  unrecorded: 0,
  invocations: new Set(),
})

/** The members of a run that an overview looks at, as the native parser sees them. */
interface Glance {
  name?: string | null
  labels: Record<string, string>
  status: string
  submitted_at: Timestamp
  records_written: number
  invocations: {
    run_id?: string
    duration_ms?: number
    skipped?: boolean
    status?: string
    rows?: Record<string, number> | null
  }[]
}

/** Adds a run of the pipeline, or of any. What cannot be read is left out. */
export function addRun(
  sums: RunSums,
  row: Stored<RunRecord>,
  window: OverviewWindow,
  pipeline: string | undefined,
): void {
  const run = glance(row.text)
  if (run === null || nanosOf(run.submitted_at) >= nanosOf(window.until)) return
  const own = run.labels['pipeline'] ?? run.name ?? ''
  if (pipeline !== undefined && own !== pipeline) return
  const bucket = sums.buckets[bucketOf(window, run.submitted_at)]
  if (bucket === undefined) return
  const written = recordsOf(run, row)
  sums.total++
  sums.byStatus.set(run.status, (sums.byStatus.get(run.status) ?? 0) + 1)
  sums.written = addCounts(sums.written, written)
  bucket.written = addCounts(bucket.written, written)
  if (written > 0) sums.writtenBy.set(own, addCounts(sums.writtenBy.get(own) ?? 0, written))
  addOutcome(sums, bucket, run.status, own)
  for (const invocation of run.invocations) addInvocation(sums, bucket, invocation, own)
}

function addOutcome(sums: RunSums, bucket: Bucket, status: string, pipeline: string): void {
  if (status === 'completed') bucket.succeeded++
  else if (status === 'failed') bucket.failed++
  else if (status === 'cancelled') bucket.cancelled++
  else return
  const known = sums.finished.get(pipeline) ?? { runs: 0, failed: 0 }
  sums.finished.set(pipeline, { runs: known.runs + 1, failed: known.failed + (status === 'failed' ? 1 : 0) })
}

function addInvocation(
  sums: RunSums,
  bucket: Bucket,
  invocation: Glance['invocations'][number],
  pipeline: string,
): void {
  if (invocation.run_id !== undefined) sums.invocations.add(invocation.run_id)
  const { rows } = invocation
  if (rows === undefined || rows === null) sums.unrecorded++
  else {
    const went: Governed = {
      filtered: Math.max(0, (rows['transform_in'] ?? 0) - (rows['transform_out'] ?? 0)),
      quarantined: rows['quarantined'] ?? 0,
      dlq: rows['failed'] ?? 0,
      coalesced: rows['coalesced'] ?? 0,
      skipped: rows['skipped'] ?? 0,
      dropped: rows['dropped'] ?? 0,
    }
    for (const name of GOVERNED) {
      sums.governed[name] += went[name]
      bucket.governed[name] += went[name]
    }
  }
  if (invocation.skipped === true || invocation.status === 'skipped') return
  if (sums.sampled === SAMPLED) {
    sums.truncated = true
    return
  }
  sums.sampled++
  const known = sums.durations.get(pipeline)
  if (known === undefined) sums.durations.set(pipeline, [invocation.duration_ms ?? 0])
  else known.push(invocation.duration_ms ?? 0)
}

/** The three sections that runs make. `going` is what waits or runs now, whatever the window. */
export function runSections(
  sums: RunSums,
  window: OverviewWindow,
  top: number,
  going: { queued: number; running: number },
) {
  const at = (index: number) => ({ bucket_start: bucketStart(window, index) })
  return {
    runs: {
      total: sums.total,
      by_status: Object.fromEntries([...sums.byStatus].sort(([a], [b]) => (a < b ? -1 : 1))),
      series: sums.buckets.map(({ succeeded, failed, cancelled }, index) => ({
        ...at(index),
        succeeded,
        failed,
        cancelled,
      })),
      failure_rate_by_pipeline: failureRates(sums).slice(0, top),
      slowest: slowest(sums).slice(0, top),
      duration_sample: { invocations: sums.sampled, truncated: sums.truncated },
      ...going,
    },
    records: {
      total: sums.written,
      series: sums.buckets.map(({ written }, index) => ({ ...at(index), written })),
      top_pipelines: [...sums.writtenBy]
        .map(([pipeline, written]) => ({ pipeline, written }))
        .sort((a, b) => compareCounts(b.written, a.written) || byName(a, b))
        .slice(0, top),
    },
    governance: {
      totals: sums.governed,
      series: sums.buckets.map(({ governed }, index) => ({ ...at(index), ...governed })),
      ...(sums.unrecorded > 0 && { invocations_not_recorded: sums.unrecorded }),
    },
  }
}

const failureRates = ({ finished }: RunSums) =>
  [...finished]
    .filter(([, { failed }]) => failed > 0)
    .map(([pipeline, { runs, failed }]) => ({ pipeline, runs, failed, rate: failed / runs }))
    .sort((a, b) => b.rate - a.rate || b.failed - a.failed || byName(a, b))

/** The 95th percentile by nearest rank; `runs` counts invocations, as engines do. */
const slowest = ({ durations }: RunSums) =>
  [...durations]
    .map(([pipeline, all]) => {
      const sorted = all.toSorted((a, b) => a - b)
      return { pipeline, p95_ms: sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0, runs: sorted.length }
    })
    .sort((a, b) => b.p95_ms - a.p95_ms || byName(a, b))

const byName = (a: { pipeline: string }, b: { pipeline: string }): number =>
  a.pipeline < b.pipeline ? -1 : a.pipeline > b.pipeline ? 1 : 0

function glance(text: string): Glance | null {
  try {
    const run = JSON.parse(text) as Partial<Glance> | null
    const isRun =
      typeof run?.status === 'string' && typeof run.submitted_at === 'string' && Array.isArray(run.invocations)
    return isRun && typeof run.labels === 'object' && run.labels !== null ? (run as Glance) : null
  } catch {
    return null
  }
}

/** To the last digit, where the native parser might have lost one. */
function recordsOf(run: Glance, row: Stored<RunRecord>): Count {
  if (Number.isSafeInteger(run.records_written)) return run.records_written
  const read = row.read()
  return read.ok ? read.record.records_written : 0
}
