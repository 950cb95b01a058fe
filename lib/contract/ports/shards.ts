import type { ReclaimReport } from '../records/leases'
import type { ClaimedShard, ShardInsert, ShardOutcome, ShardProgress } from '../records/shards'

/** Source shards of a run (storage.md 4.5). A store that is not clustered answers inertly: 0, [], false. */
export interface ShardsStore {
  /** Adds pending shards; one that exists is kept as it is. Returns how many are new. */
  insert(runId: string, shards: readonly ShardInsert[]): Promise<number>
  /** Claims up to `limit` pending shards whose run exists, largest estimate first (none = 0), then run and shard id. Exclusive. */
  claim(limit: number): Promise<ClaimedShard[]>
  /** Fresh lease for this instance's running shards; returns how many. */
  renew(): Promise<number>
  /** Running shards whose lease expired go back to pending with attempt + 1, or fail at `maxAttempts`. */
  reclaim(maxAttempts: number): Promise<ReclaimReport>
  /** Ends a shard this instance owns and runs; owner and lease stay. False: it was taken away. */
  finalize(runId: string, shardId: string, outcome: ShardOutcome): Promise<boolean>
  progress(runId: string): Promise<ShardProgress>
  /** Runs with a cancel request of which this instance runs a shard, each once. */
  pendingCancellations(): Promise<string[]>
  /** Ends every sharded parent whose shards are all terminal; returns how many this call ended. */
  finalizeCompletedParents(): Promise<number>
}
