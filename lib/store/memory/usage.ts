import { bodyText } from '@/lib/contract/body'
import type { UsageStore } from '@/lib/contract/ports/usage'
import { USAGE_DEFAULT_LIMIT, type UsageFilter, UsageRecord } from '@/lib/contract/records/usage'
import { type Stored, stored } from '@/lib/contract/stored'
import { ts9 } from '@/lib/store/kit/ts9'
import { isUsageOf, usageOrder, usageRow } from '@/lib/store/kit/usage-rows'
import { keyOf, type MemoryEnv, type TableRow } from './state'

const KEPT = 10_000

const storedUsage = ({ body, ...columns }: TableRow): Stored<UsageRecord> => stored(UsageRecord, columns, body ?? '')

export function createMemoryUsage({ state }: MemoryEnv): UsageStore {
  const rows = state.table('faucet_usage')
  let added = 0

  return {
    async record(usage) {
      const row = { ...usageRow(usage), body: bodyText(UsageRecord, usage) }
      // Repeats are kept: each record has a key of its own.
      rows.set(keyOf(usage.run_id, usage.row, String(added++)), row)
      for (const key of rows.keys()) {
        if (rows.size <= KEPT) break
        rows.delete(key)
      }
    },

    async list(filter) {
      const found: Stored<UsageRecord>[] = []
      for (const row of [...rows.values()].filter((row) => selects(filter, row)).sort(usageOrder)) {
        if (found.length === (filter.limit || USAGE_DEFAULT_LIMIT)) break
        const usage = storedUsage(row)
        if (filter.tenant === undefined || isUsageOf(filter.tenant, usage)) found.push(usage)
      }
      return found
    },

    async removeRuns(runIds) {
      const doomed = new Set(runIds)
      let removed = 0
      for (const [key, row] of rows) {
        if (!doomed.has(row['run_id'] ?? '')) continue
        rows.delete(key)
        removed++
      }
      return removed
    },
  }
}

function selects(filter: UsageFilter, row: TableRow): boolean {
  const at = row['recorded_at'] ?? ''
  return (
    (filter.since === undefined || at >= ts9(filter.since)) &&
    (filter.until === undefined || at < ts9(filter.until)) &&
    (filter.pipeline === undefined || row['pipeline'] === filter.pipeline)
  )
}
