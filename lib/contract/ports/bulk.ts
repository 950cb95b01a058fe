import type { Bulk, BulkCount, BulkKind, BulkOutcome, BulkRun } from '../records/bulk'
import type { Timestamp } from '../records/primitives'

export type NewBulk = Pick<Bulk, 'id' | 'principal' | 'tenant' | 'created_at' | 'asked'> & { kind: BulkKind }
export type NewBulkRun = Pick<BulkRun, 'run_id' | 'name' | 'status'>

/**
 * Actions on many runs and their receipts, in tables of the console's own, made by the first of them. Everything is done
 * under a guard in its statement, so that several processes may meet at one action.
 */
export interface BulkStore {
  /** Adds an action with the runs it is for, in their order, all in one step; removes those made more than 30 days ago. */
  create(bulk: NewBulk, runs: readonly NewBulkRun[]): Promise<void>
  get(id: string): Promise<Bulk | null>
  /** Newest first; with a tenant its own only. */
  list(limit: number, tenant?: string): Promise<Bulk[]>
  /** How many runs of it met which fate; none for an id that names nothing. */
  counts(id: string): Promise<BulkCount[]>
  /** Up to `limit` runs in their order, after the one at `after`; with an outcome those alone. */
  runs(id: string, limit: number, filter?: { outcome?: BulkOutcome; after?: string }): Promise<BulkRun[]>
  /** Takes or renews the right to work on it: for one worker at a time, until `leaseMs` pass. False: over, or another's. */
  claim(id: string, worker: string, leaseMs: number): Promise<boolean>
  /** Gives that right back. */
  release(id: string, worker: string): Promise<void>
  /** Up to `limit` runs to work on, marked as begun; those come first that were begun before, and are given as `begun`. */
  begin(id: string, limit: number): Promise<BulkRun[]>
  /** Writes what became of a run that was begun; of another one nothing. */
  settle(id: string, seq: string, outcome: 'done' | 'skipped' | 'failed', note: string, at: Timestamp): Promise<void>
  /** Ends it while it is acting. False: it had ended, or never was. */
  end(id: string, state: 'done' | 'stopped', at: Timestamp): Promise<boolean>
}
