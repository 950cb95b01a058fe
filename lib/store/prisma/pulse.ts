import 'server-only'
import { TRUNCATED_SEQ } from '@/lib/contract/records/logs'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { isLive } from '@/lib/derive/run-status'
import { sha256Hex } from '@/lib/store/kit/hash'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

/** Runs of a pulse: of those going on, and of the newest. */
const GOING_ON = 200
const NEWEST = 50
/** Requests that still change have a body that grows with each approval. */
const OPEN_CHANGES = 200

/** A few index ranges as one text: asked for once a second and topic, however many listen. Leases are no news. */
export async function pulse(env: PrismaEnv, topic: string): Promise<string> {
  const [name = '', id = ''] = topic.split(/:(.*)/s)
  if (name === 'run') return print(await runNow(env, id))
  if (name === 'logs') return print(await logsNow(env, id))
  if (name === 'runs' && id === '') return print(await runsNow(env))
  if (name === 'changes' && id === '') return print(await changesNow(env))
  return ''
}

const print = (rows: readonly unknown[]): string => sha256Hex(JSON.stringify(rows))

async function runsNow({ db }: PrismaEnv): Promise<unknown[]> {
  const live = RUN_STATUSES.filter(isLive).map(
    (status) => Prisma.sql`SELECT * FROM (
      SELECT run_id, status, cancel_requested FROM faucet_serve_runs WHERE status = ${status}
      ORDER BY submitted_at DESC LIMIT ${GOING_ON}) one`,
  )
  const newest = Prisma.sql`SELECT * FROM (
    SELECT run_id, status, finished_at FROM faucet_serve_runs
    ORDER BY submitted_at DESC, run_id DESC LIMIT ${NEWEST}) newest`
  return db.$queryRaw<unknown[]>`${Prisma.join([...live, newest], ' UNION ALL ')} ORDER BY 1, 2, 3`
}

async function runNow({ db, shape }: PrismaEnv, id: string): Promise<unknown[]> {
  const run = await db.$queryRaw<unknown[]>`
    SELECT status, finished_at, owner, cancel_requested, body FROM faucet_serve_runs WHERE run_id = ${id}`
  if (!(await shape.has('faucet_serve_shards'))) return run
  const shards = await db.$queryRaw<unknown[]>`
    SELECT status, CAST(COUNT(*) AS TEXT) AS count FROM faucet_serve_shards
    WHERE run_id = ${id} GROUP BY status ORDER BY status`
  return [...run, ...shards]
}

/** The highest number, and whether the sentinel above all of them is there. */
async function logsNow({ db, shape }: PrismaEnv, id: string): Promise<unknown[]> {
  if (!(await shape.has('faucet_serve_run_logs'))) return []
  const rows = await db.$queryRaw<{ seq: string }[]>`
    SELECT seq FROM faucet_serve_run_logs WHERE run_id = ${id} ORDER BY seq DESC LIMIT 2`
  return [rows.find((row) => row.seq !== TRUNCATED_SEQ)?.seq, rows.some((row) => row.seq === TRUNCATED_SEQ)]
}

async function changesNow({ db, shape }: PrismaEnv): Promise<unknown[]> {
  if (!(await shape.has('faucet_serve_changes'))) return []
  const counts = await db.$queryRaw<unknown[]>`
    SELECT status, CAST(COUNT(*) AS TEXT) AS count, MAX(created_at) AS newest FROM faucet_serve_changes
    GROUP BY status ORDER BY status`
  const open = await db.$queryRaw<unknown[]>`
    SELECT id, body FROM faucet_serve_changes WHERE status IN ('pending', 'approved')
    ORDER BY created_at DESC, id LIMIT ${OPEN_CHANGES}`
  return [...counts, ...open]
}
