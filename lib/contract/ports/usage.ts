import type { UsageFilter, UsageRecord } from '../records/usage'
import type { Stored } from '../stored'

/** `faucet_usage` (storage.md 4.12). Never purged with runs; `run_id` is the invocation's own id. */
export interface UsageStore {
  /** Files one finished invocation; an existing (run_id, row) stays as it is. Memory keeps the 10,000 filed last, repeats too. */
  record(usage: UsageRecord): Promise<void>
  /**
   * Newest first: recorded_at descending, then run_id and row ascending. `limit` 0: 5,000. With a tenant: where the store
   * has no tenant column the bodies decide, and a row that cannot be read belongs to no tenant.
   */
  list(filter: UsageFilter): Promise<Stored<UsageRecord>[]>
  /** Removes every record of these invocation ids and returns how many. Ids of serve runs match nothing. */
  removeRuns(runIds: readonly string[]): Promise<number>
}
