'use client'

import { type RefObject, useEffect, useRef } from 'react'
import type { LogHit } from '@/lib/client/logs'
import { compareSeq } from '@/lib/derive/log-outline'
import { parseMark } from '@/lib/url/logs'

interface HitsOptions {
  hits: readonly LogHit[]
  /** What is asked; empty: nothing. */
  question: string
  isDone: boolean
  current: string | null
  /** Where the reader is, or is being led to: keys come faster than lines. */
  position: RefObject<string | null>
  topSeq: () => string | null
  lead: (seq: string) => void
}

/** Which of the lines that were found the reader stands on, and the way to the others. */
export function useLogHits({ hits, question, isDone, current, position, topSeq, lead }: HitsOptions) {
  const at = current === null ? -1 : indexFrom(hits, current)
  const isAt = at !== -1 && hits[at]?.seq === current
  const step = (by: 1 | -1) => {
    if (hits.length === 0) return
    const from = position.current ?? topSeq() ?? ''
    const found = indexFrom(hits, from)
    const beyond = found === -1 ? hits.length : found
    const isOn = position.current !== null && hits[beyond]?.seq === from
    const next = by === 1 ? beyond + Number(isOn) : beyond - 1
    lead(hits[(next + hits.length) % hits.length]?.seq ?? '')
  }
  const jumped = useRef<string | null>(null)
  useEffect(() => {
    // Whoever comes with the address of a line is led there, not to the first hit.
    if (jumped.current === null) jumped.current = parseMark(window.location.hash) === null ? '' : question
    if (question === '') jumped.current = ''
    if (jumped.current === question || hits.length === 0) return
    const next = hits[indexFrom(hits, topSeq() ?? '')]
    if (next === undefined && !isDone) return
    jumped.current = question
    lead((next ?? hits[0])?.seq ?? '')
  }, [question, hits, isDone, topSeq, lead])
  return { at: isAt ? at + 1 : 0, step }
}

/** Index of the first hit on this line or after it; -1: there is none. */
function indexFrom(hits: readonly LogHit[], seq: string): number {
  let [low, high] = [0, hits.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareSeq(hits[middle]?.seq ?? '', seq) < 0) low = middle + 1
    else high = middle
  }
  return low === hits.length ? -1 : low
}
