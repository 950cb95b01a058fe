import 'server-only'
import { bodyText } from '@/lib/contract/body'
import { shift } from '@/lib/contract/clock'
import type { LeasesStore } from '@/lib/contract/ports/leases'
import { DEFAULT_POOL, type InstanceRecord, type ReclaimReport } from '@/lib/contract/records/leases'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { RunRecord, TERMINAL_STATUSES } from '@/lib/contract/records/runs'
import { orphaned, poisoned, requeued } from '@/lib/derive/cluster'
import { isTerminal } from '@/lib/derive/run-status'
import { shortest, ts9, ts9OrNull } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { endWhile, leaseExpired, moved } from './move-run'
import { endsShards } from './shards'

/** Rows read at once: a body can be large. */
const CHUNK = 100

interface BodyRow {
  run_id: string
  body: string
}

export function createPrismaLeases(env: PrismaEnv): LeasesStore {
  const { db, clock, instanceId, leaseTtlMs, shape } = env
  const freshLease = () => ts9(shift(clock.now(), leaseTtlMs))

  return {
    async recoverOrphans() {
      const now = clock.now()
      const lost = Prisma.sql`status IN ('queued', 'running') AND ${leaseExpired(now)}`
      let failed = 0
      for await (const { run_id, body } of runsWhere(env, lost)) {
        const end = moved(body, (run) => orphaned(run, shortest(now, now)))
        if (end === null) continue
        failed += await db.$executeRaw`
          UPDATE faucet_serve_runs
          SET status = 'failed', finished_at = ${ts9(now)}, owner = ${instanceId}, lease_expires_at = ${freshLease()},
              body = ${end.body}
          WHERE run_id = ${run_id} AND body = ${body} AND ${lost}`
      }
      return failed
    },

    async renew() {
      return db.$executeRaw`
        UPDATE faucet_serve_runs SET lease_expires_at = ${freshLease()}
        WHERE owner = ${instanceId} AND status IN ('queued', 'running')`
    },

    claimPending: (limit, pools = [DEFAULT_POOL]) => claimPending(env, limit, pools),

    async reclaimOrphans(maxAttempts) {
      const now = clock.now()
      const lost = Prisma.sql`status = 'running' AND ${leaseExpired(now)}`
      const report: ReclaimReport = { requeued: 0, failed: 0 }
      for await (const { run_id, body } of runsWhere(env, lost)) {
        const next = moved(body, (run) =>
          run.attempt < maxAttempts ? requeued(run) : poisoned(run, shortest(now, now)),
        )
        if (next === null) continue
        const again = next.run.status === 'pending'
        // A poisoned run keeps its lapsed lease, as engines leave it.
        const columns = again ? Prisma.sql`lease_expires_at = NULL` : Prisma.sql`finished_at = ${ts9(now)}`
        const changed = await db.$executeRaw`
          UPDATE faucet_serve_runs SET status = ${next.run.status}, owner = NULL, ${columns}, body = ${next.body}
          WHERE run_id = ${run_id} AND body = ${body} AND ${lost}`
        if (again) report.requeued += changed
        else report.failed += changed
      }
      return report
    },

    async finalizeOwned(given) {
      const now = clock.now()
      const unfinished = isTerminal(given.status) && given.finished_at === null
      const run = unfinished ? { ...given, finished_at: shortest(now, now) } : given
      const written = await db.$executeRaw`
        UPDATE faucet_serve_runs
        SET status = ${run.status}, finished_at = ${ts9OrNull(run.finished_at)}, lease_expires_at = ${freshLease()},
            body = ${bodyText(RunRecord, run)}
        WHERE run_id = ${run.run_id} AND owner = ${instanceId}
          AND status NOT IN (${Prisma.join([...TERMINAL_STATUSES])})`
      return written === 1
    },

    finalizeShardedParent: (runId, status, finished_at, error) =>
      endWhile(env, runId, 'sharded', { status, finished_at, error }),

    async cancelPending(runId) {
      const now = clock.now()
      return endWhile(env, runId, 'pending', { status: 'cancelled', finished_at: shortest(now, now) })
    },

    async requestCancel(runId) {
      const now = ts9(clock.now())
      const flag = db.$executeRaw`
        UPDATE faucet_serve_runs SET cancel_requested = ${now}
        WHERE run_id = ${runId} AND status IN ('running', 'sharded')`
      if (!(await endsShards(shape))) {
        await flag
        return
      }
      await db.$transaction([
        flag,
        db.$executeRaw`
          UPDATE faucet_serve_shards SET status = 'cancelled', finished_at = ${now}
          WHERE run_id = ${runId} AND status = 'pending' AND EXISTS (
            SELECT 1 FROM faucet_serve_runs r WHERE r.run_id = ${runId} AND r.cancel_requested IS NOT NULL)`,
      ])
    },

    async pendingCancellations() {
      const rows = await db.$queryRaw<{ run_id: string }[]>`
        SELECT run_id FROM faucet_serve_runs
        WHERE status = 'running' AND owner = ${instanceId} AND cancel_requested IS NOT NULL`
      return rows.map((row) => row.run_id)
    },

    async heartbeat(beat) {
      await db.$executeRaw`
        INSERT INTO faucet_serve_instances
          (instance_id, started_at, last_heartbeat, listen, max_concurrent, in_flight)
        VALUES (${instanceId}, ${ts9(beat.started_at)}, ${ts9(clock.now())}, ${beat.listen},
          ${String(beat.max_concurrent)}, ${String(beat.in_flight)})
        ON CONFLICT (instance_id) DO UPDATE SET last_heartbeat = excluded.last_heartbeat, listen = excluded.listen,
          max_concurrent = excluded.max_concurrent, in_flight = excluded.in_flight`
      await db.$executeRaw`
        INSERT INTO faucet_serve_instance_caps (instance_id, state_format)
        VALUES (${instanceId}, ${String(beat.state_format)})
        ON CONFLICT (instance_id) DO UPDATE SET state_format = excluded.state_format`
    },

    liveInstances: (ttlMs) => liveInstances(env, ttlMs),
  }
}

