import { z } from 'zod'
import { isTimestamp, type Timestamp } from '@/lib/contract/records/primitives'
import { RunRecord } from '@/lib/contract/records/runs'
import { RunSums } from '@/lib/derive/run-sums'
import { type RunListFilter, runFilterSearch, runListParams } from '@/lib/url/runs'
import { jsonAs, wireQuery } from './wire-query'
import { tolerant, type WireRow } from './wire-row'

/** A run as a list shows it; `invocation_sums` stands for the invocations that were left out. */
const ListedRun = RunRecord.extend({ invocation_sums: RunSums.optional() })
export type ListedRun = z.output<typeof ListedRun>
export type RunRow = WireRow<ListedRun>
export interface RunPage {
  runs: RunRow[]
  next_cursor?: string | undefined
  /** Set of a search that stopped for time: everything newer was looked at, the cursor goes on from there. */
  reached?: string | undefined
  /** How many runs it looked at. */
  looked?: number | undefined
  /** Who submitted older runs is not known: they are left out. */
  known_since?: string | undefined
}
export const readRunPage = jsonAs(
  z.object({
    runs: z.array(tolerant(ListedRun)),
    next_cursor: z.string().optional(),
    reached: z.string().optional(),
    looked: z.number().optional(),
    known_since: z.string().optional(),
  }),
)

export const runKeys = {
  all: ['runs'] as const,
  list: (filter: RunListFilter) => ['runs', 'list', runFilterSearch(filter)] as const,
  newer: (filter: RunListFilter, top: string) => ['runs', 'newer', runFilterSearch(filter), top] as const,
  /** Of a run's page; what its tabs read stands below it, and is read again with it. */
  detail: (runId: string) => ['runs', 'detail', runId] as const,
}

export const runListQuery = (filter: RunListFilter) =>
  wireQuery<RunPage>({ queryKey: runKeys.list(filter), path: () => pathToList(filter), read: readRunPage })

/** `more` narrows the list of a filter to a piece of it: `from` and `upto` instants, `among` ids. */
export function pathToList(filter: RunListFilter, more: Readonly<Record<string, string>> = {}): string {
  const params = runListParams(filter, Date.now())
  for (const [name, value] of Object.entries(more)) params.set(name, value)
  return `/console/runs?${params}`
}

export interface Place {
  at: Timestamp
  id: string
}

/** Where a row stands in the list, readable or not. */
export function placeOf(row: RunRow): Place | null {
  const { submitted_at: at, run_id: id } = row.ok ? row.record : row.columns
  return at !== undefined && id !== undefined && isTimestamp(at) ? { at, id } : null
}
