import 'server-only'
import { bodyText } from '@/lib/contract/body'
import { shift } from '@/lib/contract/clock'
import type { RunsStore } from '@/lib/contract/ports/runs'
import { isTimestamp } from '@/lib/contract/records/primitives'
import { RUN_STATUSES, RunRecord, TERMINAL_STATUSES } from '@/lib/contract/records/runs'
import { isPast } from '@/lib/derive/instants'
import { isDeletable } from '@/lib/derive/run-status'
import { ts9, ts9OrNull } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { listRuns, RUN_COLUMNS, type RunRow, storedRun } from './list-runs'

const CLAIM_ATTEMPTS = 8
const TERMINAL = Prisma.join([...TERMINAL_STATUSES])
const LIVE = Prisma.join(RUN_STATUSES.filter((status) => !isDeletable(status)))

export function createPrismaRuns(env: PrismaEnv): RunsStore {
  const { db, clock, instanceId, leaseTtlMs, idempotencyRetentionMs, shape } = env

  return {
    async claimIdempotency(key, fingerprint, runId, windowMs) {
      const now = clock.now()
      for (let round = 0; round < CLAIM_ATTEMPTS; round++) {
        const inserted = await db.$executeRaw`
          INSERT INTO faucet_serve_idem (key, run_id, fingerprint, claimed_at)
          VALUES (${key}, ${runId}, ${fingerprint}, ${ts9(now)}) ON CONFLICT (key) DO NOTHING`
        if (inserted === 1) return { kind: 'fresh' }
        const [held] = await db.$queryRaw<{ run_id: string; fingerprint: string; claimed_at: string }[]>`
          SELECT run_id, fingerprint, claimed_at FROM faucet_serve_idem WHERE key = ${key}`
        if (held === undefined) continue
        const expired = isTimestamp(held.claimed_at) && isPast(held.claimed_at, now, windowMs)
        if (!expired) {
          return held.fingerprint === fingerprint ? { kind: 'replay', run_id: held.run_id } : { kind: 'conflict' }
        }
        // Whoever else takes it over changes the claim time: the text just read is the guard.
        const taken = await db.$executeRaw`
          UPDATE faucet_serve_idem SET run_id = ${runId}, fingerprint = ${fingerprint}, claimed_at = ${ts9(now)}
          WHERE key = ${key} AND claimed_at = ${held.claimed_at}`
        if (taken === 1) return { kind: 'fresh' }
      }
      return { kind: 'conflict' }
    },

    async releaseIdempotency(runId) {
      await db.$executeRaw`DELETE FROM faucet_serve_idem WHERE run_id = ${runId}`
    },

    async upsert(run) {
      const body = bodyText(RunRecord, run)
      const columns: Record<string, string | null> = {
        run_id: run.run_id,
        name: run.name,
        status: run.status,
        submitted_at: ts9(run.submitted_at),
        finished_at: ts9OrNull(run.finished_at),
        idempotency_key: run.idempotency_key,
        owner: instanceId,
        lease_expires_at: ts9(shift(clock.now(), leaseTtlMs)),
        body,
        ...(await laterRunColumns(shape, run)),
      }
      await inOneStep(db, [
        db.$executeRaw`
          INSERT INTO faucet_serve_runs (${names(columns)}) VALUES (${values(columns)})
          ON CONFLICT (run_id) DO UPDATE SET ${Prisma.join(Object.keys(columns).flatMap(replacing))}`,
        ...(await labelRows(env, run)),
      ])
    },

    async get(runId) {
      const [row] = await db.$queryRaw<RunRow[]>`SELECT ${RUN_COLUMNS} FROM faucet_serve_runs WHERE run_id = ${runId}`
      return row === undefined ? null : storedRun(row)
    },

    list: (filter) => listRuns(env, filter),

    async remove(runId) {
      const [row] = await db.$queryRaw<{ status: string }[]>`
        SELECT status FROM faucet_serve_runs WHERE run_id = ${runId}`
      if (row === undefined) return 'not_found'
      if (!isDeletable(row.status)) return 'still_running'
      const gone = Prisma.sql`NOT EXISTS (SELECT 1 FROM faucet_serve_runs WHERE run_id = ${runId})`
      const companions = []
      for (const table of [
        'faucet_tenant_runs',
        'faucet_serve_idem',
        'faucet_serve_shards',
        'faucet_serve_run_labels',
        'faucet_serve_run_secrets',
      ]) {
        if (!(await shape.has(table))) continue
        companions.push(db.$executeRaw`DELETE FROM ${Prisma.raw(table)} WHERE run_id = ${runId} AND ${gone}`)
      }
      const [removed] = await db.$transaction([
        db.$executeRaw`DELETE FROM faucet_serve_runs WHERE run_id = ${runId} AND status NOT IN (${LIVE})`,
        ...companions,
      ])
      if (removed === 1) return 'deleted'
      const [still] = await db.$queryRaw<unknown[]>`SELECT 1 AS one FROM faucet_serve_runs WHERE run_id = ${runId}`
      return still === undefined ? 'not_found' : 'still_running'
    },

    async purgeExpired(retainMs) {
      const now = clock.now()
      const before = ts9(shift(now, -retainMs))
      const removed = await db.$executeRaw`
        DELETE FROM faucet_serve_runs
        WHERE status IN (${TERMINAL}) AND finished_at IS NOT NULL AND finished_at < ${before}`
      const claimsBefore = ts9(shift(now, -idempotencyRetentionMs))
      const sweeps: [string, Prisma.Sql][] = [
        ['faucet_serve_idem', Prisma.sql`claimed_at < ${claimsBefore}`],
        ['faucet_serve_instances', Prisma.sql`last_heartbeat < ${before}`],
        ['faucet_serve_instance_caps', without('faucet_serve_instances', 'instance_id')],
        ['faucet_serve_shards', without('faucet_serve_runs', 'run_id')],
        ['faucet_tenant_runs', without('faucet_serve_runs', 'run_id')],
        ['faucet_serve_run_labels', without('faucet_serve_runs', 'run_id')],
        ['faucet_serve_run_secrets', without('faucet_serve_runs', 'run_id')],
        ['faucet_serve_audit', Prisma.sql`ts < ${before}`],
        ['faucet_serve_audit_tenants', without('faucet_serve_audit', 'id')],
      ]
      for (const [table, condition] of sweeps) {
        // Best effort, as engines do: what stays behind is swept the next time.
        try {
          if (await shape.has(table))
            await db.$executeRaw`DELETE FROM ${Prisma.raw(table)} AS companion WHERE ${condition}`
        } catch {}
      }
      return removed
    },
  }
}

