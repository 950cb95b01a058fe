'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250
/** Answers to what was handed over come late, and one by one. */
const REMEMBERED = 8

export interface Draft {
  text: string
  type: (text: string) => void
  /** Hands over at once: the reader leaves the field, and perhaps the page. */
  settle: () => void
}

/**
 * What is being typed, ahead of where it is kept: every key is seen at once and handed over after a short pause. When what
 * is kept changes by itself (back, a link), it wins.
 */
export function useDraft(kept: string, keep: (text: string) => void): Draft {
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
  const handOver = useCallback((text: string) => {
    setHandedOver((before) => [...before, text].slice(-REMEMBERED))
    latest.current(text)
  }, [])
  useEffect(() => {
    if (isKept) return
    const timer = setTimeout(() => handOver(draft), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft, isKept, handOver])
  return { text: draft, type: setDraft, settle: () => !isKept && handOver(draft) }
}
