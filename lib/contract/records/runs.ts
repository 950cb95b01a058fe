import { z } from 'zod'
import { Count, Labels, Opaque, Real, record, strict, Timestamp, U32, word } from './primitives'
import type { RunClause } from './run-clauses'
import { UsageRecord } from './usage'

export const RUN_STATUSES = ['queued', 'pending', 'running', 'sharded', 'completed', 'failed', 'cancelled'] as const
export const TERMINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const
export const RunStatus = word(...RUN_STATUSES)
export type RunStatus = z.output<typeof RunStatus>

export const ConfigFormat = word('yaml', 'json')

/** How sink write batches ended (records.md 1.8). */
export const BatchOutcomes = record({
  attempted: Count.default(0),
  committed: Count.default(0),
  dlq_partial: Count.default(0),
  dlq_all: Count.default(0),
  failed: Count.default(0),
})
export type BatchOutcomes = z.infer<typeof BatchOutcomes>

/** How far the source was behind at the end (records.md 1.9). */
export const SourceLag = record({ bytes: Count.optional(), events: Count.optional(), seconds: Real.optional() })
export type SourceLag = z.infer<typeof SourceLag>

/** One executed matrix row, or one parent record of it (records.md 1.5). `run_id` is the invocation's own id. */
export const InvocationRecord = record({
  row_id: z.string(),
  parent_record_key: z.string().nullable().default(null),
  run_id: z.string().optional(),
  records_written: Count,
  duration_ms: Count.default(0),
  error: z.string().nullable().default(null),
  usage: UsageRecord.optional(),
  batches: BatchOutcomes.optional(),
  source_lag: SourceLag.optional(),
})
export type InvocationRecord = z.infer<typeof InvocationRecord>

/** Completion webhook (records.md 1.10). Header values are secrets: 1.13.1 stores and returns them in clear. */
export const CallbackSpec = strict({
  url: z.string(),
  method: z.string().default('POST'),
  headers: z.record(z.string(), z.string()).optional(),
  extra_fields: z.record(z.string(), Opaque).optional(),
  on: z.array(RunStatus).optional(),
})
export type CallbackSpec = z.infer<typeof CallbackSpec>

/** Row subset of a run (records.md 1.6). All six keys are always written. */
export const SelectionRequest = strict({
  select: z.array(z.string()).default([]),
  only: z.array(z.string()).default([]),
  skip: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  status: z.array(word('mandatory', 'active', 'available', 'draft', 'archived')).default([]),
  include_parents: word('off', 'eligible', 'all').nullable().default(null),
})
export type SelectionRequest = z.infer<typeof SelectionRequest>

/** One submitted run (records.md 1.2): the JSON of `faucet_serve_runs.body` and of the wire. */
export const RunRecord = record({
  run_id: z.string(),
  name: z.string().nullable().default(null),
  labels: Labels,
  status: RunStatus,
  submitted_at: Timestamp,
  started_at: Timestamp.nullable().default(null),
  finished_at: Timestamp.nullable().default(null),
  elapsed_secs: Real.nullable().default(null),
  records_written: Count,
  invocations: z.array(InvocationRecord),
  error: z.string().nullable().default(null),
  idempotency_key: z.string().nullable().default(null),
  doctor_report: Opaque.optional(),
  config_body: z.string().optional(),
  config_format: ConfigFormat.optional(),
  timeout_secs: Count.optional(),
  clock: z.string().optional(),
  concurrency: Count.optional(),
  attempt: U32.default(0),
  replay_of: z.string().optional(),
  callback: CallbackSpec.optional(),
  tenant: z.string().optional(),
  selection: SelectionRequest.optional(),
  caller_config: z.boolean().optional(),
  pool: z.string().optional(),
  submitted_by: z.string().optional(),
})
export type RunRecord = z.infer<typeof RunRecord>

/** All clauses are ANDed; `since` and `until` are inclusive, on submitted_at; an empty status list is every status. */
export interface RunFilter {
  status: readonly string[]
  name?: string
  since?: Timestamp
  until?: Timestamp
  tenant?: string
  /** At least 1. */
  limit: number
  /** `run_id` or `<submitted_at TS9>~<run_id>` of the last row of the page before; an unknown bare id starts at the top. */
  cursor?: string
}

/** Clauses of a search that no index serves; all are ANDed, text is literal and ignores case where it says `contains`. */
export interface RunSearch extends Omit<RunFilter, 'limit' | 'cursor'> {
  /** In the name, or in the `pipeline` label of a run without one. */
  name_contains?: string
  /** The same as engines of 1.17 ask it: upper and lower case are two things. */
  name_holds?: string
  /** All must hold; without a value any will do. */
  labels?: readonly { key: string; value?: string }[]
  /** In the error of the run or of an invocation. */
  error_contains?: string
  min_elapsed_secs?: number
  max_elapsed_secs?: number
  owner?: string
  idempotency_key?: string
  submitted_by?: string
  /** `default` finds the runs that name none. */
  pool?: string
  /** An invocation wrote this catalog dataset. */
  dataset_id?: string
  /** None but these. */
  ids?: ReadonlySet<string>
  /** And everything else that can be asked of a run; all must hold. */
  clauses?: readonly RunClause[]
}

/** What only the columns of a run say. `pool` and `submitted_by` are absent where the store has no such column. */
export interface RunColumns {
  run_id: string
  owner: string | null
  lease_expires_at: string | null
  cancel_requested: string | null
  pool?: string | null
  submitted_by?: string | null
}

export interface StatusCount {
  status: (typeof RUN_STATUSES)[number]
  count: number
  /** There are more; counting stopped. */
  capped: boolean
}

export interface IdempotencyClaim {
  key: string
  run_id: string
  fingerprint: string
  claimed_at: string
}

export type Claim = { kind: 'fresh' } | { kind: 'replay'; run_id: string } | { kind: 'conflict' }
export type DeleteOutcome = 'deleted' | 'not_found' | 'still_running'
