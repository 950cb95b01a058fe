import type { Timestamp } from '@/lib/contract/records/primitives'
import type { CurrencyTotal, UsageBy, UsageRecord, UsageReport, UsageRow } from '@/lib/contract/records/usage'
import { addCounts, compareCounts } from './counts'

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
  const groups = new Map<string, Sum>()
  const total = newSum('total')
  for (const record of records) {
    const key = mixed ? `${keyOf(record, by)} [${record.cost.currency}]` : keyOf(record, by)
    const group = groups.get(key) ?? newSum(key)
    groups.set(key, group)
    add(group, record)
    add(total, record)
  }
  return {
    by,
    currency: mixed ? 'mixed' : (records[0]?.cost.currency ?? 'USD'),
    records: records.length,
    rows: [...groups.values()].map(rowOf).sort(dearestFirst),
    total: mixed ? { ...rowOf(total), cost: 0, hosted_equivalent: 0 } : rowOf(total),
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

/** A row while it is added up. */
interface Sum {
  row: UsageRow
  notReported: Set<string>
}

const newSum = (key: string): Sum => ({
  row: {
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
  },
  notReported: new Set(),
})

const rowOf = ({ row, notReported }: Sum): UsageRow =>
  notReported.size === 0 ? row : { ...row, not_reported: [...notReported] }

function add({ row, notReported }: Sum, { usage, cost, failed, duration_ms }: UsageRecord): void {
  row.runs = addCounts(row.runs, 1)
  row.failed_runs = addCounts(row.failed_runs, failed ? 1 : 0)
  row.records_read = addCounts(row.records_read, usage.records_read)
  row.records_written = addCounts(row.records_written, usage.records_written)
  row.bytes_read = addCounts(row.bytes_read, usage.bytes_read)
  row.bytes_written = addCounts(row.bytes_written, usage.bytes_written)
  row.duration_ms = addCounts(row.duration_ms, duration_ms)
  for (const trips of [usage.source_roundtrips, usage.sink_roundtrips])
    for (const side in trips) row.roundtrips = addCounts(row.roundtrips, trips[side] ?? 0)
  row.throttled = addCounts(row.throttled, usage.throttled ?? 0)
  row.throttle_wait_secs += usage.throttle_wait_secs ?? 0
  row.cost += cost.total
  row.hosted_equivalent += cost.hosted_equivalent
  for (const connector of cost.not_reported ?? []) notReported.add(connector)
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
