import 'server-only'
import { shift } from '@/lib/contract/clock'
import { HistoryError, isHistoryError } from '@/lib/contract/errors'
import { parseJson } from '@/lib/contract/json'
import type { ShardsStore } from '@/lib/contract/ports/shards'
import type { ReclaimReport } from '@/lib/contract/records/leases'
import { RunRecord } from '@/lib/contract/records/runs'
import type { ClaimedShard, ShardInsert } from '@/lib/contract/records/shards'
import { recordOf, type Stored, stored } from '@/lib/contract/stored'
import { allTerminal, parentOutcome, type ShardCount, shardProgress } from '@/lib/derive/shard-progress'
import { shortest, ts9 } from '@/lib/store/kit/ts9'
import { byteOrder } from './byte-order'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { endWhile, leaseExpired } from './move-run'

const INSERT_CHUNK = 500
const CHUNK = 200
/** Engines on Postgres cast estimates to a signed 64-bit integer: a larger one fails every shard claim of every run. */
const LARGEST_ESTIMATE = 9223372036854775807n

/** Do the engines on this store write and understand cancelled shards (1.13.3 and later)? */
export const endsShards = async (shape: PrismaEnv['shape']): Promise<boolean> =>
  ((await shape.current()).stamp ?? 0) >= 3

export function createPrismaShards(env: PrismaEnv): ShardsStore {
  const { db, clock, instanceId, leaseTtlMs, shape } = env
  const freshLease = () => ts9(shift(clock.now(), leaseTtlMs))

  return {
    async insert(runId, shards) {
      for (const shard of shards) check(shard)
      let added = 0
      for (let from = 0; from < shards.length; from += INSERT_CHUNK) {
        const rows = shards.slice(from, from + INSERT_CHUNK).map(
          ({ shard_id, descriptor, size_estimate }) =>
            Prisma.sql`(${runId}, ${shard_id}, ${descriptor}, ${size_estimate === null ? null : String(size_estimate)},
              'pending', NULL, NULL, '0', NULL)`,
        )
        added += await db.$executeRaw`
          INSERT INTO faucet_serve_shards
            (run_id, shard_id, descriptor, size_estimate, status, owner, lease_expires_at, attempt, finished_at)
          VALUES ${Prisma.join(rows)} ON CONFLICT (run_id, shard_id) DO NOTHING`
      }
      return added
    },

    claim: (limit) => claimShards(env, limit),

    async renew() {
      return db.$executeRaw`
        UPDATE faucet_serve_shards SET lease_expires_at = ${freshLease()}
        WHERE owner = ${instanceId} AND status = 'running'`
    },

    reclaim: (maxAttempts) => reclaimShards(env, maxAttempts),

    async finalize(runId, shardId, outcome) {
      if (outcome === 'cancelled' && !(await endsShards(shape)))
        throw new HistoryError('refused', 'not written: engines up to 1.13.2 would wait for a cancelled shard for ever')
      const ended = await db.$executeRaw`
        UPDATE faucet_serve_shards SET status = ${outcome}, finished_at = ${ts9(clock.now())}
        WHERE run_id = ${runId} AND shard_id = ${shardId} AND owner = ${instanceId} AND status = 'running'`
      return ended === 1
    },

    async progress(runId) {
      const rows = await db.$queryRaw<CountRow[]>`
        SELECT run_id, status, CAST(COUNT(*) AS TEXT) AS count FROM faucet_serve_shards
        WHERE run_id = ${runId} GROUP BY run_id, status`
      return shardProgress(rows.map(countOf), await endsShards(shape))
    },

    async pendingCancellations() {
      const rows = await db.$queryRaw<{ run_id: string }[]>`
        SELECT DISTINCT s.run_id FROM faucet_serve_shards s JOIN faucet_serve_runs r ON r.run_id = s.run_id
        WHERE s.owner = ${instanceId} AND s.status = 'running' AND r.cancel_requested IS NOT NULL`
      return rows.map((row) => row.run_id)
    },

    finalizeCompletedParents: () => finalizeCompletedParents(env),
  }
}

/** Engines hand the descriptor to a connector after decoding it: text that is not JSON would fail the shard's claim. */
function check({ shard_id, descriptor, size_estimate }: ShardInsert): void {
  try {
    parseJson(descriptor)
  } catch (cause) {
    throw new HistoryError('refused', `not written: the descriptor of shard ${shard_id} is not JSON`, { cause })
  }
  if (size_estimate !== null && (size_estimate < 0 || size_estimate > LARGEST_ESTIMATE))
    throw new HistoryError('refused', `not written: the size estimate of shard ${shard_id} is out of range`)
}

/** Plain digits without leading zeros, so that (length, text) orders as the number; anything else counts as 0. */
const SIZE = Prisma.sql`CASE WHEN TRIM(s.size_estimate, '0123456789') = '' THEN LTRIM(s.size_estimate, '0') ELSE '' END`

interface ShardRow {
  run_id: string
  shard_id: string
  descriptor: string
}

