import 'server-only'
import type { InsightStore } from '@/lib/contract/ports/insight'
import type { Count } from '@/lib/contract/records/primitives'
import { RUN_STATUSES, type RunColumns, RunRecord, type RunSearch, type StatusCount } from '@/lib/contract/records/runs'
import type { ShardRow } from '@/lib/contract/records/shards'
import { stored } from '@/lib/contract/stored'
import { type Cursor, parseRunCursor } from '@/lib/derive/cursor'
import { columnsMatch, needsBody } from '@/lib/derive/run-match'
import { runFits } from '@/lib/store/kit/run-scan'
import { type Looked, scan } from '@/lib/store/kit/scan'
import { ts9 } from '@/lib/store/kit/ts9'
import { byteOrder } from './byte-order'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { fewLabelled, ofSmallTenant } from './few-runs'
import { createInsightFacts } from './insight-facts'
import { createLogReads } from './insight-logs'
import { createInsightWindows } from './insight-windows'
import { pulse } from './pulse'

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

    async searchRuns(search, budget, after) {
      const { rest, chunk } = await lookAt(env, search, true)
      return scan({ budget, after: after === undefined ? null : parseRunCursor(after), chunk, fits: runFits(rest) })
    },

    async foldRuns(search, look, { start, add, bodies }) {
      const { rest, chunk } = await lookAt(env, search, bodies || needsBody(search))
      const sum = start()
      const fits = runFits(rest)
      const { rows: _, ...far } = await scan({
        budget: { want: 1, look },
        after: null,
        chunk,
        fits(row) {
          const fit = fits(row)
          if (fit) add(sum, row)
          // Nothing is kept: what was added is done with.
          return fit === null ? null : false
        },
      })
      return { ...far, sum }
    },

    countByStatus: (cap, tenant) => (tenant === undefined ? countAll(env, cap) : countLinked(env, cap, tenant)),

    async shardRows(runId, limit, after) {
      const bytes = byteOrder(env.dialect)
      const rest = after === undefined ? Prisma.empty : Prisma.sql`AND shard_id ${bytes} > ${after}`
      const rows = await db.$queryRaw<Record<keyof ShardRow, string | null>[]>`
        SELECT run_id, shard_id, descriptor, size_estimate, status, owner, lease_expires_at, attempt, finished_at
        FROM faucet_serve_shards WHERE run_id = ${runId} ${rest}
        ORDER BY shard_id ${bytes} LIMIT ${Math.max(1, limit)}`
      return rows.map(readShard)
    },

    async idempotency(key) {
      const [claim] = await db.$queryRaw<{ key: string; run_id: string; fingerprint: string; claimed_at: string }[]>`
        SELECT key, run_id, fingerprint, claimed_at FROM faucet_serve_idem WHERE key = ${key}`
      return claim ?? null
    },

    ...createInsightFacts(env),
    ...createInsightWindows(env),
    ...createLogReads(env),

    pulse: (topic) => pulse(env, topic),
  }
}

function* chunked<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += IDS_AT_ONCE) yield items.slice(from, from + IDS_AT_ONCE)
}

async function runColumnNames({ shape }: PrismaEnv): Promise<Prisma.Sql> {
  const later = []
  for (const name of ['pool', 'submitted_by']) if (await shape.has('faucet_serve_runs', name)) later.push(name)
  return Prisma.raw(['run_id', 'owner', 'lease_expires_at', 'cancel_requested', ...later].join(', '))
}

/** A row of the scan without its body: bodies are read only where the columns fit. */
type SlimRow = Record<string, string | null> & { run_id: string; submitted_at: string }

/**
 * The next rows by the submitted index alone, or, where a status is asked for, by one range of the status index each:
 * clauses that no index serves would let a single statement walk the whole table. Labels and submitters that have an
 * index are asked there, and `rest` is what is left to look at.
 */
