'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { pathToRuns } from '@/lib/url/paths'

const KEY = 'faucet-console:runs'

/** The list as it was: filters, page and all, so that the way back from a run leads to the same rows. */
export function useListAddress(): string {
  return useSyncExternalStore(
    () => () => {},
    () => sessionStorage.getItem(KEY) ?? pathToRuns(),
    () => pathToRuns(),
  )
}

/** Remembers, for this tab only, what the list shows now. */
export function useRememberList(search: string): void {
  useEffect(() => {
    sessionStorage.setItem(KEY, pathToRuns(search))
  }, [search])
}
