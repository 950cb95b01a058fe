'use client'

import { useSyncExternalStore } from 'react'

export type TimeColumn = 'clock' | 'offset' | 'none'

/** How this browser shows logs. */
interface LogLook {
  isWrapped: boolean
  time: TimeColumn
}

const KEY = 'faucet-console:log-look'
const USUAL = 'wrap clock'
const TIMES: readonly TimeColumn[] = ['clock', 'offset', 'none']
const watchers = new Set<() => void>()
/** Where the browser keeps nothing, it holds for this page. */
let here: string | null = null

export function useLogLook(): LogLook & { turnWrap: () => void; turnTime: () => void } {
  const kept = useSyncExternalStore(subscribe, read, () => USUAL)
  const [wrap, word] = kept.split(' ')
  const isWrapped = wrap !== 'cut'
  const time = TIMES.find((known) => known === word) ?? 'clock'
  return {
    isWrapped,
    time,
    turnWrap: () => write(!isWrapped, time),
    turnTime: () => write(isWrapped, TIMES[(TIMES.indexOf(time) + 1) % TIMES.length] ?? 'clock'),
  }
}

function subscribe(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}

function read(): string {
  try {
    return here ?? localStorage.getItem(KEY) ?? USUAL
  } catch {
    return here ?? USUAL
  }
}

function write(isWrapped: boolean, time: TimeColumn): void {
  here = `${isWrapped ? 'wrap' : 'cut'} ${time}`
  try {
    localStorage.setItem(KEY, here)
  } catch {
    // It holds for this page.
  }
  for (const changed of watchers) changed()
}
