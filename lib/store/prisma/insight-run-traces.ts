import 'server-only'
import { EDGES_LOOKED_AT, type InsightRunTraces, VOLUMES_KEPT } from '@/lib/contract/ports/insight-run-traces'
import type { RunCatalog } from '@/lib/contract/records/run-catalog'
import { UsageRecord } from '@/lib/contract/records/usage'
import { type Stored, stored } from '@/lib/contract/stored'
import { LATER_AUDIT_COLUMNS, readAudit } from '@/lib/store/kit/audit-rows'
import { readStat, storedDataset, storedEdge, storedProfile, storedVersion } from '@/lib/store/kit/catalog-rows'
import { storedOutput } from '@/lib/store/kit/output-rows'
import { shortest, ts9 } from '@/lib/store/kit/ts9'
import { byteOrder } from './byte-order'
import { type Dialect, Prisma } from './client'
import type { PrismaEnv } from './env'

type Row = Record<string, string | null>

/** Well below what SQLite (32,766) and Postgres (65,535) bind in one statement. */
const IDS_AT_ONCE = 1_000
/** A part of a statement for each. */
const PARTS_AT_ONCE = 100

export function createInsightRunTraces(env: PrismaEnv): InsightRunTraces {
  const { db, shape, clock, dialect } = env

  return {
    async shardCounts(runId) {
      if (!(await shape.has('faucet_serve_shards'))) return []
      const rows = await db.$queryRaw<{ status: string; count: string }[]>`
        SELECT status, CAST(COUNT(*) AS TEXT) AS count FROM faucet_serve_shards WHERE run_id = ${runId} GROUP BY status`
      return rows.map(({ status, count }) => ({ status, count: Number(count) }))
    },

    async usageOf(ids) {
      if (!(await shape.has('faucet_usage'))) return null
      const found: Stored<UsageRecord>[] = []
      for (const some of chunked(ids, IDS_AT_ONCE)) {
        const rows = await db.$queryRaw<(Row & { body: string })[]>`
          SELECT run_id, row_id, pipeline, recorded_at, body FROM faucet_usage WHERE run_id IN (${Prisma.join(some)})`
        found.push(...rows.map(({ body, ...columns }) => stored(UsageRecord, texts(columns), body)))
      }
      return found
    },

    async auditOf(runId, since, { limit, look }) {
      if (!(await shape.has('faucet_serve_audit'))) return null
      const tenants = await shape.has('faucet_serve_audit_tenants')
      const present = await Promise.all(LATER_AUDIT_COLUMNS.map((name) => shape.has('faucet_serve_audit', name)))
      const later = LATER_AUDIT_COLUMNS.filter((_, at) => present[at]).map((name) => Prisma.sql`a.${Prisma.raw(name)}`)
      const columns = Prisma.join([AUDIT, ...later, ...(tenants ? [Prisma.sql`t.tenant`] : [])])
      // No index knows runs: the end of what is looked at comes from the index of times alone.
      const [end] = await db.$queryRaw<{ ts: string }[]>`
        SELECT ts FROM faucet_serve_audit WHERE ts >= ${ts9(since)} ORDER BY ts LIMIT 1 OFFSET ${look}`
      const bound = end === undefined ? Prisma.empty : Prisma.sql`AND a.ts < ${end.ts}`
      const rows = await db.$queryRaw<Row[]>`
        SELECT ${columns} FROM faucet_serve_audit a
        ${tenants ? Prisma.sql`LEFT JOIN faucet_serve_audit_tenants t ON t.id = a.id` : Prisma.empty}
        WHERE a.ts >= ${ts9(since)} ${bound} AND a.run_id = ${runId} ORDER BY a.ts, a.id LIMIT ${limit}`
      const now = clock.now()
      return {
        entries: rows.map((row) => readAudit(row, now)),
        reached: end === undefined ? null : shortest(end.ts, now),
      }
    },

    catalogOf: async (runId, datasetIds, until) =>
      (await shape.has('faucet_catalog_datasets')) ? catalogOf(env, runId, [...new Set(datasetIds)], ts9(until)) : null,

    async outputsOf(runId, datasetIds, limit) {
      if (!(await shape.has('faucet_local_outputs'))) return null
      if (datasetIds.length === 0) return []
      const rows = await db.$queryRaw<Row[]>`
        SELECT id, path, dataset_id, pipeline, last_written_at, deleted_at, body FROM faucet_local_outputs
        WHERE dataset_id IN (${Prisma.join([...new Set(datasetIds)].slice(0, IDS_AT_ONCE))})
          AND ${holds(dialect, JSON.stringify(runId))}
        ORDER BY path ${byteOrder(dialect)} LIMIT ${limit}`
      return rows.map(storedOutput).filter((row) => {
        const read = row.read()
        return read.ok && read.record.run_id === runId
      })
    },
  }
}

