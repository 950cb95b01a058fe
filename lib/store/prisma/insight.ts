import 'server-only'
import type { InsightStore } from '@/lib/contract/ports/insight'
import type { Count } from '@/lib/contract/records/primitives'
import {
  RUN_STATUSES,
  type RunColumns,
  type RunRecord,
  type RunSearch,
  type StatusCount,
} from '@/lib/contract/records/runs'
import type { ShardRow } from '@/lib/contract/records/shards'
import type { Stored } from '@/lib/contract/stored'
import { parseRunCursor } from '@/lib/derive/cursor'
import { ts9 } from '@/lib/store/kit/ts9'
import { byteOrder } from './byte-order'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { createInsightFacts } from './insight-facts'
import { createLogReads } from './insight-logs'
import { createInsightLookup } from './insight-lookup'
import { createInsightRunParts } from './insight-run-parts'
import { createInsightRunTraces } from './insight-run-traces'
import { findSubmitters } from './insight-submitters'
import { createInsightWindows } from './insight-windows'
import { pulse } from './pulse'
import { runColumnNames } from './run-plan'
import { walkRuns } from './walk-runs'

/** Well below what SQLite (32,766) and Postgres (65,535) bind in one statement. */
const IDS_AT_ONCE = 1_000

export function createPrismaInsight(env: PrismaEnv): InsightStore {
  const { db } = env

  return {
    async runColumns(runIds) {
      const columns = await runColumnNames(env)
      const found: RunColumns[] = []
      for (const ids of chunked([...new Set(runIds)])) {
        found.push(
          ...(await db.$queryRaw<RunColumns[]>`
            SELECT ${columns} FROM faucet_serve_runs WHERE run_id IN (${Prisma.join(ids)})`),
        )
      }
      return found
    },

    submitters: (runIds) => findSubmitters(env, runIds),

    async searchRuns(search, budget, after) {
      const rows: Stored<RunRecord>[] = []
      const far = await walkRuns(env, search, {
        after: after === undefined ? null : parseRunCursor(after),
        look: budget.look,
        ms: budget.ms,
        bodies: true,
        take: (run) => rows.push(run) >= budget.want,
      })
      return { ...far, rows }
    },

    async foldRuns(search, look, { start, add, bodies }) {
      const sum = start()
      const far = await walkRuns(env, search, {
        after: null,
        ...(typeof look === 'number' ? { look, ms: undefined } : { look: look.look, ms: look.ms }),
        bodies,
        take(run) {
          add(sum, run)
          return false
        },
      })
      return { ...far, sum }
    },

    countByStatus: (cap, { tenant, ...window } = {}) =>
      tenant === undefined ? countAll(env, cap, window) : countLinked(env, cap, tenant, window),

    async shardRows(runId, limit, after, status) {
      const bytes = byteOrder(env.dialect)
      const rest = after === undefined ? Prisma.empty : Prisma.sql`AND shard_id ${bytes} > ${after}`
      const only = status === undefined ? Prisma.empty : Prisma.sql`AND status = ${status}`
      const rows = await db.$queryRaw<Record<keyof ShardRow, string | null>[]>`
        SELECT run_id, shard_id, descriptor, size_estimate, status, owner, lease_expires_at, attempt, finished_at
        FROM faucet_serve_shards WHERE run_id = ${runId} ${rest} ${only}
        ORDER BY shard_id ${bytes} LIMIT ${Math.max(1, limit)}`
      return rows.map(readShard)
    },

    async idempotency(key) {
      const [claim] = await db.$queryRaw<{ key: string; run_id: string; fingerprint: string; claimed_at: string }[]>`
        SELECT key, run_id, fingerprint, claimed_at FROM faucet_serve_idem WHERE key = ${key}`
      return claim ?? null
    },

    ...createInsightFacts(env),
    ...createInsightRunParts(env),
    ...createInsightRunTraces(env),
    ...createInsightLookup(env),
    ...createInsightWindows(env),
    ...createLogReads(env),

    pulse: (topic) => pulse(env, topic),
  }
}

function* chunked<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += IDS_AT_ONCE) yield items.slice(from, from + IDS_AT_ONCE)
}

interface CountRow {
  status: string
  count: string
}

type Window = Pick<RunSearch, 'since' | 'until'>

const within = ({ since, until }: Window): Prisma.Sql[] => [
  ...(since === undefined ? [] : [Prisma.sql`submitted_at >= ${ts9(since)}`]),
  ...(until === undefined ? [] : [Prisma.sql`submitted_at <= ${ts9(until)}`]),
]

async function countAll({ db }: PrismaEnv, cap: number, window: Window): Promise<StatusCount[]> {
  const counts = RUN_STATUSES.map((status) => {
    const all = Prisma.join([Prisma.sql`status = ${status}`, ...within(window)], ' AND ')
    return Prisma.sql`
      SELECT ${status} AS status, CAST(COUNT(*) AS TEXT) AS count FROM (
        SELECT 1 AS one FROM faucet_serve_runs WHERE ${all} LIMIT ${cap + 1}) counted`
  })
  const rows = await db.$queryRaw<CountRow[]>`${Prisma.join(counts, ' UNION ALL ')}`
  return statusCounts(rows, cap, false)
}

/** By the links of the tenant: no index says which runs of a status are its own. */
async function countLinked({ db }: PrismaEnv, cap: number, tenant: string, window: Window): Promise<StatusCount[]> {
  const bounds = within(window)
  const rows = await db.$queryRaw<CountRow[]>`
    SELECT r.status, CAST(COUNT(*) AS TEXT) AS count FROM (
      SELECT run_id FROM faucet_tenant_runs WHERE tenant = ${tenant} LIMIT ${cap}) l
    JOIN faucet_serve_runs r ON r.run_id = l.run_id
    ${bounds.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(bounds, ' AND ')}`} GROUP BY r.status`
  const [more] = await db.$queryRaw<unknown[]>`
    SELECT 1 AS one FROM faucet_tenant_runs WHERE tenant = ${tenant} LIMIT 1 OFFSET ${cap}`
  return statusCounts(rows, cap, more !== undefined)
}

function statusCounts(rows: readonly CountRow[], cap: number, stopped: boolean): StatusCount[] {
  const counts = new Map(rows.map((row) => [row.status, Number(row.count)]))
  return RUN_STATUSES.map((status) => {
    const count = counts.get(status) ?? 0
    return { status, count: Math.min(count, cap), capped: stopped || count > cap }
  })
}

const readShard = (row: Record<keyof ShardRow, string | null>): ShardRow => ({
  ...row,
  run_id: row.run_id ?? '',
  shard_id: row.shard_id ?? '',
  descriptor: row.descriptor ?? '',
  status: row.status ?? '',
  size_estimate: countIn(row.size_estimate),
  attempt: Number(countIn(row.attempt) ?? 0),
})

function countIn(text: string | null): Count | null {
  if (text === null || !/^\d{1,20}$/.test(text)) return null
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)
}
