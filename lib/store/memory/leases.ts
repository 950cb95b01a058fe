import { rewriteBody } from '@/lib/contract/body'
import type { LeasesStore } from '@/lib/contract/ports/leases'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { RunRecord } from '@/lib/contract/records/runs'
import { recordOf } from '@/lib/contract/stored'
import { isTerminal } from '@/lib/derive/run-status'
import { shortest, ts9 } from '@/lib/store/kit/ts9'
import { createMemoryRuns, runRow } from './runs'
import type { MemoryEnv } from './state'

/** One process owns everything it runs: nothing to claim, renew or take over. */
export function createMemoryLeases(env: MemoryEnv): LeasesStore {
  const runs = env.state.table('faucet_serve_runs')
  const { upsert } = createMemoryRuns(env)

  function endWhile(runId: string, from: string, change: Partial<RunRecord> & { finished_at: Timestamp }): boolean {
    const row = runs.get(runId)
    if (row === undefined || row['status'] !== from) return false
    const run = recordOf(runRow(row))
    if (run.status !== from) return false
    const body = rewriteBody(RunRecord, row['body'] ?? '', change)
    runs.set(runId, { ...row, status: change.status ?? from, finished_at: ts9(change.finished_at), body })
    return true
  }

  return {
    recoverOrphans: async () => 0,
    renew: async () => 0,
    claimPending: async () => [],
    reclaimOrphans: async () => ({ requeued: 0, failed: 0 }),
    async finalizeOwned(run) {
      const now = env.clock.now()
      const unfinished = isTerminal(run.status) && run.finished_at === null
      await upsert(unfinished ? { ...run, finished_at: shortest(now, now) } : run)
      return true
    },
    finalizeShardedParent: async (runId, status, finished_at, error) =>
      endWhile(runId, 'sharded', { status, finished_at, error }),
    async cancelPending(runId) {
      const now = env.clock.now()
      return endWhile(runId, 'pending', { status: 'cancelled', finished_at: shortest(now, now) })
    },
    requestCancel: async () => undefined,
    pendingCancellations: async () => [],
    heartbeat: async () => undefined,
    liveInstances: async () => [],
  }
}
