import 'server-only'
import { type InsightLookup, isIdPrefix } from '@/lib/contract/ports/insight-lookup'
import { RunRecord } from '@/lib/contract/records/runs'
import { stored } from '@/lib/contract/stored'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

/** Rows of the range that are looked at. */
const NEAR = 200

export function createInsightLookup({ db, shape }: PrismaEnv): InsightLookup {
  return {
    async runsByIdPrefix(prefix, limit, tenant) {
      if (!isIdPrefix(prefix)) return []
      if (tenant !== undefined && !(await shape.has('faucet_tenant_runs'))) return []
      // A range of the key in any collation: some sort hyphens as if they were not there, so the range is wide and the
      // prefix is compared.
      const range = Prisma.sql`run_id >= ${prefix} AND run_id < ${`${prefix}zzzz`}`
      const linked =
        tenant === undefined
          ? Prisma.empty
          : Prisma.sql`AND (SELECT l.tenant FROM faucet_tenant_runs l WHERE l.run_id = near.run_id) = ${tenant}`
      const rows = await db.$queryRaw<(Record<string, string | null> & { run_id: string })[]>`
        SELECT run_id, name, status, submitted_at, finished_at FROM (
          SELECT run_id, name, status, submitted_at, finished_at FROM faucet_serve_runs
          WHERE ${range} ORDER BY run_id LIMIT ${NEAR}) near
        WHERE substr(run_id, 1, ${Prisma.raw(String(prefix.length))}) = ${prefix} ${linked}
        ORDER BY submitted_at DESC, run_id DESC LIMIT ${Math.max(1, limit)}`
      return rows.map((row) => stored(RunRecord, row, ''))
    },
  }
}
