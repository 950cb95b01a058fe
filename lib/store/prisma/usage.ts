import 'server-only'
import { bodyText } from '@/lib/contract/body'
import { writeJson } from '@/lib/contract/json'
import type { UsageStore } from '@/lib/contract/ports/usage'
import { USAGE_DEFAULT_LIMIT, type UsageFilter, UsageRecord } from '@/lib/contract/records/usage'
import { type Stored, stored } from '@/lib/contract/stored'
import { ts9 } from '@/lib/store/kit/ts9'
import { isUsageOf, usageOrder, usageRow } from '@/lib/store/kit/usage-rows'
import { type Dialect, Prisma } from './client'
import type { PrismaEnv } from './env'

const CHUNK = 500

type UsageRow = {
  run_id: string
  row_id: string
  pipeline: string
  recorded_at: string
  body: string
}
const storedUsage = ({ body, ...columns }: UsageRow): Stored<UsageRecord> => stored(UsageRecord, columns, body)

export function createPrismaUsage(env: PrismaEnv): UsageStore {
  const { db, shape } = env
  const hasTenant = () => shape.has('faucet_usage', 'tenant')

  return {
    async record(usage) {
      const columns: Record<string, string | null> = {
        ...usageRow(usage),
        body: bodyText(UsageRecord, usage),
        ...((await hasTenant()) && { tenant: usage.tenant ?? null }),
      }
      await db.$executeRaw`
        INSERT INTO faucet_usage (${Prisma.join(Object.keys(columns).map((name) => Prisma.raw(name)))})
        VALUES (${Prisma.join(Object.values(columns))}) ON CONFLICT (run_id, row_id) DO NOTHING`
    },

    async list(filter) {
      const limit = filter.limit || USAGE_DEFAULT_LIMIT
      if (filter.tenant !== undefined && !(await hasTenant())) return ofTenant(env, filter, filter.tenant, limit)
      const tenant = filter.tenant === undefined ? [] : [Prisma.sql`tenant = ${filter.tenant}`]
      const rows = await select(env, [...clauses(filter), ...tenant], limit)
      return rows.sort(usageOrder).map(storedUsage)
    },

    async removeRuns(runIds) {
      let removed = 0
      for (let at = 0; at < runIds.length; at += CHUNK) {
        removed += await db.$executeRaw`
          DELETE FROM faucet_usage WHERE run_id IN (${Prisma.join(runIds.slice(at, at + CHUNK))})`
      }
      return removed
    },
  }
}

/** Without a tenant column: chunk by chunk until enough are found. The text narrows the search, the record decides. */
async function ofTenant(env: PrismaEnv, filter: UsageFilter, tenant: string, limit: number) {
  const spelled = holds(env.dialect, writeJson(tenant))
  const found: Stored<UsageRecord>[] = []
  for (let after: UsageRow | undefined; found.length < limit; ) {
    const rows = await select(env, [...clauses(filter), spelled, ...behind(after)], CHUNK)
    found.push(...rows.map(storedUsage).filter((usage) => isUsageOf(tenant, usage)))
    if (rows.length < CHUNK) break
    after = rows.at(-1)
  }
  return found.slice(0, limit).sort((a, b) => usageOrder(a.columns, b.columns))
}

async function select({ db }: PrismaEnv, conditions: readonly Prisma.Sql[], limit: number): Promise<UsageRow[]> {
  const where = conditions.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join([...conditions], ' AND ')}`
  return db.$queryRaw<UsageRow[]>`
    SELECT run_id, row_id, pipeline, recorded_at, body FROM faucet_usage ${where}
    ORDER BY recorded_at DESC, run_id, row_id LIMIT ${limit}`
}

const clauses = ({ since, until, pipeline }: UsageFilter): Prisma.Sql[] => [
  ...(since === undefined ? [] : [Prisma.sql`recorded_at >= ${ts9(since)}`]),
  ...(until === undefined ? [] : [Prisma.sql`recorded_at < ${ts9(until)}`]),
  ...(pipeline === undefined ? [] : [Prisma.sql`pipeline = ${pipeline}`]),
]

const behind = (row: UsageRow | undefined): Prisma.Sql[] =>
  row === undefined
    ? []
    : [
        Prisma.sql`recorded_at <= ${row.recorded_at} AND
          (recorded_at < ${row.recorded_at} OR (run_id, row_id) > (${row.run_id}, ${row.row_id}))`,
      ]

/** Does the body hold this text? */
const holds = (dialect: Dialect, text: string): Prisma.Sql =>
  dialect === 'sqlite' ? Prisma.sql`instr(body, ${text}) > 0` : Prisma.sql`strpos(body, ${text}) > 0`