async function claimShards(env: PrismaEnv, limit: number): Promise<ClaimedShard[]> {
  const { db, clock, instanceId, leaseTtlMs } = env
  const bytes = byteOrder(env.dialect)
  const wanted = (await endsShards(env.shape)) ? Prisma.sql`AND r.cancel_requested IS NULL` : Prisma.empty
  const parents = new Map<string, Stored<RunRecord>>()
  const won: ClaimedShard[] = []
  while (won.length < limit) {
    // Shards of a run that cannot be read stay pending; they are asked for no more, so they do not use up the limit.
    const broken = [...parents].flatMap(([runId, parent]) => (parent.read().ok ? [] : [runId]))
    const rest = broken.length === 0 ? Prisma.empty : Prisma.sql`AND s.run_id NOT IN (${Prisma.join(broken)})`
    const size = Math.min(CHUNK, limit - won.length)
    const rows = await db.$queryRaw<ShardRow[]>`
      SELECT s.run_id, s.shard_id, s.descriptor
      FROM faucet_serve_shards s JOIN faucet_serve_runs r ON r.run_id = s.run_id
      WHERE s.status = 'pending' ${wanted} ${rest}
      ORDER BY LENGTH(${SIZE}) DESC, ${SIZE} DESC, s.run_id, s.shard_id ${bytes} LIMIT ${size}`
    await readParents(env, rows, parents)
    for (const row of rows) {
      const parent = parents.get(row.run_id)
      if (!parent?.read().ok) continue
      const changed = await db.$executeRaw`
        UPDATE faucet_serve_shards
        SET status = 'running', owner = ${instanceId}, lease_expires_at = ${ts9(shift(clock.now(), leaseTtlMs))}
        WHERE run_id = ${row.run_id} AND shard_id = ${row.shard_id} AND status = 'pending'`
      // Read anew for each: a record is its receiver's to change.
      if (changed === 1) won.push({ ...row, run: recordOf(stored(RunRecord, {}, parent.text)) })
    }
    if (rows.length < size) return won
  }
  return won
}

/** Adds the parents of these shards that are not known yet. */
async function readParents(
  { db }: PrismaEnv,
  rows: readonly ShardRow[],
  parents: Map<string, Stored<RunRecord>>,
): Promise<void> {
  const fresh = [...new Set(rows.map((row) => row.run_id))].filter((runId) => !parents.has(runId))
  for (const runId of fresh) {
    const [row] = await db.$queryRaw<{ body: string }[]>`SELECT body FROM faucet_serve_runs WHERE run_id = ${runId}`
    if (row !== undefined) parents.set(runId, stored(RunRecord, {}, row.body))
  }
}

async function reclaimShards(env: PrismaEnv, maxAttempts: number): Promise<ReclaimReport> {
  const { db, clock } = env
  const now = clock.now()
  const lost = Prisma.sql`status = 'running' AND ${leaseExpired(now)}`
  const report: ReclaimReport = { requeued: 0, failed: 0 }
  for await (const { run_id, shard_id, attempt } of lostShards(env, lost)) {
    const tried = /^\d{1,10}$/.test(attempt) ? Number(attempt) : 0
    const again = tried < maxAttempts
    const columns = again
      ? Prisma.sql`status = 'pending', lease_expires_at = NULL, attempt = ${String(tried + 1)}`
      : Prisma.sql`status = 'failed', finished_at = ${ts9(now)}`
    const changed = await db.$executeRaw`
      UPDATE faucet_serve_shards SET owner = NULL, ${columns}
      WHERE run_id = ${run_id} AND shard_id = ${shard_id} AND attempt = ${attempt} AND ${lost}`
    if (again) report.requeued += changed
    else report.failed += changed
  }
  if (report.requeued > 0 && (await endsShards(env.shape))) {
    await db.$executeRaw`
      UPDATE faucet_serve_shards SET status = 'cancelled', finished_at = ${ts9(now)}
      WHERE status = 'pending' AND EXISTS (
        SELECT 1 FROM faucet_serve_runs r
        WHERE r.run_id = faucet_serve_shards.run_id AND r.cancel_requested IS NOT NULL)`
  }
  return report
}

interface LostShard {
  run_id: string
  shard_id: string
  attempt: string
}

async function* lostShards({ db }: PrismaEnv, lost: Prisma.Sql): AsyncGenerator<LostShard> {
  for (let after: Pick<LostShard, 'run_id' | 'shard_id'> = { run_id: '', shard_id: '' }; ; ) {
    const rows = await db.$queryRaw<LostShard[]>`
      SELECT run_id, shard_id, attempt FROM faucet_serve_shards
      WHERE ${lost} AND (run_id, shard_id) > (${after.run_id}, ${after.shard_id})
      ORDER BY run_id, shard_id LIMIT ${CHUNK}`
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHUNK) return
    after = last
  }
}

interface CountRow {
  run_id: string
  status: string
  count: string
}
const countOf = ({ status, count }: CountRow): ShardCount => ({ status, count: Number(count) })

async function finalizeCompletedParents(env: PrismaEnv): Promise<number> {
  const { db, clock, shape } = env
  const apart = await endsShards(shape)
  const rows = await db.$queryRaw<CountRow[]>`
    SELECT s.run_id, s.status, CAST(COUNT(*) AS TEXT) AS count
    FROM faucet_serve_runs r JOIN faucet_serve_shards s ON s.run_id = r.run_id
    WHERE r.status = 'sharded' GROUP BY s.run_id, s.status`
  const parents = new Map<string, ShardCount[]>()
  for (const row of rows) parents.set(row.run_id, [...(parents.get(row.run_id) ?? []), countOf(row)])
  let ended = 0
  for (const [runId, counts] of parents) {
    const progress = shardProgress(counts, apart)
    if (!allTerminal(progress)) continue
    const now = clock.now()
    try {
      const change = { ...parentOutcome(progress), finished_at: shortest(now, now) }
      if (await endWhile(env, runId, 'sharded', change)) ended++
    } catch (error) {
      // A parent nobody can read, or that keeps changing, must not hold up the others.
      if (!isHistoryError(error)) throw error
    }
  }
  return ended
}
