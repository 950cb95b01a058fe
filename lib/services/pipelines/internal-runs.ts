import type { Deps } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { briefOf, type RunBrief, sharing } from '@/lib/derive/run-brief'
import { keptAnswer } from '../kit/kept'
import { readLedger } from '../kit/run-ledger'

/** Runs that one page of a pipeline is made of. */
export const MOST_RUNS = 300
/** What is kept of all runs anyway; what is older is looked for. */
const HORIZON_MS = 30 * 86_400_000
const OLDER = { look: 200_000, ms: 120 }
const OLDER_AGE_MS = 300_000

export interface PipelineRuns {
  /** Newest first. */
  runs: readonly RunBrief[]
  /** There are older ones beyond the most that are shown. */
  has_more: boolean
  /** Older than this, runs were found by their name alone; null: everything was looked at. */
  reachedMs: number | null
}

/**
 * The newest runs of a pipeline: by what is kept of all runs, then by a search with an end, then by name, which an index
 * may answer.
 */
export async function runsOfPipeline(
  deps: Pick<Deps, 'insight' | 'runs'>,
  pipeline: string,
  tenant: string | undefined,
  { nowMs, budgetMs }: { nowMs: number; budgetMs: number },
): Promise<PipelineRuns> {
  const sinceMs = nowMs - HORIZON_MS
  const view = await readLedger(deps.insight, tenant, { sinceMs, untilMs: nowMs, nowMs, budgetMs })
  const runs: RunBrief[] = []
  let isMore = false
  view.each((run) => {
    if (run.pipeline !== pipeline) return
    if (runs.length < MOST_RUNS) runs.push(run)
    else isMore = true
  })
  if (isMore) return { runs, has_more: true, reachedMs: null }
  const untilMs = view.reachedMs ?? sinceMs
  // The same stretch for some minutes, or the answer would never be one that was kept.
  const edgeMs = Math.ceil(untilMs / OLDER_AGE_MS) * OLDER_AGE_MS
  const older = await keptAnswer(
    deps.insight,
    ['older-runs', pipeline, tenant, edgeMs],
    { nowMs, maxAgeMs: OLDER_AGE_MS },
    () => olderRuns(deps, pipeline, tenant, edgeMs),
  )
  const known = new Set(runs.map(({ run_id }) => run_id))
  const all = [...runs, ...older.runs.filter(({ run_id }) => !known.has(run_id))]
  return {
    runs: all.slice(0, MOST_RUNS),
    has_more: older.has_more || all.length > MOST_RUNS,
    reachedMs: older.reachedMs,
  }
}

async function olderRuns(
  { insight, runs }: Pick<Deps, 'insight' | 'runs'>,
  pipeline: string,
  tenant: string | undefined,
  beforeMs: number,
): Promise<PipelineRuns> {
  const until = `${new Date(beforeMs - 1).toISOString().slice(0, 19)}.999999999Z` as Timestamp
  const search: RunSearch = {
    status: [],
    until,
    clauses: [{ field: 'pipeline', any: [pipeline] }],
    ...(tenant !== undefined && { tenant }),
  }
  const share = sharing()
  const found = await insight.searchRuns(search, { want: MOST_RUNS, ...OLDER })
  const briefs = found.rows.map((row) => briefOf(row, share))
  const isFull = briefs.length >= MOST_RUNS
  if (isFull || found.next === null) return { runs: briefs, has_more: isFull, reachedMs: null }
  const reachedMs = found.reached === null ? beforeMs : Date.parse(found.reached)
  const named = await runs.list({
    status: [],
    name: pipeline,
    limit: MOST_RUNS,
    until,
    ...(tenant !== undefined && { tenant }),
  })
  const known = new Set(briefs.map(({ run_id }) => run_id))
  const deeper = named.rows
    .map((row: Stored<RunRecord>) => briefOf(row, share))
    .filter((run) => run.pipeline === pipeline && !known.has(run.run_id))
  const all = [...briefs, ...deeper].sort((a, b) => b.submittedMs - a.submittedMs)
  return { runs: all.slice(0, MOST_RUNS), has_more: all.length > MOST_RUNS, reachedMs }
}
