import type { UsageRecord } from '@/lib/contract/records/usage'
import type { Stored } from '@/lib/contract/stored'
import { ts9 } from './ts9'

type Columns = Readonly<Record<string, string | null>>

/** The columns beside the body. */
export const usageRow = (usage: UsageRecord) => ({
  run_id: usage.run_id,
  row_id: usage.row,
  pipeline: usage.pipeline,
  recorded_at: ts9(usage.recorded_at),
})

/** Newest first, then run and row id in code-unit order. */
export function usageOrder(a: Columns, b: Columns): number {
  const [newer, older] = [b['recorded_at'] ?? '', a['recorded_at'] ?? '']
  if (newer !== older) return newer < older ? -1 : 1
  const [left, right] = [`${a['run_id']}\u0000${a['row_id']}`, `${b['run_id']}\u0000${b['row_id']}`]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Whether the record says it was run for this tenant; one that cannot be read belongs to nobody. */
export function isUsageOf(tenant: string, usage: Stored<UsageRecord>): boolean {
  const read = usage.read()
  return read.ok && read.record.tenant === tenant
}
