import type { Scan, ScanBudget } from '../page'
import type { DatasetFilter, SchemaChange } from '../records/catalog'
import type { ConnectionRecord } from '../records/connections'
import type { Timestamp } from '../records/primitives'
import type { IdempotencyClaim, RunColumns, RunRecord, RunSearch, StatusCount } from '../records/runs'
import type { ShardRow } from '../records/shards'
import type { Stored } from '../stored'
import type { LogReads } from './insight-logs'
import type { InsightLookup } from './insight-lookup'
import type { InsightRunParts } from './insight-run-parts'
import type { InsightRunTraces } from './insight-run-traces'
import type { InsightWindows } from './insight-windows'

/** What becomes of the runs of a search, one after another, without any of them being kept. */
export interface RunFold<T> {
  start(): T
  /** Gets the columns of a run and, with `bodies`, its text; else that is empty. */
  add(sum: T, run: Stored<RunRecord>): void
  bodies: boolean
}

/** Reads that pages need and the trait lacks. Nothing here writes, and nothing reads without a bound. */
export interface InsightStore extends InsightLookup, InsightRunParts, InsightRunTraces, InsightWindows, LogReads {
  /** The facts of these runs that no body holds, in no order; ids that name no run are left out. */
  runColumns(runIds: readonly string[]): Promise<RunColumns[]>
  /**
   * Who submitted these runs, by run id, as far as the audit trail tells: the entry `run.submit` of a run, filed within
   * moments of its submission. Runs without one, and a store without a trail: left out.
   */
  submitters(runIds: readonly string[]): Promise<Record<string, string>>
  /**
   * Runs that fit every clause, newest first, whatever index there is: rows are looked at in chunks until enough are
   * found or the budget is spent. `after` is the `next` of the scan before. Text is matched literally.
   */
  searchRuns(search: RunSearch, budget: ScanBudget, after?: string): Promise<Scan<RunRecord>>
  /**
   * The same search with nothing kept of what fits: each run, newest first, is added to a sum, until the runs end or
   * `look` of them were looked at. With `ms` no further piece is begun after that time.
   */
  foldRuns<T>(
    search: RunSearch,
    look: number | Omit<ScanBudget, 'want'>,
    fold: RunFold<T>,
  ): Promise<Omit<Scan<RunRecord>, 'rows'> & { sum: T }>
  /**
   * How many runs have each status we know, counted up to `cap`; with a window, both ends inclusive, those submitted in
   * it. For one tenant the cap is that of all its runs together, since only its links say which they are.
   */
  countByStatus(cap: number, of?: Pick<RunSearch, 'tenant' | 'since' | 'until'>): Promise<StatusCount[]>
  /** Up to `limit` shards of a run by id in byte order, after the one named `after`; of one status word if one is given. */
  shardRows(runId: string, limit: number, after?: string, status?: string): Promise<ShardRow[]>
  /** Who holds an idempotency key, as stored. */
  idempotency(key: string): Promise<IdempotencyClaim | null>
  /** How many datasets the clauses of a list fit, counted up to `cap`. */
  countDatasets(filter: Pick<DatasetFilter, 'kind' | 'q'>, cap: number): Promise<{ count: number; capped: boolean }>
  /**
   * Schema versions after a dataset's first that were recorded in the window, half-open; the newest `limit`, newest
   * first. A store without schemas: none.
   */
  schemaChanges(since: Timestamp, until: Timestamp, limit: number): Promise<SchemaChange[]>
  /**
   * Texts of template test results as engines from 1.14 on keep them, of all or of one version, newest first; null: this
   * store keeps none, and nothing is known.
   */
  templateTests(limit: number, of?: { id: string; version: number }): Promise<string[] | null>
  /** Up to `limit` connections that wait for somebody to sign in again, by tenant and name; null: a store without any. */
  connectionsInNeed(limit: number, tenant?: string): Promise<Stored<ConnectionRecord>[] | null>
  /**
   * A text that is another one after something of the topic changed: `runs` (any of those going on, or the newest),
   * `run:<id>`, `logs:<id>`, `changes`. Cheap enough for once a second. A topic of another name never changes.
   */
  pulse(topic: string): Promise<string>
}
