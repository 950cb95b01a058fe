import type { InvocationRow, RowAccounting } from '@/lib/contract/records/invocations'
import type { Count } from '@/lib/contract/records/primitives'
import type { InvocationRecord } from '@/lib/contract/records/runs'
import type { UsageRecord } from '@/lib/contract/records/usage'
import { sumCounts } from './counts'
import { invocationStatus } from './run-facts'

/** Longer errors are cut in a table; the invocation's own panel shows all of it. */
const ERROR_CHARS = 600

/** Flat, and without what is zero: thousands of these travel at once. */
export function invocationRow(invocation: InvocationRecord, n: number): InvocationRow {
  const { row_id, parent_record_key, run_id, records_written, duration_ms, error, usage, batches, source_lag } =
    invocation
  const rows = accountingOf(invocation)
  return {
    n,
    row_id,
    ...(parent_record_key !== null && { parent_record_key }),
    ...(run_id !== undefined && { run_id }),
    status: invocationStatus(invocation),
    records_written,
    duration_ms,
    ...(error !== null && { error: error.slice(0, ERROR_CHARS) }),
    ...(batches !== undefined && {
      batches: {
        attempted: batches.attempted,
        committed: batches.committed,
        dlq_partial: batches.dlq_partial,
        dlq_all: batches.dlq_all,
        failed: batches.failed,
      },
    }),
    ...(source_lag !== undefined && {
      lag: {
        ...(source_lag.bytes !== undefined && { bytes: source_lag.bytes }),
        ...(source_lag.events !== undefined && { events: source_lag.events }),
        ...(source_lag.seconds !== undefined && { seconds: source_lag.seconds }),
      },
    }),
    ...(rows !== null && { rows }),
    ...(usage !== undefined && { ended_at: usage.recorded_at, usage: usageOf(usage) }),
  }
}

function usageOf({ usage, cost, source_kind, sink_kind, dataset_id, dataset_uri }: UsageRecord) {
  const { source_roundtrips = {}, sink_roundtrips = {}, source_retries = {} } = usage
  return {
    records_read: usage.records_read,
    bytes_read: usage.bytes_read,
    bytes_written: usage.bytes_written,
    requests: sumCounts([...Object.values(source_roundtrips), ...Object.values(sink_roundtrips)]),
    retries: sumCounts(Object.values(source_retries)),
    cost: cost.total,
    currency: cost.currency,
    connectors: `${source_kind} → ${sink_kind}`,
    ...(dataset_id !== undefined && { dataset_id }),
    ...(dataset_uri !== undefined && { dataset_uri }),
  }
}

const PARTS = [
  'offered',
  'accepted',
  'coalesced',
  'skipped',
  'failed',
  'quarantined',
  'dropped',
  'unaccounted',
  'non_finite',
] as const

/** What later engines say of every row (records.md 13); null: nothing was offered, or this engine does not say. */
export function accountingOf(invocation: InvocationRecord): RowAccounting | null {
  const { rows } = invocation as InvocationRecord & { rows?: unknown }
  if (typeof rows !== 'object' || rows === null) return null
  const counts = rows as Readonly<Record<string, unknown>>
  const count = (name: string): Count => {
    const value = counts[name]
    return (typeof value === 'number' || typeof value === 'bigint') && value >= 0 ? value : 0
  }
  // What went into the transforms and did not come out of them never reached the sink.
  const [into, out] = [BigInt(count('transform_in')), BigInt(count('transform_out'))]
  const filtered = into > out ? into - out : 0n
  return {
    ...(Object.fromEntries(PARTS.map((name) => [name, count(name)])) as Omit<RowAccounting, 'filtered'>),
    filtered: filtered <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(filtered) : filtered,
  }
}
