import 'server-only'
import type { InsightStore } from '@/lib/contract/ports/insight'
import type { SchemaChange } from '@/lib/contract/records/catalog'
import { ConnectionRecord } from '@/lib/contract/records/connections'
import { stored } from '@/lib/contract/stored'
import { holdsText } from '@/lib/derive/holds-text'
import { readNumber } from '@/lib/store/kit/template-rows'
import { shortest, ts9 } from '@/lib/store/kit/ts9'
import { byteOrder } from './byte-order'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

/** Small facts of other domains that an overview is made of, each one statement with a bound. */
export function createInsightFacts(
  env: PrismaEnv,
): Pick<InsightStore, 'countDatasets' | 'schemaChanges' | 'templateTests' | 'connectionsInNeed'> {
  const { db, shape, clock, dialect } = env

  return {
    async countDatasets({ kind, q = '' }, cap) {
      const where = kind === undefined ? Prisma.empty : Prisma.sql`WHERE kind = ${kind}`
      if (q === '') {
        const [row] = await db.$queryRaw<{ count: string }[]>`
          SELECT CAST(COUNT(*) AS TEXT) AS count FROM (
            SELECT 1 AS one FROM faucet_catalog_datasets ${where} LIMIT ${cap + 1}) counted`
        const count = Number(row?.count ?? 0)
        return { count: Math.min(count, cap), capped: count > cap }
      }
      const rows = await db.$queryRaw<{ uri: string }[]>`
        SELECT uri FROM faucet_catalog_datasets ${where} LIMIT ${cap + 1}`
      const count = rows.slice(0, cap).filter(({ uri }) => holdsText(uri, q)).length
      return { count, capped: rows.length > cap }
    },

    async schemaChanges(since, until, limit) {
      if (!(await shape.has('faucet_catalog_schema_versions'))) return []
      const rows = await db.$queryRaw<{ dataset_id: string; version: string; recorded_at: string }[]>`
        SELECT dataset_id, version, recorded_at FROM faucet_catalog_schema_versions
        WHERE recorded_at >= ${ts9(since)} AND recorded_at < ${ts9(until)} AND version <> '1'
        ORDER BY recorded_at DESC, dataset_id DESC LIMIT ${Math.max(1, limit)}`
      const now = clock.now()
      return rows.flatMap(({ dataset_id, version, recorded_at }): SchemaChange[] => {
        const number = readNumber(version)
        return number === null ? [] : [{ dataset_id, version: number, recorded_at: shortest(recorded_at, now) }]
      })
    },

    async templateTests(limit, of) {
      if (!(await shape.has('faucet_template_test_results'))) return null
      const own = of === undefined ? Prisma.empty : Prisma.sql`WHERE id = ${of.id} AND version = ${String(of.version)}`
      const rows = await db.$queryRaw<{ body: string }[]>`
        SELECT body FROM faucet_template_test_results ${own} ORDER BY recorded_at DESC, result_id DESC LIMIT ${Math.max(1, limit)}`
      return rows.map(({ body }) => body)
    },

    async connectionsInNeed(limit, tenant) {
      if (!(await shape.has('faucet_tenant_connections'))) return null
      const bytes = byteOrder(dialect)
      const own = tenant === undefined ? Prisma.empty : Prisma.sql`AND tenant = ${tenant}`
      const rows = await db.$queryRaw<(Record<string, string> & { body: string })[]>`
        SELECT tenant, name, status, updated_at, body FROM faucet_tenant_connections
        WHERE status = 'needs_reauth' ${own} ORDER BY tenant ${bytes}, name ${bytes} LIMIT ${Math.max(1, limit)}`
      return rows.map(({ body, ...columns }) => stored(ConnectionRecord, columns, body))
    },
  }
}
