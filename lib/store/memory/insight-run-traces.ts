import { EDGES_LOOKED_AT, type InsightRunTraces, VOLUMES_KEPT } from '@/lib/contract/ports/insight-run-traces'
import { UsageRecord } from '@/lib/contract/records/usage'
import { stored } from '@/lib/contract/stored'
import { readAudit } from '@/lib/store/kit/audit-rows'
import { readStat, storedDataset, storedEdge, storedProfile, storedVersion } from '@/lib/store/kit/catalog-rows'
import { storedOutput } from '@/lib/store/kit/output-rows'
import { shortest, ts9 } from '@/lib/store/kit/ts9'
import type { MemoryEnv, TableRow } from './state'

export function createMemoryInsightRunTraces({ state, clock }: MemoryEnv): InsightRunTraces {
  const rowsOf = (table: string) => [...state.table(table).values()]
  const among = (ids: readonly string[], column: string) => {
    const wanted = new Set(ids)
    return (row: TableRow) => wanted.has(row[column] ?? '')
  }

  return {
    // One process has nobody to share a run with.
    shardCounts: async () => [],

    usageOf: async (ids) =>
      rowsOf('faucet_usage')
        .filter(among(ids, 'run_id'))
        .map(({ body, ...columns }) => stored(UsageRecord, columns, body ?? '')),

    async auditOf(runId, since, { limit, look }) {
      const tenants = state.table('faucet_serve_audit_tenants')
      const later = rowsOf('faucet_serve_audit')
        .filter((row) => (row['ts'] ?? '') >= ts9(since))
        .sort((a, b) => order(`${a['ts']}\u0000${a['id']}`, `${b['ts']}\u0000${b['id']}`))
      const now = clock.now()
      const end = later[look]
      return {
        entries: later
          .filter((row) => end === undefined || (row['ts'] ?? '') < (end['ts'] ?? ''))
          .filter((row) => row['run_id'] === runId)
          .slice(0, limit)
          .map((row) => readAudit({ ...row, tenant: tenants.get(row['id'] ?? '')?.['tenant'] ?? null }, now)),
        reached: end === undefined ? null : shortest(end['ts'] ?? '', now),
      }
    },

    async catalogOf(runId, datasetIds, until) {
      const edges = rowsOf('faucet_catalog_edges')
        .filter(among(datasetIds, 'dst_id'))
        .sort((a, b) => order(b['last_seen'] ?? '', a['last_seen'] ?? ''))
        .slice(0, EDGES_LOOKED_AT)
      const all = [...new Set([...datasetIds, ...edges.map((edge) => edge['src_id'] ?? '')])]
      const now = clock.now()
      const volumesOf = (id: string) =>
        rowsOf('faucet_catalog_stats')
          .filter((row) => row['dataset_id'] === id && (row['recorded_at'] ?? '') <= ts9(until))
          .sort((a, b) => order(b['recorded_at'] ?? '', a['recorded_at'] ?? ''))
          .slice(0, VOLUMES_KEPT)
          .map((row) => ({ ...readStat(row, now), dataset_id: id }))
      return {
        datasets: rowsOf('faucet_catalog_datasets').filter(among(all, 'id')).map(storedDataset),
        edges: edges.map(storedEdge),
        volumes: all.flatMap(volumesOf),
        versions: rowsOf('faucet_catalog_schema_versions')
          .filter(among(all, 'dataset_id'))
          .map(storedVersion)
          .filter((row) => {
            const read = row.read()
            return read.ok && read.record.run_id === runId
          }),
        profiles: rowsOf('faucet_catalog_profiles')
          .filter(among(all, 'dataset_id'))
          .filter((row) => row['run_id'] === runId)
          .map(storedProfile),
      }
    },

    outputsOf: async (runId, datasetIds, limit) =>
      rowsOf('faucet_local_outputs')
        .filter(among(datasetIds, 'dataset_id'))
        .sort((a, b) => order(a['path'] ?? '', b['path'] ?? ''))
        .map(storedOutput)
        .filter((row) => {
          const read = row.read()
          return read.ok && read.record.run_id === runId
        })
        .slice(0, limit),
  }
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
