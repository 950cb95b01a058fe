'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { pathToRun, pathToRuns } from '@/lib/url/paths'
import { type RunListFilter, runFilterSearch } from '@/lib/url/runs'

const KEY = 'faucet-console:runs'

export const addressOf = (filter: RunListFilter): string => pathToRuns(runFilterSearch(filter))

/** The list as it was: filters, page and all, so that the way back from a run leads to the same rows. */
export function useListAddress(): string {
  return useSyncExternalStore(
    () => () => {},
    () => sessionStorage.getItem(KEY) ?? pathToRuns(),
    () => pathToRuns(),
  )
}

let leftRun: string | null = null

/** Coming back to the list, the run that was left has the focus: the walk goes on where it was. */
export function useFocusOnReturn(): void {
  useEffect(() => {
    if (leftRun === null) return
    const href = pathToRun(leftRun)
    leftRun = null
    const rows = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
    rows.find((row) => row.getAttribute('href') === href)?.focus({ preventScroll: true })
  }, [])
}

export function useRememberRun(runId: string): void {
  useEffect(
    () => () => {
      leftRun = runId
    },
    [runId],
  )
}

/** Remembers, for this tab only, what the list shows now. */
export function useRememberList(search: string): void {
  useEffect(() => {
    sessionStorage.setItem(KEY, pathToRuns(search))
  }, [search])
}
