'use client'

import { useSearchParams } from 'next/navigation'
import { pushAddress, replaceAddress } from '@/components/ui/shallow-link'

export interface Peek {
  /** The run that is looked at beside the list; null: none. */
  id: string | null
  /** A step in the history: back closes it. */
  open: (runId: string) => void
  /** From one run to the next: no step of its own. */
  follow: (runId: string) => void
  close: () => void
}

/** Which run is looked at beside the list: the address says so. */
export function usePeek(): Peek {
  const id = useSearchParams().get('peek') || null
  return {
    id,
    open: (runId) => (id === null ? pushAddress : replaceAddress)(withPeek(runId)),
    follow: (runId) => id !== null && id !== runId && replaceAddress(withPeek(runId)),
    close: () => id !== null && replaceAddress(withPeek(null)),
  }
}

function withPeek(runId: string | null): string {
  const { pathname, search } = window.location
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('peek='))
  const all = runId === null ? kept : [...kept, `peek=${encodeURIComponent(runId)}`]
  return all.length === 0 ? pathname : `${pathname}?${all.join('&')}`
}
