import type { RunLogLine } from '@/lib/contract/records/logs'
import type { Seq, Timestamp } from '@/lib/contract/records/primitives'
import type { InvocationRecord, RunRecord } from '@/lib/contract/records/runs'
import type { UsageRecord } from '@/lib/contract/records/usage'
import { type DemoPipeline, demoConfig } from './pipelines'

/** Says of every run of a demo that it is one. */
const DEMO_LABEL = { simulated: 'yes' } as const

export const timestamp = (ms: number): Timestamp => `${new Date(ms).toISOString().slice(0, -1)}000000Z` as Timestamp

/** A run that waits for a simulated member. */
export const demoRun = (run_id: string, pipeline: DemoPipeline, submitted_at: Timestamp): RunRecord => ({
  run_id,
  name: pipeline.name,
  labels: { ...DEMO_LABEL, pipeline: pipeline.name, team: pipeline.team },
  status: 'pending',
  submitted_at,
  started_at: null,
  finished_at: null,
  elapsed_secs: null,
  records_written: 0,
  invocations: [],
  error: null,
  idempotency_key: null,
  config_body: demoConfig(pipeline),
  config_format: 'yaml',
  attempt: 0,
})

export interface Ending {
  startedMs: number
  endedMs: number
  rows: number
  error: string | null
}

/** The run as it ended: an invocation for each row of its matrix. `invocationId` is that of the first. */
export function ended(run: RunRecord, pipeline: DemoPipeline, invocationId: string, ending: Ending): RunRecord {
  const { startedMs, endedMs, rows, error } = ending
  const names = pipeline.matrix ?? ['row-0']
  const share = Math.floor(rows / names.length)
  const invocations = names.map((row, index): InvocationRecord => {
    const isLast = index === names.length - 1
    // What fails of several is one; the others keep what they wrote.
    const own: Ending = {
      startedMs: startedMs + index * 400,
      endedMs: isLast ? endedMs : Math.round(endedMs - (endedMs - startedMs) * 0.15 * (names.length - 1 - index)),
      rows: isLast ? rows - share * index : share,
      error: isLast ? error : null,
    }
    return invocationOf(pipeline, row, index === 0 ? invocationId : `${invocationId}-${row}`, own)
  })
  return {
    ...run,
    status: error === null ? 'completed' : 'failed',
    started_at: timestamp(startedMs),
    finished_at: timestamp(endedMs),
    elapsed_secs: (endedMs - startedMs) / 1_000,
    records_written: rows,
    invocations,
    error: error === null ? null : '1 invocation(s) failed',
  }
}

function invocationOf(pipeline: DemoPipeline, row: string, id: string, ending: Ending): InvocationRecord {
  const { startedMs, endedMs, rows, error } = ending
  const batches = Math.max(1, Math.ceil(rows / 1_000))
  const dead = Math.ceil(batches * (pipeline.dead ?? 0))
  const failed = error === null ? 0 : 1
  return {
    row_id: row,
    parent_record_key: null,
    run_id: id,
    records_written: rows,
    duration_ms: endedMs - startedMs,
    error,
    usage: usageOf(pipeline, row, id, ending),
    batches: {
      attempted: batches + failed,
      committed: batches - Math.min(dead, batches),
      dlq_partial: Math.min(dead, batches),
      dlq_all: 0,
      failed,
    },
    ...(pipeline.lag !== undefined && { source_lag: pipeline.lag }),
  }
}

function usageOf(
  { name, source, sink }: DemoPipeline,
  row: string,
  run_id: string,
  { startedMs, endedMs, rows, error }: Ending,
): UsageRecord {
  return {
    run_id,
    pipeline: name,
    row,
    source_kind: source,
    sink_kind: sink,
    recorded_at: timestamp(endedMs),
    duration_ms: endedMs - startedMs,
    failed: error !== null,
    usage: { records_read: rows, records_written: rows, bytes_read: rows * 118, bytes_written: rows * 64 },
    cost: {
      currency: 'USD',
      total: Math.round(rows * 0.11) / 1e5,
      lines: [],
      hosted_equivalent: Math.round(rows * 1.5) / 1e5,
    },
  }
}

export const logLine = (seq: number, ms: number, level: string, line: string): RunLogLine => ({
  seq: String(seq) as Seq,
  ts: new Date(ms).toISOString(),
  level,
  line,
})
