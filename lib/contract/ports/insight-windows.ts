import type { Timestamp } from '../records/primitives'
import type { RunRecord } from '../records/runs'
import type { Stored } from '../stored'

/** Runs submitted in one stretch of time; `other`: with a status of a word we do not know. */
export type WindowCount = Readonly<
  Record<'queued' | 'pending' | 'running' | 'sharded' | 'completed' | 'failed' | 'cancelled' | 'other', number>
>

/** What indexes alone answer about stretches of time and about what is going on. Nothing here reads a body. */
export interface InsightWindows {
  /**
   * How many runs were submitted in each stretch, by status. `edges` rise; stretch i begins with `edges[i]` and ends
   * before `edges[i + 1]`. The newest is counted first; none is begun once `budgetMs` have gone by: it is null, and so is
   * every older one. The first is always counted.
   */
  countWindows(edges: readonly Timestamp[], budgetMs: number): Promise<(WindowCount | null)[]>
  /** Up to `limit` runs of these statuses by their columns (the text is empty), submitted longest ago first. */
  oldestRuns(statuses: readonly string[], limit: number): Promise<Stored<RunRecord>[]>
  /**
   * Up to `limit` queued or running runs whose lease ended before `now` or was never given, by their columns: those
   * without one first, then the longest ended.
   */
  lapsedRuns(now: Timestamp, limit: number): Promise<Stored<RunRecord>[]>
}
