import type { Scan, ScanBudget } from '../page'
import type { IdempotencyClaim, RunColumns, RunRecord, RunSearch, StatusCount } from '../records/runs'
import type { ShardRow } from '../records/shards'

/** Reads that pages need and the trait lacks. Nothing here writes, and nothing reads without a bound. */
export interface InsightStore {
  /** The facts of these runs that no body holds, in no order; ids that name no run are left out. */
  runColumns(runIds: readonly string[]): Promise<RunColumns[]>
  /**
   * Runs that fit every clause, newest first, whatever index there is: rows are looked at in chunks until enough are
   * found or the budget is spent. `after` is the `next` of the scan before. Text is matched literally.
   */
  searchRuns(search: RunSearch, budget: ScanBudget, after?: string): Promise<Scan<RunRecord>>
  /**
   * How many runs have each status we know, counted up to `cap`; for one tenant the cap is that of all its runs
   * together, since only its links say which they are.
   */
  countByStatus(cap: number, tenant?: string): Promise<StatusCount[]>
  /** Up to `limit` shards of a run by id in byte order, after the one named `after`. */
  shardRows(runId: string, limit: number, after?: string): Promise<ShardRow[]>
  /** Who holds an idempotency key, as stored. */
  idempotency(key: string): Promise<IdempotencyClaim | null>
  /**
   * A text that is another one after something of the topic changed: `runs` (any of those going on, or the newest),
   * `run:<id>`, `logs:<id>`, `changes`. Cheap enough for once a second. A topic of another name never changes.
   */
  pulse(topic: string): Promise<string>
}
