import type { InstanceHeartbeat, InstanceRecord, ReclaimReport } from '../records/leases'
import type { Timestamp } from '../records/primitives'
import type { RunRecord, RunStatus } from '../records/runs'

/**
 * Ownership of runs (storage.md 4.3, 4.4). A lease is expired when its column is null or strictly before now. Bodies
 * are rewritten from their text, so that nothing else in them changes; a cancel request is never cleared. A store of one
 * process (memory) answers inertly: [], 0, zero counts; there `finalizeOwned` writes and says true.
 */
export interface LeasesStore {
  /**
   * Single-instance sweep: queued and running rows whose lease expired become failed, owned by this instance, guarded
   * by that very state. Returns how many this call failed. A row that cannot be read is passed over.
   */
  recoverOrphans(): Promise<number>
  /** Fresh lease for this instance's queued and running rows; returns how many. */
  renew(): Promise<number>
  /**
   * Claims up to `limit` of the oldest pending runs: pending → running with a fresh lease, in body and columns.
   * Exclusive: two callers never receive the same run. A row that cannot be read or holds a word we do not know stays
   * pending and never uses up the limit. Where runs have pools, only those of `pools` (none named: `default`).
   * `limit` 0: always [].
   */
  claimPending(limit: number, pools?: readonly string[]): Promise<RunRecord[]>
  /**
   * Cluster sweep: running rows whose lease expired go back to pending with attempt + 1 and no owner, or fail once they
   * have had `maxAttempts` (owner null, lease left). Guarded by that very state: each row is moved once.
   */
  reclaimOrphans(maxAttempts: number): Promise<ReclaimReport>
  /**
   * Writes status, finish time, body and a fresh lease of `run`, only while this instance owns it and it is not
   * terminal; a terminal run without a finish time gets now. False: drop your result.
   */
  finalizeOwned(run: RunRecord): Promise<boolean>
  /** Ends a sharded parent, only while body and column both say sharded: the first caller wins. Owner and lease stay. */
  finalizeShardedParent(runId: string, status: RunStatus, finishedAt: Timestamp, error: string | null): Promise<boolean>
  /** pending → cancelled, only while body and column both say pending. Rejects `unreadable` when the body is. */
  cancelPending(runId: string): Promise<boolean>
  /** Flags a running or sharded run; no row is no error. Where cancelled shards exist its pending shards end too. */
  requestCancel(runId: string): Promise<void>
  /** This instance's running runs that somebody wants cancelled, in no order. */
  pendingCancellations(): Promise<string[]>
  /** Inserts or refreshes this instance's row (its started_at is written once) and its capabilities. */
  heartbeat(beat: InstanceHeartbeat): Promise<void>
  /** Members whose last beat is at most `ttlMs` old, in no order. Numbers that cannot be read are 0, instants now. */
  liveInstances(ttlMs: number): Promise<InstanceRecord[]>
}
