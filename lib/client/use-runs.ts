'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nanosOf } from '@/lib/derive/instants'
import { isLive } from '@/lib/derive/run-status'
import type { RunListFilter } from '@/lib/url/runs'
import { api } from './api'
import { useBell } from './bells'
import { runHeadQuery } from './run-parts'
import { type Place, pathToList, placeOf, type RunPage, readRunPage, runKeys, runListQuery } from './runs'

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
    // Another question: the rows of the last one stay, dimmed, until the answer is there.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const top = topOf(queries.getQueryData<RunPage>(queryKey), filter)
      return api(readRunPage, pathToList(filter, top === null ? {} : { upto: top.at }), { signal })
    },
  })
  const own = page.isPlaceholderData ? undefined : page.data
  const top = topOf(own, filter)
  const newerKey = runKeys.newer(filter, top === null ? '' : `${top.at}~${top.id}`)
  const newer = useQuery({
    queryKey: newerKey,
    queryFn: ({ signal }) =>
      api(readRunPage, pathToList(filter, { from: top?.at ?? '', limit: String(MOST_NEWS) }), { signal }),
    // Nothing is newer than what was just read; the first ring looks.
    initialData: { runs: [] },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: top !== null,
  })
  useBell(['runs', ...liveTopics(own)], queryKey)
  useBell(top === null ? [] : ['runs'], newerKey)

  return {
    ...page,
    newCount: top === null ? 0 : newer.data.runs.filter((row) => isAbove(placeOf(row), top)).length,
    isLettingIn,
    /** Reads the newest page as it is now, and goes to its top. */
    async letIn() {
      setLettingIn(true)
      try {
        queries.setQueryData(queryKey, await api(readRunPage, pathToList(filter)))
        window.scrollTo({ top: 0 })
      } finally {
        setLettingIn(false)
      }
    },
  }
}

/** What stands on every tab of a run, kept up to date until it has ended. */
export function useRunHead(runId: string, isWanted = true) {
  const head = useQuery({ ...runHeadQuery(runId), enabled: isWanted })
  const isOver = head.data?.run.ok === true && !isLive(head.data.run.record.status)
  useBell(isOver || !isWanted ? [] : [`run:${runId}`], runKeys.detail(runId))
  return head
}

/** The run alone, without its invocations. */
export function useRun(runId: string) {
  const head = useRunHead(runId)
  return { ...head, data: head.data?.run }
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
