'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { replaceAddress } from '@/components/ui/shallow-link'
import { type MarkedLines, markHash, parseMark } from '@/lib/url/logs'

const watchers = new Set<() => void>()

/** The lines that `#L…` in the address names, and how to name others. */
export function useMarkedLines(): [MarkedLines | null, (mark: MarkedLines | null) => void] {
  const hash = useSyncExternalStore(
    (changed) => {
      window.addEventListener('hashchange', changed)
      watchers.add(changed)
      return () => {
        window.removeEventListener('hashchange', changed)
        watchers.delete(changed)
      }
    },
    () => window.location.hash,
    () => '',
  )
  return [useMemo(() => parseMark(hash), [hash]), markLines]
}

/** No step in the browser's history: going back leads out of the log, not through every line that was looked at. */
function markLines(mark: MarkedLines | null): void {
  const { pathname, search } = window.location
  replaceAddress(pathname + search + (mark === null ? '' : markHash(mark)))
  for (const changed of watchers) changed()
}
