'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { replaceAddress } from '@/components/ui/shallow-link'
import { LOOK_COOKIE, type RunsLook, readRunsLook, USUAL_LOOK, writeRunsLook } from '@/lib/url/runs-look'

/** What was chosen in this tab last: newer than what the server knew when it drew the page. */
let chosenHere: RunsLook | null = null

/** How the list is drawn: as the address says, else as this browser had it last. */
export function useRunsLook(remembered: RunsLook | null): [RunsLook, (look: RunsLook) => void] {
  const params = useSearchParams()
  const [own, setOwn] = useState(() => chosenHere ?? remembered ?? USUAL_LOOK)
  const cols = params.get('cols')
  const look = readRunsLook(cols ?? undefined) ?? own
  // A view brought its columns along: they stay while this tab asks further, and are remembered by nobody.
  useEffect(() => {
    const brought = readRunsLook(cols ?? undefined)
    if (brought === null) return
    chosenHere = brought
    setOwn(brought)
  }, [cols])
  return [
    look,
    (next) => {
      chosenHere = next
      document.cookie = `${LOOK_COOKIE}=${writeRunsLook(next)}; path=/; max-age=31536000; samesite=lax`
      setOwn(next)
      if (!params.has('cols')) return
      const address = new URL(window.location.href)
      address.searchParams.delete('cols')
      replaceAddress(address.pathname + address.search)
    },
  ]
}
