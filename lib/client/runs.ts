import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { isTimestamp, type Timestamp } from '@/lib/contract/records/primitives'
import { RunRecord } from '@/lib/contract/records/runs'
import { nanosOf } from '@/lib/derive/instants'
import { isLive } from '@/lib/derive/run-status'
import { pathToRunApi } from '@/lib/url/paths'
import { type RunListFilter, runFilterSearch, runListParams } from '@/lib/url/runs'
import { api } from './api'
import { useBell } from './bells'
import { jsonAs, wireQuery } from './wire-query'
import { tolerant, type WireRow } from './wire-row'

export type RunRow = WireRow<RunRecord>
export interface RunPage {
  runs: RunRow[]
  next_cursor?: string | undefined
}
const readRunPage = jsonAs(z.object({ runs: z.array(tolerant(RunRecord)), next_cursor: z.string().optional() }))
const readRun = jsonAs(tolerant(RunRecord))

export const runKeys = {
  all: ['runs'] as const,
  list: (filter: RunListFilter) => ['runs', 'list', runFilterSearch(filter)] as const,
  newer: (filter: RunListFilter, top: string) => ['runs', 'newer', runFilterSearch(filter), top] as const,
  detail: (runId: string) => ['runs', 'detail', runId] as const,
}

export const runListQuery = (filter: RunListFilter) =>
  wireQuery<RunPage>({ queryKey: runKeys.list(filter), path: () => listPath(filter), read: readRunPage })

export const runQuery = (runId: string) =>
  wireQuery<RunRow>({ queryKey: runKeys.detail(runId), path: pathToRunApi(runId), read: readRun })

const listPath = (filter: RunListFilter, more: Record<string, string> = {}): string =>
  `/v1/runs?${new URLSearchParams({ ...runListParams(filter, Date.now()), ...more })}`

/** More new runs than this are not counted one by one. */
export const MOST_NEWS = 100

/**
 * A page of runs that stays where it is: rows on it change in place, newer ones are counted and wait to be let in.
 * The first page is read again only up to the run that was on top when it was opened.
 */
export function useRunPage(filter: RunListFilter) {
  const queries = useQueryClient()
  const [isLettingIn, setLettingIn] = useState(false)
  const queryKey = runKeys.list(filter)
  const page = useQuery({
    ...runListQuery(filter),
    queryFn: ({ signal }) => {
      const top = topOf(queries.getQueryData<RunPage>(queryKey), filter)
      return api(readRunPage, listPath(filter, top === null ? {} : { until: top.at }), { signal })
    },
  })
  const top = topOf(page.data, filter)
  const newerKey = runKeys.newer(filter, top === null ? '' : `${top.at}~${top.id}`)
  const newer = useQuery({
    queryKey: newerKey,
    queryFn: ({ signal }) =>
      api(readRunPage, listPath(filter, { since: top?.at ?? '', limit: String(MOST_NEWS) }), { signal }),
    // Nothing is newer than what was just read; the first ring looks.
    initialData: { runs: [] },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: top !== null,
  })
  useBell(['runs', ...liveTopics(page.data)], queryKey)
  useBell(top === null ? [] : ['runs'], newerKey)

  return {
    ...page,
    newCount: top === null ? 0 : newer.data.runs.filter((row) => isAbove(placeOf(row), top)).length,
    isLettingIn,
    /** Reads the newest page as it is now, and goes to its top. */
    async letIn() {
      setLettingIn(true)
      try {
        queries.setQueryData(queryKey, await api(readRunPage, listPath(filter)))
        window.scrollTo({ top: 0 })
      } finally {
        setLettingIn(false)
      }
    },
  }
}

/** One run, kept up to date until it has ended. */
export function useRun(runId: string) {
  const run = useQuery(runQuery(runId))
  const isOver = run.data?.ok === true && !isLive(run.data.record.status)
  useBell(isOver ? [] : [`run:${runId}`], runKeys.detail(runId))
  return run
}

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

interface Place {
  at: Timestamp
  id: string
}

/** Where a row stands in the list, readable or not. */
export function placeOf(row: RunRow): Place | null {
  const { submitted_at: at, run_id: id } = row.ok ? row.record : row.columns
  return at !== undefined && id !== undefined && isTimestamp(at) ? { at, id } : null
}

const topOf = (page: RunPage | undefined, filter: RunListFilter): Place | null => {
  const [first] = page?.runs ?? []
  return filter.trail.length > 0 || first === undefined ? null : placeOf(first)
}

function isAbove(place: Place | null, top: Place): boolean {
  if (place === null) return false
  const [here, there] = [nanosOf(place.at), nanosOf(top.at)]
  return here === there ? place.id > top.id : here > there
}

/** Rows that will change by themselves. */
const liveTopics = (page: RunPage | undefined): string[] =>
  (page?.runs ?? []).flatMap((row) => (row.ok && isLive(row.record.status) ? [`run:${row.record.run_id}`] : []))
