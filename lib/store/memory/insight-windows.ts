import type { InsightWindows } from '@/lib/contract/ports/insight-windows'
import { CatalogDataset } from '@/lib/contract/records/catalog'
import { stored } from '@/lib/contract/stored'
import { ts9 } from '@/lib/store/kit/ts9'
import { windowCount } from '@/lib/store/kit/window-count'
import { newestFirst, place, runRow } from './runs'
import type { MemoryEnv, TableRow } from './state'

export function createMemoryInsightWindows({ state }: MemoryEnv): InsightWindows {
  const runs = state.table('faucet_serve_runs')
  const submitted = (row: TableRow) => row['submitted_at'] ?? ''
  const bare = (row: TableRow) => runRow({ ...row, body: '' })

  return {
    async countWindows(edges) {
      return edges.slice(1).map((until, at) => {
        const [from, to] = [ts9(edges[at] ?? until), ts9(until)]
        const within = [...runs.values()].filter((row) => submitted(row) >= from && submitted(row) < to)
        return windowCount((name) =>
          name === 'total' ? within.length : within.filter((row) => row['status'] === name).length,
        )
      })
    },

    async runsWithin(since, until, limit, after) {
      const [from, to] = [ts9(since), ts9(until)]
      const last = after === undefined ? null : `${after.submitted_at}\u0000${after.run_id}`
      return [...runs.values()]
        .filter((row) => submitted(row) >= from && submitted(row) < to && (last === null || place(row) < last))
        .sort(newestFirst)
        .slice(0, limit)
        .map(runRow)
    },

    async oldestRuns(statuses, limit) {
      const order = (row: TableRow) => `${submitted(row)}\u0000${row['run_id']}`
      return [...runs.values()]
        .filter((row) => statuses.includes(row['status'] ?? ''))
        .sort((a, b) => (order(a) < order(b) ? -1 : 1))
        .slice(0, limit)
        .map(bare)
    },

    async lapsedRuns(now, limit) {
      const lease = (row: TableRow) => row['lease_expires_at'] ?? ''
      return [...runs.values()]
        .filter((row) => (row['status'] === 'running' || row['status'] === 'queued') && lease(row) < ts9(now))
        .sort((a, b) => (`${lease(a)}\u0000${a['run_id']}` < `${lease(b)}\u0000${b['run_id']}` ? -1 : 1))
        .slice(0, limit)
        .map(bare)
    },

    async catalogFreshness(before, limit, cap) {
      const seen = (row: TableRow) => row['last_seen'] ?? ''
      const all = [...state.table('faucet_catalog_datasets').values()]
      const stale = all.filter((row) => seen(row) < ts9(before))
      const oldest = stale.sort((a, b) => (`${seen(a)}\u0000${a['id']}` < `${seen(b)}\u0000${b['id']}` ? -1 : 1))
      return {
        datasets: Math.min(all.length, cap),
        stale: Math.min(stale.length, cap),
        capped: all.length > cap,
        oldest: oldest.slice(0, limit).map(({ body, ...columns }) => stored(CatalogDataset, columns, body ?? '')),
      }
    },

    async templateCounts() {
      const ids = (table: string) => new Set([...state.table(table).values()].map((row) => row['id'])).size
      return {
        templates: ids('faucet_templates'),
        launched: ids('faucet_template_launches'),
        deprecated: ids('faucet_template_deprecations'),
      }
    },
  }
}
