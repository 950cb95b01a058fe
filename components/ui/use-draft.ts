'use client'

import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250
/** Answers to what was handed over come late, and one by one. */
const REMEMBERED = 8

/**
 * What is being typed, ahead of where it is kept: every key is seen at once and handed over after a short pause. When what
 * is kept changes by itself (back, a link), it wins.
 */
export function useDraft(kept: string, keep: (text: string) => void): [draft: string, type: (text: string) => void] {
  const [draft, setDraft] = useState(kept)
  const [lastKept, setLastKept] = useState(kept)
  const [handedOver, setHandedOver] = useState([kept])
  if (kept !== lastKept) {
    setLastKept(kept)
    if (!handedOver.includes(kept)) {
      setDraft(kept)
      setHandedOver([kept])
    }
  }
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  const isKept = draft === handedOver.at(-1)
  useEffect(() => {
    if (isKept) return
    const timer = setTimeout(() => {
      setHandedOver((before) => [...before, draft].slice(-REMEMBERED))
      latest.current(draft)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, isKept])
  return [draft, setDraft]
}
