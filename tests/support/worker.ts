/**
 * A process of its own on stores that others have open, for `processes.test.ts`. For each job it says `ready`, waits for
 * the start line, does it and answers with the outcome.
 */
import Database from 'better-sqlite3'
import { recordOf } from '@/lib/contract/stored'
import { systemClock } from '@/lib/runtime/clock'
import { openPrismaHistory, type PrismaHistory } from '@/lib/store/prisma/prisma-history'
import type { Place } from './places'

export interface WorkerJob {
  place: Pick<Place, 'url' | 'more'>
  instanceId: string
  leaseTtlMs: number
  job:
    | { kind: 'claim'; atOnce: number }
    | { kind: 'claim shards'; atOnce: number }
    | { kind: 'reclaim' }
    | { kind: 'approve'; change: string }
    | { kind: 'hold the write lock'; ms: number }
}

const tell = (message: unknown) => process.send?.(message)
const told = () => new Promise<unknown>((resolve) => process.once('message', resolve))

for (;;) {
  const { place, instanceId, leaseTtlMs, job } = (await told()) as WorkerJob
  const options = { clock: systemClock(), instanceId, clustered: true, leaseTtlMs, idempotencyRetentionMs: 86_400_000 }
  const history = await openPrismaHistory(place.url, options, place.more)
  // Approvers have all read the request before any of them writes.
  const read = job.kind === 'approve' ? await history.changes.get(job.change) : null
  tell('ready')
  await told()
  tell(await perform(history, instanceId, job, place, read))
  await history.close()
}

async function perform(
  { leases, shards, changes }: PrismaHistory,
  instanceId: string,
  job: WorkerJob['job'],
  place: WorkerJob['place'],
  read: Awaited<ReturnType<PrismaHistory['changes']['get']>>,
): Promise<unknown> {
  switch (job.kind) {
    case 'claim':
      return until(
        () => leases.claimPending(job.atOnce),
        (run) => run.run_id,
      )
    case 'claim shards':
      return until(
        () => shards.claim(job.atOnce),
        (shard) => shard.shard_id,
      )
    case 'reclaim':
      return leases.reclaimOrphans(3)
    case 'approve': {
      if (read === null) throw new Error('there is no such change')
      const change = recordOf(read)
      const approvals = [...(change.approvals ?? []), { principal: instanceId, role: 'admin', at: systemClock().now() }]
      return changes.upsert({ ...change, status: 'approved', approvals }, { onlyIf: read })
    }
    case 'hold the write lock':
      return holdLock(place, job.ms)
  }
}

/** Takes a few at a time until there is nothing left. */
async function until<T>(take: () => Promise<T[]>, nameOf: (taken: T) => string): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const taken = await take()
    if (taken.length === 0) return names
    names.push(...taken.map(nameOf))
  }
}

/** As an engine in the middle of a write transaction: another driver, the same file. */
async function holdLock(place: WorkerJob['place'], ms: number): Promise<string> {
  if (place.url.kind !== 'sqlite') throw new Error('only SQLite has one lock')
  const engine = new Database(place.url.file)
  engine.exec('BEGIN IMMEDIATE')
  engine.prepare("UPDATE faucet_serve_runs SET lease_expires_at = 'held' WHERE run_id = 'r0'").run()
  tell('locked')
  await new Promise((resolve) => setTimeout(resolve, ms))
  engine.exec('COMMIT')
  engine.close()
  return 'unlocked'
}
