'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Seq } from '@/lib/contract/records/primitives'
import { compareSeq } from '@/lib/derive/log-outline'
import { type LogFilter, logFilterSearch, pathToLogSearch } from '@/lib/url/logs'
import { api } from './api'
import { type LogHit, logKeys, readLogSearch } from './logs'

/** Lines that hold what is looked for; more of them are not held one by one. */
const MOST_HITS = 50_000
const KEPT_MS = 60_000

interface Found {
  /** Oldest first. */
  hits: readonly LogHit[]
  /** Everything up to here was searched; null: nothing yet. */
  covered: Seq | null
  isDone: boolean
  isCapped: boolean
}
const NOTHING: Found = { hits: [], covered: null, isDone: false, isCapped: false }

/** Where a log holds what is looked for: all of its stored lines, and those that come. `end` is its last line. */
export function useLogSearch(runId: string, filter: LogFilter, end: Seq | null) {
  const queries = useQueryClient()
  const isAsked = filter.words !== ''
  const question = logFilterSearch(filter)
  const queryKey = logKeys.search(runId, question)
  const search = useQuery<Found>({
    queryKey,
    async queryFn({ signal }) {
      let found = queries.getQueryData<Found>(queryKey) ?? NOTHING
      const upTo = end
      do {
        const { hits, reached } = await api(readLogSearch, pathToLogSearch(runId, filter, found.covered), { signal })
        const last = found.hits.at(-1)?.seq
        const fresh = last === undefined ? hits : hits.filter(({ seq }) => compareSeq(seq, last) > 0)
        const all = [...found.hits, ...fresh]
        const isCapped = all.length >= MOST_HITS
        found = {
          hits: all,
          covered: reached ?? upTo ?? found.covered,
          isDone: reached === null || isCapped,
          isCapped,
        }
        if (!found.isDone) queries.setQueryData(queryKey, found)
      } while (!found.isDone && !signal.aborted)
      return found
    },
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
    retry: false,
  })
  const { data, isFetching, isError, refetch } = search
  const isBehind =
    !isError &&
    data?.isDone === true &&
    !data.isCapped &&
    end !== null &&
    (data.covered === null || compareSeq(data.covered, end) < 0)
  useEffect(() => {
    if (isBehind && !isFetching) void refetch()
  }, [isBehind, isFetching, refetch])
  const hits = isAsked ? (data?.hits ?? NOTHING.hits) : NOTHING.hits
  const places = useMemo(() => new Map(hits.map(({ seq, places: own }) => [seq as string, own])), [hits])
  return {
    question: isAsked ? question : '',
    hits,
    places,
    isDone: !isAsked || data?.isDone === true,
    isCapped: isAsked && data?.isCapped === true,
    error: isAsked ? search.error : null,
  }
}
