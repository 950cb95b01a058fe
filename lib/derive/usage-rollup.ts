import type { Timestamp } from '@/lib/contract/records/primitives'
import type { CurrencyTotal, UsageBy, UsageRecord, UsageReport, UsageRow } from '@/lib/contract/records/usage'
import { addCounts, compareCounts, sumCounts } from './counts'

interface RollupOptions {
  /** Engines from 1.13.3 on keep currencies apart; 1.13.0 to 1.13.2 add the amounts as they are. */
  splitCurrencies: boolean
  /** At most so many records were read: when they were, the report says that older ones are not in it. */
  limit?: number
}

const NO_TENANT = '(no tenant)'

/** Adds records up by a key (records.md 5.4). Rows: dearest first, then most records written, then by key. */
export function rollUpUsage(records: readonly UsageRecord[], by: UsageBy, options: RollupOptions): UsageReport {
  const currencies = currencyTotals(records)
  const mixed = options.splitCurrencies && currencies.length > 1
  const groups = new Map<string, UsageRow>()
  let total = emptyRow('total')
  for (const record of records) {
    const key = mixed ? `${keyOf(record, by)} [${record.cost.currency}]` : keyOf(record, by)
    groups.set(key, add(groups.get(key) ?? emptyRow(key), record))
    total = add(total, record)
  }
  return {
    by,
    currency: mixed ? 'mixed' : (records[0]?.cost.currency ?? 'USD'),
    records: records.length,
    rows: [...groups.values()].sort(dearestFirst),
    total: mixed ? { ...total, cost: 0, hosted_equivalent: 0 } : total,
    ...(options.limit !== undefined && options.limit > 0 && records.length >= options.limit && { truncated: true }),
    ...(mixed && { currency_totals: currencies }),
  }
}

function keyOf(record: UsageRecord, by: UsageBy): string {
  const row = `${record.pipeline}::${record.row}`
  switch (by) {
    case 'pipeline':
      return record.pipeline
    case 'row':
      return row
    case 'dataset':
      return record.dataset_uri ?? `(uncatalogued) ${row}`
    case 'sink':
      return record.sink_kind
    case 'day':
      return dayOf(record.recorded_at)
    case 'tenant':
      return record.tenant ?? NO_TENANT
  }
}

const dayOf = (at: Timestamp): string => new Date(Date.parse(at)).toISOString().slice(0, 10)

const emptyRow = (key: string): UsageRow => ({
  key,
  runs: 0,
  failed_runs: 0,
  records_read: 0,
  records_written: 0,
  bytes_read: 0,
  bytes_written: 0,
  duration_ms: 0,
  roundtrips: 0,
  throttled: 0,
  throttle_wait_secs: 0,
  cost: 0,
  hosted_equivalent: 0,
})

function add(row: UsageRow, { usage, cost, failed, duration_ms }: UsageRecord): UsageRow {
  const trips = [...Object.values(usage.source_roundtrips ?? {}), ...Object.values(usage.sink_roundtrips ?? {})]
  const notReported = [...new Set([...(row.not_reported ?? []), ...(cost.not_reported ?? [])])]
  return {
    key: row.key,
    runs: addCounts(row.runs, 1),
    failed_runs: addCounts(row.failed_runs, failed ? 1 : 0),
    records_read: addCounts(row.records_read, usage.records_read),
    records_written: addCounts(row.records_written, usage.records_written),
    bytes_read: addCounts(row.bytes_read, usage.bytes_read),
    bytes_written: addCounts(row.bytes_written, usage.bytes_written),
    duration_ms: addCounts(row.duration_ms, duration_ms),
    roundtrips: addCounts(row.roundtrips, sumCounts(trips)),
    throttled: addCounts(row.throttled, usage.throttled ?? 0),
    throttle_wait_secs: row.throttle_wait_secs + (usage.throttle_wait_secs ?? 0),
    cost: row.cost + cost.total,
    hosted_equivalent: row.hosted_equivalent + cost.hosted_equivalent,
    ...(notReported.length > 0 && { not_reported: notReported }),
  }
}

function dearestFirst(a: UsageRow, b: UsageRow): number {
  if (a.cost !== b.cost) return b.cost - a.cost
  return compareCounts(b.records_written, a.records_written) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}

function currencyTotals(records: readonly UsageRecord[]): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>()
  for (const { cost } of records) {
    const before = totals.get(cost.currency)
    totals.set(cost.currency, {
      currency: cost.currency,
      cost: (before?.cost ?? 0) + cost.total,
      hosted_equivalent: (before?.hosted_equivalent ?? 0) + cost.hosted_equivalent,
    })
  }
  return [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}