/** A companion row whose main row is gone. Not NOT IN: one null key there would keep every companion for ever. */
const without = (main: string, key: string) =>
  Prisma.raw(`NOT EXISTS (SELECT 1 FROM ${main} main WHERE main.${key} = companion.${key})`)

/** Columns that only later stores have; `submitted_by` is never blanked once set. */
export async function laterRunColumns(
  shape: PrismaEnv['shape'],
  run: RunRecord,
): Promise<Record<string, string | null>> {
  return {
    ...((await shape.has('faucet_serve_runs', 'pool')) && { pool: run.pool ?? null }),
    ...((await shape.has('faucet_serve_runs', 'submitted_by')) && { submitted_by: run.submitted_by ?? null }),
  }
}

/** One row per label where the store keeps them, only for a run that has none yet: half a set would stay half for ever. */
export async function labelRows({ db, shape }: PrismaEnv, run: RunRecord) {
  const labels = Object.entries(run.labels)
  if (labels.length === 0 || !(await shape.has('faucet_serve_run_labels'))) return []
  const rows = labels.map(([key, value]) => Prisma.sql`(${key}, ${value})`)
  return [
    db.$executeRaw`
      INSERT INTO faucet_serve_run_labels (run_id, key, value)
      SELECT ${run.run_id}, column1, column2 FROM (VALUES ${Prisma.join(rows)}) AS fresh
      WHERE NOT EXISTS (SELECT 1 FROM faucet_serve_run_labels WHERE run_id = ${run.run_id})`,
  ]
}

const names = (columns: object) => Prisma.join(Object.keys(columns).map((name) => Prisma.raw(name)))
const values = (columns: Record<string, string | null>) => Prisma.join(Object.values(columns))

function replacing(name: string): Prisma.Sql[] {
  if (name === 'run_id') return []
  if (name === 'submitted_by')
    return [Prisma.sql`submitted_by = COALESCE(excluded.submitted_by, faucet_serve_runs.submitted_by)`]
  return [Prisma.sql`${Prisma.raw(name)} = excluded.${Prisma.raw(name)}`]
}

/** Several statements in one transaction, or one by itself: a transaction costs a round trip and, on SQLite, the lock twice. */
async function inOneStep(db: PrismaEnv['db'], statements: ReturnType<PrismaEnv['db']['$executeRaw']>[]): Promise<void> {
  const [only, ...more] = statements
  if (more.length === 0) await only
  else await db.$transaction(statements)
}
