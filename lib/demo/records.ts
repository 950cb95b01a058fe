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

/** The run as it ended, with the one invocation it had; `invocationId` is that one's own. */
export function ended(run: RunRecord, pipeline: DemoPipeline, invocationId: string, ending: Ending): RunRecord {
  const { startedMs, endedMs, rows, error } = ending
  const usage = usageOf(pipeline, invocationId, ending)
  const invocation: InvocationRecord = {
    row_id: 'row-0',
    parent_record_key: null,
    run_id: invocationId,
    records_written: rows,
    duration_ms: endedMs - startedMs,
    error,
    usage,
    batches: {
      attempted: Math.ceil(rows / 1_000) + (error === null ? 0 : 1),
      committed: Math.ceil(rows / 1_000),
      dlq_partial: 0,
      dlq_all: 0,
      failed: error === null ? 0 : 1,
    },
  }
  return {
    ...run,
    status: error === null ? 'completed' : 'failed',
    started_at: timestamp(startedMs),
    finished_at: timestamp(endedMs),
    elapsed_secs: (endedMs - startedMs) / 1_000,
    records_written: rows,
    invocations: [invocation],
    error: error === null ? null : '1 invocation(s) failed',
  }
}

function usageOf(
  { name, source, sink }: DemoPipeline,
  run_id: string,
  { startedMs, endedMs, rows, error }: Ending,
): UsageRecord {
  return {
    run_id,
    pipeline: name,
    row: 'row-0',
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
