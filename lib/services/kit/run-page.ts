import { z } from 'zod'
import type { Page } from '@/lib/contract/page'
import type { AuditStore } from '@/lib/contract/ports/audit'
import type { InsightStore } from '@/lib/contract/ports/insight'
import type { RunsStore } from '@/lib/contract/ports/runs'
import type { StoreInfo } from '@/lib/contract/ports/store-info'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { AmongClause } from '@/lib/contract/records/run-clauses'
import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import { longCursor, parseRunCursor } from '@/lib/derive/cursor'
import { nanosOf } from '@/lib/derive/instants'

/** Runs of every status that was found, by status. */
export interface RunCounts {
  counts: Record<string, number>
  /** Set when counting stopped: runs older than this, or more of a status, were not counted. */
  counted_to?: Timestamp
  counts_capped?: string[]
}
export type CountedPage = Page<RunRecord> & Partial<RunCounts>

export const Labels = z.array(z.object({ key: z.string(), value: z.string().optional() }))

/** Rows that one page of a search looks at: beyond, the answer says where to go on. */
const LOOK = 20_000
/** A count reads no bodies unless it must. */
const COUNT_LOOK = 100_000
const COUNT_CAP = 200_000

/**
 * A page of a search that no list answers. Where it stopped before the page was full, `reached` says how far it looked
 * and `next_cursor` goes on from there.
 */
export async function searchPage(
  { runs, insight }: { runs: RunsStore; insight: InsightStore },
  search: RunSearch,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<RunRecord>> {
  const after = cursor === undefined ? undefined : await longForm(runs, cursor)
  // One more than the page tells whether another follows.
  const found = await insight.searchRuns(search, { want: limit + 1, look: LOOK }, after)
  const rows = found.rows.slice(0, limit)
  const last = rows.at(-1)
  if (found.rows.length > limit && last !== undefined) {
    const { submitted_at, run_id } = last.columns
    return { rows, next_cursor: longCursor(submitted_at ?? '', run_id ?? '') }
  }
  if (found.next === null || found.reached === null) return { rows }
  return { rows, next_cursor: found.next, reached: found.reached }
}

/** An unknown bare id starts at the top, as in engines. */
async function longForm(runs: RunsStore, cursor: string): Promise<string | undefined> {
  if (parseRunCursor(cursor).at !== null) return cursor
  const row = await runs.get(cursor)
  return row === null ? undefined : longCursor(row.columns['submitted_at'] ?? '', cursor)
}

/** How many runs of each status fit, statuses without any left out. */
export async function countRuns(insight: InsightStore, { status, tenant, ...more }: RunSearch): Promise<RunCounts> {
  if (Object.values(more).every((clause) => clause === undefined)) {
    const all = await insight.countByStatus(COUNT_CAP, { tenant })
    const asked = all.filter((one) => one.count > 0 && (status.length === 0 || status.includes(one.status)))
    const capped = asked.filter((one) => one.capped).map((one) => one.status)
    return {
      counts: Object.fromEntries(asked.sort(byStatus).map((one) => [one.status, one.count])),
      ...(capped.length > 0 && { counts_capped: capped }),
    }
  }
  const search: RunSearch = { ...more, status, ...(tenant !== undefined && { tenant }) }
  const { sum, next, reached } = await insight.foldRuns(search, COUNT_LOOK, {
    start: () => new Map<string, number>(),
    add: (counts, { columns }) => {
      const word = columns['status'] ?? ''
      counts.set(word, (counts.get(word) ?? 0) + 1)
    },
    bodies: false,
  })
  const counts = [...sum].map(([word, count]) => ({ status: word, count })).sort(byStatus)
  return {
    counts: Object.fromEntries(counts.map((one) => [one.status, one.count])),
    ...(next !== null && reached !== null && { counted_to: reached }),
  }
}

/** Entries of the trail that are looked through for one submitter. */
const MOST_ENTRIES = 5_000

/**
 * The clause that finds what somebody submitted. Stores before 1.17 do not keep it with the run: there the audit trail
 * tells, as far back as it was read.
 */
export async function submittedBy(
  { audit, store }: { audit: AuditStore; store: StoreInfo },
  name: string,
): Promise<Pick<RunSearch, 'submitted_by' | 'ids' | 'since'>> {
  const { tables } = await store.capabilities()
  if (tables['faucet_serve_runs']?.includes('submitted_by')) return { submitted_by: name }
  const entries = await audit.list({ principal: name, action: 'run.submit', limit: MOST_ENTRIES })
  const ids = new Set(entries.flatMap(({ run_id }) => (run_id === undefined ? [] : [run_id])))
  const oldest = entries.length < MOST_ENTRIES ? undefined : entries.at(-1)?.timestamp
  return { ids, ...(oldest !== undefined && { since: oldest }) }
}

/** The same of any of several people, as a condition. */
export async function submittedByAny(
  deps: { audit: AuditStore; store: StoreInfo },
  names: readonly string[],
): Promise<{ clause: AmongClause; since?: Timestamp }> {
  const found = await Promise.all([...new Set(names)].map((name) => submittedBy(deps, name)))
  const since = found.flatMap((one) => one.since ?? []).sort((a, b) => (nanosOf(a) < nanosOf(b) ? 1 : -1))[0]
  const bounds = since === undefined ? {} : { since }
  // Either the store says it of every run, or the trail of all of them.
  if (found.every((one) => one.ids === undefined)) return { clause: { field: 'submitted_by', any: [...names] } }
  return { clause: { field: 'run_id', any: found.flatMap((one) => [...(one.ids ?? [])]) }, ...bounds }
}

const byStatus = (a: { status: string }, b: { status: string }): number => (a.status < b.status ? -1 : 1)