const AUDIT = Prisma.sql`a.id, a.ts, a.principal, a.role, a.action, a.run_id, a.config_fingerprint, a.source_ip, a.result`

async function catalogOf(env: PrismaEnv, runId: string, ids: readonly string[], until: string): Promise<RunCatalog> {
  const { db, clock } = env
  const edges: Row[] = []
  for (const some of chunked(ids, IDS_AT_ONCE)) {
    edges.push(
      ...(await db.$queryRaw<Row[]>`
        SELECT src_id, dst_id, last_seen, body FROM faucet_catalog_edges
        WHERE dst_id IN (${Prisma.join(some)}) ORDER BY last_seen DESC, src_id, dst_id LIMIT ${EDGES_LOOKED_AT}`),
    )
  }
  const all = [...new Set([...ids, ...edges.map((edge) => edge['src_id'] ?? '')])]
  const found: Record<'datasets' | 'volumes' | 'versions' | 'profiles', Row[]> = {
    datasets: [],
    volumes: [],
    versions: [],
    profiles: [],
  }
  for (const some of chunked(all, PARTS_AT_ONCE)) {
    const among = Prisma.sql`dataset_id IN (${Prisma.join(some)})`
    found.datasets.push(
      ...(await db.$queryRaw<Row[]>`
        SELECT id, uri, kind, last_seen, body FROM faucet_catalog_datasets WHERE id IN (${Prisma.join(some)})`),
    )
    const newest = some.map(
      (id) => Prisma.sql`
        SELECT * FROM (SELECT dataset_id, recorded_at, run_id, records FROM faucet_catalog_stats
          WHERE dataset_id = ${id} AND recorded_at <= ${until} ORDER BY recorded_at DESC LIMIT ${VOLUMES_KEPT}) one`,
    )
    found.volumes.push(...(await db.$queryRaw<Row[]>`${Prisma.join(newest, ' UNION ALL ')}`))
    found.versions.push(
      ...(await db.$queryRaw<Row[]>`
        SELECT dataset_id, version, recorded_at, body FROM faucet_catalog_schema_versions
        WHERE ${among} AND ${holds(env.dialect, JSON.stringify(runId))}`),
    )
    if (await env.shape.has('faucet_catalog_profiles')) {
      found.profiles.push(
        ...(await db.$queryRaw<Row[]>`
          SELECT dataset_id, recorded_at, run_id, body FROM faucet_catalog_profiles
          WHERE ${among} AND run_id = ${runId} ORDER BY recorded_at DESC`),
      )
    }
  }
  const now = clock.now()
  return {
    datasets: found.datasets.map(storedDataset),
    edges: edges.map(storedEdge),
    volumes: found.volumes.map((row) => ({ ...readStat(row, now), dataset_id: row['dataset_id'] ?? '' })),
    versions: found.versions.map(storedVersion).filter((row) => {
      const read = row.read()
      return read.ok && read.record.run_id === runId
    }),
    profiles: found.profiles.map(storedProfile),
  }
}

function* chunked<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

const texts = (columns: Row): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).filter((entry): entry is [string, string] => entry[1] !== null))

/** Does the body hold this text? No JSON in SQL: one broken body would fail the whole statement. */
const holds = (dialect: Dialect, text: string): Prisma.Sql =>
  dialect === 'sqlite' ? Prisma.sql`instr(body, ${text}) > 0` : Prisma.sql`strpos(body, ${text}) > 0`
