'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'

const RenderedAt = createContext(0)

/**
 * Now, for everything that shows an age or a running duration. While the page wakes up it is the moment the server drew it,
 * so that what was sent and what the browser draws are the same text; afterwards it runs.
 */
export function ClockProvider({ now, children }: { now: number; children: ReactNode }) {
  skew ??= skewOf(now)
  return <RenderedAt value={now}>{children}</RenderedAt>
}

/** Milliseconds since 1970, in steps: a component draws again only when its own step is over. */
export function useNow(stepMs: number): number {
  const renderedAt = useContext(RenderedAt)
  return useSyncExternalStore(
    subscribe,
    () => step(Date.now() + (skew ?? 0), stepMs),
    () => step(renderedAt, stepMs),
  )
}

// The server's clock is the engines' neighbour: ages follow it when the viewer's own clock is wrong.
let skew: number | undefined
const NOTICEABLE_MS = 5_000

function skewOf(serverNow: number): number {
  if (typeof performance === 'undefined' || typeof window === 'undefined') return 0
  const [page] = performance.getEntriesByType('navigation')
  // A page that comes out of the browser's memory was drawn long ago.
  if (page === undefined || !isNavigation(page) || page.type === 'back_forward') return 0
  const off = serverNow - (performance.timeOrigin + page.responseStart)
  return Math.abs(off) < NOTICEABLE_MS ? 0 : off
}

const isNavigation = (entry: PerformanceEntry): entry is PerformanceNavigationTiming => 'responseStart' in entry

const step = (now: number, stepMs: number): number => Math.floor(now / stepMs) * stepMs

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    if (document.visibilityState === 'visible') for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}
