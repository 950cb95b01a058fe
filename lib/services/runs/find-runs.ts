import { z } from 'zod'
import type { Page } from '@/lib/contract/page'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import { longCursor } from '@/lib/derive/cursor'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'
import { RunQuestion, searchOf } from './internal-search'

/** How long a search that no index serves looks before it says how far it came, and at how many runs at the very most. */
const LOOK = { ms: 150, look: 2_000_000 }

/** A page of runs; of a search that stopped for time, how far it came. */
export interface FoundRuns extends Page<RunRecord> {
  /** Runs that were looked at, whether they fit or not. */
  looked?: number
  /** Who submitted older runs is not known any more: they are left out. */
  known_since?: Timestamp
}

/** Runs that fit every condition of the page, newest first: by an index where one serves, else as far back as time allows. */
export const findRuns = defineQuery({
  label: 'run.list',
  permission: 'run_read',
  scope: 'tenant',
  input: RunQuestion.extend({ limit: z.number().optional(), cursor: z.string().optional() }),
  needs: ['runs', 'insight', 'audit', 'store'],
  async run(deps, asked, { principal }): Promise<FoundRuns> {
    const limit = clamp(asked.limit, 50, 500)
    const { cursor } = asked
    const { search, ...known } = await searchOf(deps, asked, principal.name)
    if (search.name === undefined && search.clauses.length === 0) {
      const { clauses: _, ...filter } = search
      return deps.runs.list({ ...filter, limit, ...(cursor !== undefined && { cursor }) })
    }
    const found = await deps.insight.searchRuns(search, { want: limit + 1, ...LOOK }, cursor)
    const rows = found.rows.slice(0, limit)
    const { submitted_at, run_id } = rows.at(-1)?.columns ?? {}
    // One more than the page tells whether another follows.
    if (found.rows.length > limit && submitted_at && run_id) {
      return { rows, next_cursor: longCursor(submitted_at, run_id), ...known }
    }
    if (found.next === null || found.reached === null) return { rows, ...known }
    return { rows, next_cursor: found.next, reached: found.reached, looked: found.looked, ...known }
  },
})
