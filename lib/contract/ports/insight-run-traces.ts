import type { AuditEntry } from '../records/audit'
import type { LocalOutputRecord } from '../records/outputs'
import type { Timestamp } from '../records/primitives'
import type { RunCatalog } from '../records/run-catalog'
import type { UsageRecord } from '../records/usage'
import type { Stored } from '../stored'

/** What tables beside its own know of one run: each found by a key, or within a bound. Nothing here writes. */
export interface InsightRunTraces {
  /** How many shards of a run have each status word, in no order. */
  shardCounts(runId: string): Promise<{ status: string; count: number }[]>
  /** What these invocations used, by their own ids, in no order; null: a store without usage. */
  usageOf(invocationIds: readonly string[]): Promise<Stored<UsageRecord>[] | null>
  /**
   * Entries that name a run, oldest first: up to `limit` of the `look` entries that were filed from `since` on. `reached`:
   * where it stopped; null: it looked at all of them. Null: a store without a trail.
   */
  auditOf(
    runId: string,
    since: Timestamp,
    bound: { limit: number; look: number },
  ): Promise<{ entries: AuditEntry[]; reached: Timestamp | null } | null>
  /** Of the datasets of these ids, what the run left; `until`: when it ended at the latest. Null: a store without a catalog. */
  catalogOf(runId: string, datasetIds: readonly string[], until: Timestamp): Promise<RunCatalog | null>
  /** Files of these datasets that this run was the last to open, up to `limit`, by path; null: a store without any. */
  outputsOf(runId: string, datasetIds: readonly string[], limit: number): Promise<Stored<LocalOutputRecord>[] | null>
}

/** Volumes of one dataset, at most. */
export const VOLUMES_KEPT = 21
/** Edges that are looked at, at most. */
export const EDGES_LOOKED_AT = 500
