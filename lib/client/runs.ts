import { z } from 'zod'
import { isTimestamp, type Timestamp } from '@/lib/contract/records/primitives'
import { RunRecord } from '@/lib/contract/records/runs'
import { pathToRunApi } from '@/lib/url/paths'
import { type RunListFilter, runFilterSearch, runListParams } from '@/lib/url/runs'
import { jsonAs, wireQuery } from './wire-query'
import { tolerant, type WireRow } from './wire-row'

export type RunRow = WireRow<RunRecord>
export interface RunPage {
  runs: RunRow[]
  next_cursor?: string | undefined
}
export const readRunPage = jsonAs(z.object({ runs: z.array(tolerant(RunRecord)), next_cursor: z.string().optional() }))
const readRun = jsonAs(tolerant(RunRecord))

export const runKeys = {
  all: ['runs'] as const,
  list: (filter: RunListFilter) => ['runs', 'list', runFilterSearch(filter)] as const,
  newer: (filter: RunListFilter, top: string) => ['runs', 'newer', runFilterSearch(filter), top] as const,
  detail: (runId: string) => ['runs', 'detail', runId] as const,
}

export const runListQuery = (filter: RunListFilter) =>
  wireQuery<RunPage>({ queryKey: runKeys.list(filter), path: () => pathToList(filter), read: readRunPage })

export const runQuery = (runId: string) =>
  wireQuery<RunRow>({ queryKey: runKeys.detail(runId), path: pathToRunApi(runId), read: readRun })

export const pathToList = (filter: RunListFilter, more: Record<string, string> = {}): string =>
  `/v1/runs?${new URLSearchParams({ ...runListParams(filter, Date.now()), ...more })}`

const BEFORE = 30

/** Runs of the same name up to this one, newest first, this one among them. Only a name is kept in an index. */
export const runsBeforeQuery = ({ name, submitted_at }: Pick<RunRecord, 'name' | 'submitted_at'>) => {
  const search = new URLSearchParams({ name: name ?? '', until: submitted_at, limit: String(BEFORE) })
  return {
    ...wireQuery<RunPage>({
      queryKey: ['runs', 'before', name, submitted_at],
      path: `/v1/runs?${search}`,
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