/** Every run under a condition, each once, a few bodies at a time; what is moved meanwhile does not disturb the walk. */
async function* runsWhere({ db }: PrismaEnv, condition: Prisma.Sql): AsyncGenerator<BodyRow> {
  for (let after = ''; ; ) {
    const rows = await db.$queryRaw<BodyRow[]>`
      SELECT run_id, body FROM faucet_serve_runs WHERE ${condition} AND run_id > ${after}
      ORDER BY run_id LIMIT ${CHUNK}`
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < CHUNK) return
    after = last.run_id
  }
}

async function claimPending(env: PrismaEnv, limit: number, pools: readonly string[]): Promise<RunRecord[]> {
  const { db, clock, instanceId, leaseTtlMs, shape } = env
  const served =
    pools.length > 0 && (await shape.has('faucet_serve_runs', 'pool'))
      ? Prisma.sql`AND COALESCE(pool, ${DEFAULT_POOL}) IN (${Prisma.join([...pools])})`
      : Prisma.empty
  const won: RunRecord[] = []
  let after = { submitted_at: '', run_id: '' }
  while (won.length < limit) {
    // A few more than asked for: rows that cannot be read, or that somebody else takes, do not use up the limit.
    const size = Math.min(CHUNK, limit - won.length + 16)
    const rows = await db.$queryRaw<(BodyRow & { submitted_at: string })[]>`
      SELECT run_id, submitted_at, body FROM faucet_serve_runs
      WHERE status = 'pending' AND (submitted_at, run_id) > (${after.submitted_at}, ${after.run_id}) ${served}
      ORDER BY submitted_at, run_id LIMIT ${size}`
    for (const { run_id, body } of rows) {
      const claim = moved(body, () => ({ status: 'running' }))
      if (claim === null) continue
      const changed = await db.$executeRaw`
        UPDATE faucet_serve_runs
        SET status = 'running', owner = ${instanceId}, lease_expires_at = ${ts9(shift(clock.now(), leaseTtlMs))},
            body = ${claim.body}
        WHERE run_id = ${run_id} AND status = 'pending' AND body = ${body}`
      if (changed === 1) won.push(claim.run)
      if (won.length === limit) return won
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) return won
    after = last
  }
  return won
}

interface InstanceRow {
  instance_id: string
  started_at: string
  last_heartbeat: string
  listen: string | null
  max_concurrent: string | null
  in_flight: string | null
  state_format: string | null
  pools?: string | null
}

async function liveInstances({ db, clock, shape }: PrismaEnv, ttlMs: number): Promise<InstanceRecord[]> {
  const now = clock.now()
  const caps = 'faucet_serve_instance_caps'
  const known = await shape.has(caps)
  const later = await shape.has(caps, 'pools')
  const columns = Prisma.raw(known ? `c.state_format${later ? ', c.pools' : ''}` : 'NULL AS state_format')
  const join = Prisma.raw(known ? `LEFT JOIN ${caps} c ON c.instance_id = i.instance_id` : '')
  const rows = await db.$queryRaw<InstanceRow[]>`
    SELECT i.instance_id, i.started_at, i.last_heartbeat, i.listen, i.max_concurrent, i.in_flight, ${columns}
    FROM faucet_serve_instances i ${join} WHERE i.last_heartbeat >= ${ts9(shift(now, -ttlMs))}`
  return rows.map((row) => instanceOf(row, now))
}

const instanceOf = (row: InstanceRow, now: Timestamp): InstanceRecord => ({
  instance_id: row.instance_id,
  started_at: shortest(row.started_at, now),
  last_heartbeat: shortest(row.last_heartbeat, now),
  listen: row.listen,
  max_concurrent: u32(row.max_concurrent),
  in_flight: u32(row.in_flight),
  state_format: u32(row.state_format),
  ...(row.pools !== undefined && { pools: row.pools === null ? null : row.pools.split(',').filter(Boolean) }),
})

/** Plain digits of 32 bits; anything else counts as 0, as engines read it. */
const u32 = (text: string | null): number =>
  text !== null && /^\d{1,10}$/.test(text) && Number(text) <= 0xffffffff ? Number(text) : 0
