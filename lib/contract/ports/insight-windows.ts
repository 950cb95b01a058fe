import type { CatalogDataset } from '../records/catalog'
import type { Timestamp } from '../records/primitives'
import type { RunRecord } from '../records/runs'
import type { Stored } from '../stored'

/** Runs submitted in one stretch of time; `other`: with a status of a word we do not know. */
export type WindowCount = Readonly<
  Record<'queued' | 'pending' | 'running' | 'sharded' | 'completed' | 'failed' | 'cancelled' | 'other', number>
>

export interface CatalogFreshness {
  datasets: number
  stale: number
  capped: boolean
  oldest: Stored<CatalogDataset>[]
}

export interface TemplateCounts {
  templates: number
  launched: number
  deprecated: number
}

/** What indexes answer about stretches of time and about what is going on. */
export interface InsightWindows {
  /**
   * How many runs were submitted in each stretch, by status. `edges` rise; stretch i begins with `edges[i]` and ends
   * before `edges[i + 1]`. The newest is counted first; none is begun once `budgetMs` have gone by: it is null, and so is
   * every older one. The first is always counted.
   */
  countWindows(edges: readonly Timestamp[], budgetMs: number): Promise<(WindowCount | null)[]>
  /**
   * Up to `limit` runs that were submitted from `since` on and before `until`, with their text, newest first (then by id,
   * descending). `after`: the run that the answer before ended with, by its columns.
   */
  runsWithin(
    since: Timestamp,
    until: Timestamp,
    limit: number,
    after?: { submitted_at: string; run_id: string },
  ): Promise<Stored<RunRecord>[]>
  /** Up to `limit` runs of these statuses by their columns (the text is empty), submitted longest ago first. */
  oldestRuns(statuses: readonly string[], limit: number): Promise<Stored<RunRecord>[]>
  /**
   * Up to `limit` queued or running runs whose lease ended before `now` or was never given, by their columns: those
   * without one first, then the longest ended.
   */
  lapsedRuns(now: Timestamp, limit: number): Promise<Stored<RunRecord>[]>
  /**
   * How many datasets there are, counted up to `cap`, and how many of those were last seen before `before`, with up to
   * `limit` of them, longest ago first. A dataset is seen by runs that succeed. Null: a store without a catalog.
   */
  catalogFreshness(before: Timestamp, limit: number, cap: number): Promise<CatalogFreshness | null>
  /** How many templates are registered, ever were launched, and are deprecated as a whole; null: a store without any. */
  templateCounts(): Promise<TemplateCounts | null>
}
