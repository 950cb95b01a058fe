'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { replaceAddress } from '@/components/ui/shallow-link'
import { LOOK_COOKIE, type RunsLook, readRunsLook, USUAL_LOOK, writeRunsLook } from '@/lib/url/runs-look'

/** What was chosen in this tab last: newer than what the server knew when it drew the page. */
let chosenHere: RunsLook | null = null

/** How the list is drawn: as the address says, else as this browser had it last. */
export function useRunsLook(remembered: RunsLook | null): [RunsLook, (look: RunsLook) => void] {
  const params = useSearchParams()
  const [own, setOwn] = useState(() => chosenHere ?? remembered ?? USUAL_LOOK)
  const look = readRunsLook(params.get('cols') ?? undefined) ?? own
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
