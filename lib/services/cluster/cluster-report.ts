import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { ShardRow } from '@/lib/contract/records/shards'
import type { Stored } from '@/lib/contract/stored'
import { isLeaseOver } from '@/lib/derive/lease'
import { defineQuery } from '../kit/use-case'

/** Members that have been silent for longer are history. */
const SEEN_MS = 7 * 86_400_000
/** Runs of one kind that one report looks at; where there are more it says so. */
const LOOK = 5_000
const NAMED = 50
const PARENTS = 20
const SHARDS = 2_000

/** Who works, on what, what waits, and what nobody looks after any more. */
export const clusterReport = defineQuery({
  label: 'cluster.report',
  permission: 'status_read',
  scope: 'global',
  input: z.object({}),
  needs: ['leases', 'insight', 'shards', 'health'],
  async run({ leases, insight, health }, _, { now }) {
    const at = now()
    const [members, held, waiting, parents] = await Promise.all([
      orNone(leases.liveInstances(SEEN_MS)),
      heldRuns(insight, at, health.clustered),
      waitingRuns(insight),
      shardedRuns(insight, at),
    ])
    return {
      at,
      members: members?.toSorted((a, b) => (a.instance_id < b.instance_id ? -1 : 1)) ?? null,
      held,
      waiting,
      parents,
    }
  },
})

/** A run in as many words as a list of a few needs. */
const named = ({ columns }: Stored<RunRecord>) => ({
  run_id: columns['run_id'] ?? '',
  name: columns['name'] ?? null,
  status: columns['status'] ?? '',
  owner: columns['owner'] ?? null,
  submitted_at: columns['submitted_at'] ?? '',
  lease_expires_at: columns['lease_expires_at'] ?? null,
  cancel_requested: columns['cancel_requested'] ?? null,
})
type Named = ReturnType<typeof named>

/** Runs that somebody holds: by whom, and those whose holder has let the lease run out. */
async function heldRuns(insight: Deps['insight'], at: string, hasLeases: boolean) {
  const { sum, next } = await insight.foldRuns({ status: ['running', 'queued'] }, LOOK, {
    start: () => ({ owners: new Map<string, number>(), total: 0, over: [] as Named[], overCount: 0, stopping: 0 }),
    add(sums, row) {
      const run = named(row)
      sums.total++
      if (run.owner !== null) sums.owners.set(run.owner, (sums.owners.get(run.owner) ?? 0) + 1)
      if (run.cancel_requested !== null) sums.stopping++
      if (!hasLeases || !isLeaseOver(run.lease_expires_at, at)) return
      sums.overCount++
      if (sums.over.length < NAMED) sums.over.push(run)
    },
    bodies: false,
  })
  return {
    total: sum.total,
    owners: Object.fromEntries(sum.owners),
    stopping: sum.stopping,
    expired: sum.overCount,
    expired_runs: sum.over,
    is_cut: next !== null,
  }
}

/** Pending runs wait for any member; the oldest says how long. */
async function waitingRuns(insight: Deps['insight']) {
  const { sum, next } = await insight.foldRuns({ status: ['pending'] }, LOOK, {
    start: () => ({ count: 0, oldest: null as Named | null }),
    add(sums, row) {
      sums.count++
      sums.oldest = named(row)
    },
    bodies: false,
  })
  return { ...sum, is_cut: next !== null }
}

async function shardedRuns(insight: Deps['insight'], at: string) {
  const { sum, next } = await insight.foldRuns({ status: ['sharded'] }, PARENTS, {
    start: () => [] as Named[],
    add: (runs, row) => void runs.push(named(row)),
    bodies: false,
  })
  const runs = []
  for (const run of sum) {
    const shards = (await orNone(insight.shardRows(run.run_id, SHARDS + 1))) ?? []
    runs.push({ ...run, ...shardSums(shards.slice(0, SHARDS), at), is_cut: shards.length > SHARDS })
  }
  return { runs, is_cut: next !== null }
}

function shardSums(shards: readonly ShardRow[], at: string) {
  const counts: Record<string, number> = {}
  const owners = new Set<string>()
  let expired = 0
  for (const { status, owner, lease_expires_at } of shards) {
    counts[status] = (counts[status] ?? 0) + 1
    if (status !== 'running') continue
    if (owner !== null) owners.add(owner)
    if (isLeaseOver(lease_expires_at, at)) expired++
  }
  return { shards: counts, shard_owners: [...owners].sort(), expired_shards: expired }
}

/** Null: this store has no such table. */
async function orNone<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (isHistoryError(error) && error.kind === 'missing') return null
    throw error
  }
}
