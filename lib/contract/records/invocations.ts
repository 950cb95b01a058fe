import { z } from 'zod'
import { Count } from './primitives'

const None = Count.default(0)

/** Where the rows that an invocation was offered went. Engines before 1.14 do not say. `filtered` never reached the sink. */
export const RowAccounting = z.object({
  offered: None,
  accepted: None,
  coalesced: None,
  skipped: None,
  filtered: None,
  failed: None,
  quarantined: None,
  dropped: None,
  unaccounted: None,
  /** Values that are no finite number and were written as null; of rows counted elsewhere. */
  non_finite: None,
})
export type RowAccounting = z.infer<typeof RowAccounting>

export const BatchCounts = z.object({
  attempted: None,
  committed: None,
  dlq_partial: None,
  dlq_all: None,
  failed: None,
})

/** How far a source was behind, in whatever units it says so. */
export const Lag = z.object({ bytes: Count.optional(), events: Count.optional(), seconds: z.number().optional() })
export type Lag = z.infer<typeof Lag>

/** What one invocation used and is estimated to cost. */
export const InvocationUsage = z.object({
  records_read: None,
  bytes_read: None,
  bytes_written: None,
  /** Calls of source and sink together. */
  requests: None,
  retries: None,
  cost: z.number(),
  currency: z.string(),
  /** `postgres → s3`. */
  connectors: z.string(),
  dataset_id: z.string().optional(),
  dataset_uri: z.string().optional(),
})

/** An invocation as a table of thousands needs it: flat, errors cut, zeros left out on the wire. */
export const InvocationRow = z.object({
  /** Its place in the run's own order. */
  n: z.number(),
  row_id: z.string(),
  parent_record_key: z.string().optional(),
  run_id: z.string().optional(),
  status: z.string(),
  records_written: None,
  duration_ms: None,
  /** The first characters of it. */
  error: z.string().optional(),
  /** When its usage was recorded, which is when it ended. */
  ended_at: z.string().optional(),
  batches: BatchCounts.optional(),
  lag: Lag.optional(),
  rows: RowAccounting.optional(),
  usage: InvocationUsage.optional(),
})
export type InvocationRow = z.infer<typeof InvocationRow>

/** One check that an engine made before it ran. */
export const Probe = z.object({
  row: z.string(),
  role: z.string(),
  connector: z.string(),
  name: z.string(),
  /** `pass`, `fail`, `skip`, or what a later engine says. */
  status: z.string(),
  message: z.string().optional(),
  elapsed_ms: z.number().optional(),
})
export type Probe = z.infer<typeof Probe>

/** All that a run's page says of its invocations without having them. */
export const RunDigest = z.object({
  invocations: z.number(),
  /** By status, most first. */
  statuses: z.array(z.object({ word: z.string(), count: z.number() })),
  /** What went wrong in its own words; null: nothing did, or nothing says what. */
  failure: z.string().nullable(),
  /** The rows of the first that failed. */
  failed_rows: z.array(z.string()),
  /** The first few to look at: those that failed, then the others in the order in which they ended. */
  shown: z.array(InvocationRow),
  longest_ms: z.number(),
  /** When anything was at work, as far as that was recorded: a few stretches, in order. */
  stretches: z.array(z.object({ from: z.number(), to: z.number() })),
  /** `csv → jsonl`, each pair once. */
  connectors: z.array(z.string()),
  usage: z
    .object({
      /** Invocations that reported usage. */
      covered: z.number(),
      records_read: Count,
      bytes_read: Count,
      bytes_written: Count,
      requests: Count,
      retries: Count,
      /** One sum a currency: currencies are never added up. */
      costs: z.array(z.object({ currency: z.string(), total: z.number(), hosted: z.number() })),
    })
    .nullable(),
  batches: BatchCounts.nullable(),
  /** Summed over those that account for their rows, and how many those are. */
  rows: RowAccounting.extend({ covered: z.number() }).nullable(),
  /** The largest of all. */
  lag: Lag.nullable(),
  /** What was written, most rows first; without an id where the engine keeps no catalog. */
  written: z.array(
    z.object({
      dataset_id: z.string().optional(),
      uri: z.string(),
      kind: z.string(),
      records: Count,
      invocations: z.number(),
    }),
  ),
  /** Distinct datasets, beyond those named. */
  written_count: z.number(),
  /** Invocations with an id of their own: each can be asked to be undone. */
  with_own_id: z.number(),
  /** The checks before it ran, failed ones first; null: none were asked for. */
  checks: z.object({ probes: z.array(Probe), count: z.number(), failed: z.number() }).nullable(),
})
export type RunDigest = z.infer<typeof RunDigest>

/** What a table of invocations can be sorted by. */
export const INVOCATION_ORDERS = [
  'duration',
  'rows',
  'row',
  'parent',
  'status',
  'began',
  'read',
  'batches',
  'lag',
  'cost',
] as const
export type InvocationOrder = (typeof INVOCATION_ORDERS)[number]

/** How a table of invocations is arranged. */
export interface InvocationArrangement {
  order: InvocationOrder
  isDescending: boolean
  /** A status word; null: any. */
  status: string | null
  /** Those of a parent record, or those of none; null: both. */
  kind: 'rows' | 'children' | null
  /** Somewhere in the row, its parent record or its error; upper and lower case alike. */
  words: string
}
