import 'server-only'
import { shift } from '@/lib/contract/clock'
import type { BulkStore, NewBulkRun } from '@/lib/contract/ports/bulk'
import { BULK_OUTCOMES } from '@/lib/contract/records/bulk'
import { BULK_KEPT_MS, bulkSeq, readBulk, readBulkRun } from '@/lib/store/kit/bulk-rows'
import { ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import { makeConsoleTables } from './console-tables'
import type { PrismaEnv } from './env'

type Row = Record<string, string | null>

/** Well below what SQLite (32,766) and Postgres (65,535) bind in one statement, at six values a row. */
const ROWS_AT_ONCE = 1_000

const BULK = Prisma.sql`id, kind, state, principal, tenant, created_at, ended_at, lease_expires_at, body`
const RUN = Prisma.sql`seq, run_id, name, status, outcome, note, settled_at`

export function createPrismaBulk(env: PrismaEnv): BulkStore {
  const { db, clock, shape } = env
  const isThere = () => shape.has('faucet_console_bulk')

  return {
    async create({ id, kind, principal, tenant, created_at, asked }, runs) {
      if (!(await isThere())) await makeConsoleTables(env)
      const before = ts9(shift(clock.now(), -BULK_KEPT_MS))
      await db.$executeRaw`DELETE FROM faucet_console_bulk WHERE created_at < ${before}`
      await db.$executeRaw`
        DELETE FROM faucet_console_bulk_runs
        WHERE NOT EXISTS (SELECT 1 FROM faucet_console_bulk b WHERE b.id = faucet_console_bulk_runs.bulk_id)`
      await db.$transaction([
        db.$executeRaw`
          INSERT INTO faucet_console_bulk (id, kind, state, principal, tenant, created_at, body)
          VALUES (${id}, ${kind}, 'acting', ${principal}, ${tenant}, ${ts9(created_at)}, ${JSON.stringify(asked)})`,
        ...insertsOf(id, runs).map((statement) => db.$executeRaw(statement)),
      ])
    },

    async get(id) {
      if (!(await isThere())) return null
      const [row] = await db.$queryRaw<Row[]>`SELECT ${BULK} FROM faucet_console_bulk WHERE id = ${id}`
      return row === undefined ? null : readBulk(row, clock.now())
    },

    async list(limit, tenant) {
      if (!(await isThere())) return []
      const own = tenant === undefined ? Prisma.empty : Prisma.sql`WHERE tenant = ${tenant}`
      const rows = await db.$queryRaw<Row[]>`
        SELECT ${BULK} FROM faucet_console_bulk ${own} ORDER BY created_at DESC, id DESC LIMIT ${Math.max(1, limit)}`
      return rows.flatMap((row) => readBulk(row, clock.now()) ?? [])
    },

    async counts(id) {
      if (!(await isThere())) return []
      const rows = await db.$queryRaw<{ outcome: string; note: string | null; count: string }[]>`
        SELECT outcome, note, CAST(COUNT(*) AS TEXT) AS count FROM faucet_console_bulk_runs
        WHERE bulk_id = ${id} GROUP BY outcome, note`
      return rows.flatMap(({ outcome: word, note, count }) => {
        const outcome = BULK_OUTCOMES.find((known) => known === word)
        return outcome === undefined ? [] : [{ outcome, note, count: Number(count) }]
      })
    },

    async runs(id, limit, { outcome, after = '' } = {}) {
      if (!(await isThere())) return []
      const only = outcome === undefined ? Prisma.empty : Prisma.sql`AND outcome = ${outcome}`
      const rows = await db.$queryRaw<Row[]>`
        SELECT ${RUN} FROM faucet_console_bulk_runs WHERE bulk_id = ${id} AND seq > ${after} ${only}
        ORDER BY seq LIMIT ${Math.max(1, limit)}`
      return rows.map(readBulkRun)
    },

    async claim(id, worker, leaseMs) {
      const now = clock.now()
      const taken = await db.$executeRaw`
        UPDATE faucet_console_bulk SET worker = ${worker}, lease_expires_at = ${ts9(shift(now, leaseMs))}
        WHERE id = ${id} AND state = 'acting'
          AND (worker IS NULL OR worker = ${worker} OR lease_expires_at IS NULL OR lease_expires_at < ${ts9(now)})`
      return taken === 1
    },

    async release(id, worker) {
      await db.$executeRaw`
        UPDATE faucet_console_bulk SET worker = NULL, lease_expires_at = NULL WHERE id = ${id} AND worker = ${worker}`
    },

    async begin(id, limit) {
      const next = (outcome: string, count: number) => db.$queryRaw<Row[]>`
        SELECT ${RUN} FROM faucet_console_bulk_runs WHERE bulk_id = ${id} AND outcome = ${outcome}
        ORDER BY seq LIMIT ${count}`
      const most = Math.max(1, limit)
      const again = await next('begun', most)
      const fresh = again.length === most ? [] : await next('todo', most - again.length)
      if (fresh.length > 0) {
        const places = Prisma.join(fresh.map((row) => row['seq'] ?? ''))
        await db.$executeRaw`
          UPDATE faucet_console_bulk_runs SET outcome = 'begun'
          WHERE bulk_id = ${id} AND outcome = 'todo' AND seq IN (${places})`
      }
      return [...again, ...fresh].map(readBulkRun)
    },

    async settle(id, seq, outcome, note, at) {
      await db.$executeRaw`
        UPDATE faucet_console_bulk_runs SET outcome = ${outcome}, note = ${note}, settled_at = ${ts9(at)}
        WHERE bulk_id = ${id} AND seq = ${seq} AND outcome = 'begun'`
    },

    async end(id, to, at) {
      if (!(await isThere())) return false
      const ended = await db.$executeRaw`
        UPDATE faucet_console_bulk SET state = ${to}, ended_at = ${ts9(at)}, worker = NULL, lease_expires_at = NULL
        WHERE id = ${id} AND state = 'acting'`
      return ended === 1
    },
  }
}

function insertsOf(id: string, runs: readonly NewBulkRun[]): Prisma.Sql[] {
  const rows = runs.map(
    ({ run_id, name, status }, index) => Prisma.sql`(${id}, ${bulkSeq(index)}, ${run_id}, ${name}, ${status}, 'todo')`,
  )
  const pieces: Prisma.Sql[] = []
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    pieces.push(Prisma.sql`
      INSERT INTO faucet_console_bulk_runs (bulk_id, seq, run_id, name, status, outcome)
      VALUES ${Prisma.join(rows.slice(from, from + ROWS_AT_ONCE))}`)
  }
  return pieces
}
