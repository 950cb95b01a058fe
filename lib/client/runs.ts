import { z } from 'zod'
import { Count, isTimestamp, type Timestamp } from '@/lib/contract/records/primitives'
import { RunRecord } from '@/lib/contract/records/runs'
import { pathToRunApi, pathToRunFacts } from '@/lib/url/paths'
import { type RunListFilter, runFilterSearch, runListParams } from '@/lib/url/runs'
import { jsonAs, wireQuery } from './wire-query'
import { tolerant, type WireRow } from './wire-row'

export type RunRow = WireRow<RunRecord>
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
    runs: z.array(tolerant(RunRecord)),
    next_cursor: z.string().optional(),
    reached: z.string().optional(),
    looked: z.number().optional(),
    known_since: z.string().optional(),
  }),
)
const readRun = jsonAs(tolerant(RunRecord))

export const runKeys = {
  all: ['runs'] as const,
  list: (filter: RunListFilter) => ['runs', 'list', runFilterSearch(filter)] as const,
  newer: (filter: RunListFilter, top: string) => ['runs', 'newer', runFilterSearch(filter), top] as const,
  detail: (runId: string) => ['runs', 'detail', runId] as const,
  /** Under the detail: what is read again for the one is read again for the other. */
  facts: (runId: string) => ['runs', 'detail', runId, 'facts'] as const,
}

export const runListQuery = (filter: RunListFilter) =>
  wireQuery<RunPage>({ queryKey: runKeys.list(filter), path: () => pathToList(filter), read: readRunPage })

export const runQuery = (runId: string) =>
  wireQuery<RunRow>({ queryKey: runKeys.detail(runId), path: pathToRunApi(runId), read: readRun })

/** `more` narrows the list of a filter to a piece of it: `from` and `upto` instants, `among` ids. */
export function pathToList(filter: RunListFilter, more: Readonly<Record<string, string>> = {}): string {
  const params = runListParams(filter, Date.now())
  for (const [name, value] of Object.entries(more)) params.set(name, value)
  return `/console/runs?${params}`
}

const Shard = z.object({
  shard_id: z.string(),
  descriptor: z.string(),
  size_estimate: Count.nullable(),
  status: z.string(),
  owner: z.string().nullable(),
  lease_expires_at: z.string().nullable(),
  attempt: z.number(),
  finished_at: z.string().nullable(),
})
export type Shard = z.infer<typeof Shard>
const RunFacts = z.object({
  owner: z.string().nullable(),
  lease_expires_at: z.string().nullable(),
  cancel_requested: z.string().nullable(),
  shards: z.array(Shard),
  has_more_shards: z.boolean(),
})
export type RunFacts = z.infer<typeof RunFacts>

/** What the body of a run does not say. */
export const runFactsQuery = (runId: string) =>
  wireQuery<RunFacts>({ queryKey: runKeys.facts(runId), path: pathToRunFacts(runId), read: jsonAs(RunFacts) })

const BEFORE = 30

/** Runs of the same name up to this one, newest first, this one among them. Only a name is kept in an index. */
export const runsBeforeQuery = ({ name, submitted_at }: Pick<RunRecord, 'name' | 'submitted_at'>) => {
  const search = new URLSearchParams({ name: name ?? '', until: submitted_at, limit: String(BEFORE) })
  return {
    ...wireQuery<RunPage>({
      queryKey: ['runs', 'before', name, submitted_at],
      path: `/console/runs?${search}`,
      read: readRunPage,
    }),
    enabled: Boolean(name?.trim()),
    staleTime: 60_000,
  }
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
