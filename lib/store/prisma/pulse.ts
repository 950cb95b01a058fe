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

type OfRun = { run_id: string }
/** Runs asked for in the same moment, by the store they are of. */
const asked = new WeakMap<PrismaEnv, { ids: Set<string>; answer: Promise<ReadonlyMap<string, unknown[]>> }>()
const AT_ONCE = 200

/** Many pages look at a run of their own in the same moment: one statement answers all of them. */
async function runNow(env: PrismaEnv, id: string): Promise<unknown[]> {
  let batch = asked.get(env)
  if (batch === undefined || batch.ids.size >= AT_ONCE) {
    const ids = new Set<string>()
    const answer = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      if (asked.get(env)?.ids === ids) asked.delete(env)
      return runsById(env, [...ids])
    })
    batch = { ids, answer }
    asked.set(env, batch)
  }
  batch.ids.add(id)
  return (await batch.answer).get(id) ?? []
}

async function runsById({ db, shape }: PrismaEnv, ids: readonly string[]): Promise<ReadonlyMap<string, unknown[]>> {
  const found = new Map<string, unknown[]>()
  const add = (row: OfRun) => void found.set(row.run_id, [...(found.get(row.run_id) ?? []), row])
  const runs = await db.$queryRaw<OfRun[]>`
    SELECT run_id, status, finished_at, owner, cancel_requested, body FROM faucet_serve_runs
    WHERE run_id IN (${Prisma.join([...ids])})`
  for (const row of runs) add(row)
  if (!(await shape.has('faucet_serve_shards'))) return found
  const shards = await db.$queryRaw<OfRun[]>`
    SELECT run_id, status, CAST(COUNT(*) AS TEXT) AS count FROM faucet_serve_shards
    WHERE run_id IN (${Prisma.join([...ids])}) GROUP BY run_id, status ORDER BY run_id, status`
  for (const row of shards) add(row)
  return found
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
