import { z } from 'zod'
import { Count, Real, record, Timestamp } from './primitives'

/** Counters of one invocation (records.md 5.1). Bytes are the engine's estimates. */
const UsageSnapshot = record({
  records_read: Count,
  records_written: Count,
  bytes_read: Count,
  bytes_written: Count,
  source_roundtrips: z.record(z.string(), Count).optional(),
  sink_roundtrips: z.record(z.string(), Count).optional(),
  signals: z
    .array(record({ kind: z.string(), unit: z.string(), quantity: Real, side: z.string(), connector: z.string() }))
    .optional(),
  throttled: Count.optional(),
  throttle_wait_secs: Real.optional(),
  source_retries: z.record(z.string(), Count).optional(),
})

/** Estimated cost in one currency (records.md 5.3). */
const CostEstimate = record({
  currency: z.string(),
  total: Real,
  lines: z.array(record({ item: z.string(), quantity: Real, unit: z.string(), rate: Real, amount: Real })),
  not_reported: z.array(z.string()).optional(),
  hosted_equivalent: Real,
})

/** One finished invocation (records.md 5.2). `run_id` is the invocation's own id, never the serve run's. */
export const UsageRecord = record({
  run_id: z.string(),
  pipeline: z.string(),
  row: z.string(),
  source_kind: z.string(),
  sink_kind: z.string(),
  dataset_id: z.string().optional(),
  dataset_uri: z.string().optional(),
  recorded_at: Timestamp,
  duration_ms: Count,
  failed: z.boolean().default(false),
  usage: UsageSnapshot,
  cost: CostEstimate,
  tenant: z.string().optional(),
})
export type UsageRecord = z.infer<typeof UsageRecord>

export const UsageBy = z.enum(['pipeline', 'row', 'dataset', 'sink', 'day', 'tenant'])
export type UsageBy = z.infer<typeof UsageBy>

/** Sums of one key (records.md 5.4); the grand total has the key `total`. */
export const UsageRow = record({
  key: z.string(),
  runs: Count,
  failed_runs: Count,
  records_read: Count,
  records_written: Count,
  bytes_read: Count,
  bytes_written: Count,
  duration_ms: Count,
  roundtrips: Count,
  throttled: Count.default(0),
  throttle_wait_secs: Real.default(0),
  cost: Real,
  hosted_equivalent: Real,
  not_reported: z.array(z.string()).optional(),
})
export type UsageRow = z.infer<typeof UsageRow>

export const CurrencyTotal = record({ currency: z.string(), cost: Real, hosted_equivalent: Real })
export type CurrencyTotal = z.infer<typeof CurrencyTotal>

/** `currency` is `mixed` when amounts of several were kept apart; `records` is how many were added up. */
export const UsageReport = record({
  by: UsageBy,
  since: Timestamp.optional(),
  until: Timestamp.optional(),
  currency: z.string(),
  records: Count,
  rows: z.array(UsageRow),
  total: UsageRow,
  truncated: z.boolean().optional(),
  currency_totals: z.array(CurrencyTotal).optional(),
})
export type UsageReport = z.infer<typeof UsageReport>

/** What `limit` 0 means. */
export const USAGE_DEFAULT_LIMIT = 5_000

/** `since` ≤ recorded_at < `until`: half-open, unlike runs and audit. `limit` 0: 5,000. */
export interface UsageFilter {
  since?: Timestamp
  until?: Timestamp
  pipeline?: string
  tenant?: string
  limit: number
}
