import type { Count } from '@/lib/contract/records/primitives'
import type { InvocationRecord } from '@/lib/contract/records/runs'
import type { UsageRecord } from '@/lib/contract/records/usage'
import { addCounts, sumCounts } from './counts'

type Calls = Record<string, Count>

/** What one invocation used. */
export interface UsageUnit {
  /** Its place in the run's own order. */
  n: number
  row_id: string
  parent: string | null
  failed: boolean
  connectors: string
  duration_ms: Count
  records_read: Count
  records_written: Count
  bytes_read: Count
  bytes_written: Count
  requests: Count
  currency: string
  cost: number
  hosted: number
}

export interface CostLine {
  item: string
  unit: string
  currency: string
  quantity: number
  /** Null: not the same everywhere. */
  rate: number | null
  amount: number
}

export interface RunUsage {
  invocations: number
  units: UsageUnit[]
  lines: CostLine[]
  source_calls: Calls
  sink_calls: Calls
  retries: Calls
  throttled: Count
  throttle_wait_secs: number
  /** Connectors that do not say what they cost. */
  not_reported: string[]
}

/**
 * What the invocations of a run used, one by one and together. Their own records say so; where one does not, its row in
 * the table of usage does.
 */
export function runUsage(invocations: readonly InvocationRecord[], table: readonly UsageRecord[]): RunUsage {
  const filed = new Map(table.map((usage) => [`${usage.run_id}\u0000${usage.row}`, usage]))
  const sum: RunUsage = {
    invocations: invocations.length,
    units: [],
    lines: [],
    source_calls: {},
    sink_calls: {},
    retries: {},
    throttled: 0,
    throttle_wait_secs: 0,
    not_reported: [],
  }
  const lines = new Map<string, CostLine>()
  const silent = new Set<string>()
  for (const [n, invocation] of invocations.entries()) {
    const usage = invocation.usage ?? filed.get(`${invocation.run_id}\u0000${invocation.row_id}`)
    if (usage === undefined) continue
    sum.units.push(unitOf(n, invocation, usage))
    for (const line of usage.cost.lines) addLine(lines, line, usage.cost.currency)
    for (const name of usage.cost.not_reported ?? []) silent.add(name)
    const used = usage.usage
    addCalls(sum.source_calls, used.source_roundtrips)
    addCalls(sum.sink_calls, used.sink_roundtrips)
    addCalls(sum.retries, used.source_retries)
    sum.throttled = addCounts(sum.throttled, used.throttled ?? 0)
    sum.throttle_wait_secs += used.throttle_wait_secs ?? 0
  }
  sum.lines = [...lines.values()].sort((a, b) => b.amount - a.amount || (a.item < b.item ? -1 : 1))
  sum.not_reported = [...silent].sort()
  return sum
}

function unitOf(n: number, invocation: InvocationRecord, { usage, cost, ...record }: UsageRecord): UsageUnit {
  const calls = [usage.source_roundtrips, usage.sink_roundtrips].flatMap((kinds) => Object.values(kinds ?? {}))
  return {
    n,
    row_id: invocation.row_id,
    parent: invocation.parent_record_key,
    failed: record.failed,
    connectors: `${record.source_kind} → ${record.sink_kind}`,
    duration_ms: record.duration_ms,
    records_read: usage.records_read,
    records_written: usage.records_written,
    bytes_read: usage.bytes_read,
    bytes_written: usage.bytes_written,
    requests: sumCounts(calls),
    currency: cost.currency,
    cost: cost.total,
    hosted: cost.hosted_equivalent,
  }
}

function addLine(
  lines: Map<string, CostLine>,
  { item, unit, quantity, rate, amount }: UsageRecord['cost']['lines'][number],
  currency: string,
): void {
  const key = [item, unit, currency].join('\u0000')
  const before = lines.get(key)
  if (before === undefined) {
    lines.set(key, { item, unit, currency, quantity, rate, amount })
    return
  }
  before.quantity += quantity
  before.amount += amount
  if (before.rate !== rate) before.rate = null
}

function addCalls(sum: Calls, calls: Readonly<Record<string, Count>> = {}): void {
  for (const [kind, count] of Object.entries(calls)) sum[kind] = addCounts(sum[kind] ?? 0, count)
}