async function lookAt(
  env: PrismaEnv,
  search: RunSearch,
  bodies: boolean,
): Promise<{ rest: RunSearch; chunk(after: Cursor | null, count: number): Promise<Looked<RunRecord>[]> }> {
  const { db, shape } = env
  const { labels, ...unlabelled } = search
  const labelled = await fewLabelled(env, labels ?? [])
  const rest = labelled === null ? search : unlabelled
  const tenant =
    search.tenant !== undefined && (await shape.has('faucet_tenant_runs'))
      ? Prisma.sql`, (SELECT l.tenant FROM faucet_tenant_runs l WHERE l.run_id = faucet_serve_runs.run_id) AS tenant`
      : Prisma.empty
  const columns = Prisma.sql`${await runColumnNames(env)}, name, status, submitted_at, finished_at, idempotency_key`
  const bounds = [
    ...(labelled === null ? [] : [labelled]),
    ...(search.ids === undefined || search.ids.size === 0 || search.ids.size > IDS_AT_ONCE
      ? []
      : [Prisma.sql`run_id IN (${Prisma.join([...search.ids])})`]),
    ...(await ofSmallTenant(env, search.tenant)),
    ...(search.since === undefined ? [] : [Prisma.sql`submitted_at >= ${ts9(search.since)}`]),
    ...(search.until === undefined ? [] : [Prisma.sql`submitted_at <= ${ts9(search.until)}`]),
    ...(search.submitted_by !== undefined && (await shape.has('faucet_serve_runs', 'submitted_by'))
      ? [Prisma.sql`submitted_by = ${search.submitted_by}`]
      : []),
  ]
  const statuses = [...new Set(search.status)]
  const order = Prisma.sql`ORDER BY submitted_at DESC, run_id DESC`

  const look = (after: { at: string; id: string } | null, count: number): Promise<SlimRow[]> => {
    const behind =
      after === null ? bounds : [...bounds, Prisma.sql`(submitted_at, run_id) < (${after.at}, ${after.id})`]
    const range = (clauses: Prisma.Sql[]) => {
      const where = clauses.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(clauses, ' AND ')}`
      return Prisma.sql`SELECT * FROM (
        SELECT ${columns} ${tenant} FROM faucet_serve_runs ${where} ${order} LIMIT ${count}) one`
    }
    const ranges =
      statuses.length === 0
        ? [range(behind)]
        : statuses.map((status) => range([Prisma.sql`status = ${status}`, ...behind]))
    return db.$queryRaw<SlimRow[]>`
      SELECT * FROM (${Prisma.join(ranges, ' UNION ALL ')}) ranges ${order} LIMIT ${count}`
  }

  return {
    rest,
    async chunk(cursor, count) {
      const rows = await look(cursor?.at ? { at: ts9(cursor.at), id: cursor.id } : null, count)
      const isWanted = (row: SlimRow) => columnsMatch(rest, row)
      return bodies ? withBodies(env, rows, isWanted) : rows.map((row) => bare(row, isWanted(row)))
    },
  }
}

const bare = (row: SlimRow, fits: boolean): Looked<RunRecord> => ({
  at: row.submitted_at,
  id: row.run_id,
  row: fits ? stored(RunRecord, row, '') : null,
})

/** Reads the bodies of the rows that fit, and only those. */
async function withBodies(
  { db }: PrismaEnv,
  rows: readonly SlimRow[],
  fit: (row: SlimRow) => boolean,
): Promise<Looked<RunRecord>[]> {
  const wanted = rows.filter(fit).map((row) => row.run_id)
  const bodies = new Map<string, string>()
  for (const ids of chunked(wanted)) {
    const found = await db.$queryRaw<{ run_id: string; body: string }[]>`
      SELECT run_id, body FROM faucet_serve_runs WHERE run_id IN (${Prisma.join(ids)})`
    for (const { run_id, body } of found) bodies.set(run_id, body)
  }
  return rows.map((row) => {
    const body = bodies.get(row.run_id)
    const found = body === undefined ? null : stored(RunRecord, row, body)
    return { at: row.submitted_at, id: row.run_id, row: found }
  })
}

interface CountRow {
  status: string
  count: string
}

async function countAll({ db }: PrismaEnv, cap: number): Promise<StatusCount[]> {
  const counts = RUN_STATUSES.map(
    (status) => Prisma.sql`
      SELECT ${status} AS status, CAST(COUNT(*) AS TEXT) AS count FROM (
        SELECT 1 AS one FROM faucet_serve_runs WHERE status = ${status} LIMIT ${cap + 1}) counted`,
  )
  const rows = await db.$queryRaw<CountRow[]>`${Prisma.join(counts, ' UNION ALL ')}`
  return statusCounts(rows, cap, false)
}

/** By the links of the tenant: no index says which runs of a status are its own. */
async function countLinked({ db }: PrismaEnv, cap: number, tenant: string): Promise<StatusCount[]> {
  const rows = await db.$queryRaw<CountRow[]>`
    SELECT r.status, CAST(COUNT(*) AS TEXT) AS count FROM (
      SELECT run_id FROM faucet_tenant_runs WHERE tenant = ${tenant} LIMIT ${cap}) l
    JOIN faucet_serve_runs r ON r.run_id = l.run_id GROUP BY r.status`
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
