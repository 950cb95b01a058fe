'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

/**
 * The tab's one stream: it rings, and whoever listens reads again. While it is down, or cannot be opened, timers take its
 * place. A hidden tab holds no connection and asks nothing; back in view, everything is read at once.
 */

const LIVE_MS = 3_000
const LIST_MS = 15_000
const SLOWEST_MS = 60_000
const RETRY_MS = 30_000

type Listener = () => Promise<unknown>

const listeners = new Map<string, Set<Listener>>()
const watchers = new Set<() => void>()
let stream: EventSource | null = null
let streamTopics = ''
let state: BellState = 'starting'
let settle: ReturnType<typeof setTimeout> | undefined
let poll: ReturnType<typeof setTimeout> | undefined
let failures = 0

let isOn = true

/** Holds everything still, or lets it follow what happens again: then all is read at once. */
export function turnBells(on: boolean): void {
  if (isOn === on) return
  isOn = on
  connect()
  if (on) for (const topic of listeners.keys()) void ring(topic)
  for (const watcher of watchers) watcher()
}

/** For whoever asks by the clock and not by the bell. */
export const areBellsOn = (): boolean => isOn

export const useBellsOn = (): boolean =>
  useSyncExternalStore(
    watch,
    () => isOn,
    () => true,
  )

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** live: the stream is open · polling: timers stand in · starting: neither yet · paused: the tab is hidden · off: somebody wants it still */
export type BellState = 'live' | 'polling' | 'starting' | 'paused' | 'off'

export function useBellState(): BellState {
  return useSyncExternalStore(
    watch,
    () => state,
    () => 'starting',
  )
}

/** Reads `queryKey` again whenever one of the topics rings. */
export function useBell(topics: readonly string[], queryKey: readonly unknown[]): void {
  const queries = useQueryClient()
  const wanted = topics.join(' ')
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    if (wanted === '') return
    // A ring during a read starts another after it: what changed in between is not missed.
    let [isReading, isDirty] = [false, false]
    const read = async () => {
      isDirty = true
      if (isReading) return
      isReading = true
      while (isDirty) {
        isDirty = false
        await queries.invalidateQueries({ queryKey: JSON.parse(key) })
      }
      isReading = false
    }
    const stops = wanted.split(' ').map((topic) => listen(topic, read))
    return () => {
      for (const stop of stops) stop()
    }
  }, [wanted, key, queries])
}

function listen(topic: string, listener: Listener): () => void {
  const known = listeners.get(topic) ?? new Set()
  listeners.set(topic, known.add(listener))
  if (listeners.size === 1 && known.size === 1) document.addEventListener('visibilitychange', onVisibility)
  reconnectSoon()
  return () => {
    known.delete(listener)
    if (known.size === 0) listeners.delete(topic)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', onVisibility)
    reconnectSoon()
  }
}

/** One page mounts many listeners: the stream is opened once they have all been heard. */
function reconnectSoon(): void {
  clearTimeout(settle)
  settle = setTimeout(connect, 50)
}

function connect(): void {
  clearTimeout(settle)
  const topics = [...listeners.keys()].sort().join(',')
  const isHidden = document.visibilityState === 'hidden'
  if (stream !== null && topics === streamTopics && !isHidden && isOn && stream.readyState !== EventSource.CLOSED)
    return
  stream?.close()
  stream = null
  clearTimeout(poll)
  if (topics === '' || isHidden || !isOn) {
    setState(isOn ? (isHidden ? 'paused' : 'starting') : 'off')
    return
  }
  streamTopics = topics
  const opened = new EventSource(`/console/events?topics=${encodeURIComponent(topics)}`)
  stream = opened
  opened.addEventListener('open', () => {
    clearTimeout(poll)
    failures = 0
    setState('live')
    scheduleAudit()
  })
  opened.addEventListener('ring', (event) => ring(String(event.data)))
  opened.addEventListener('error', () => {
    if (stream !== opened) return
    const isRefused = opened.readyState === EventSource.CLOSED
    failures = isRefused ? 0 : failures + 1
    setState('polling')
    schedulePoll()
    // A lost line is picked up by the browser itself, a refusal is not.
    if (isRefused) settle = setTimeout(connect, RETRY_MS)
  })
}

function ring(topic: string): Promise<unknown[]> {
  return Promise.all([...(listeners.get(topic) ?? [])].map((listener) => listener()))
}

/** Quick for what is going on, slow for lists, slower while nobody answers; never two tabs in step. */
function schedulePoll(): void {
  clearTimeout(poll)
  const isLive = [...listeners.keys()].some((topic) => topic.startsWith('run:') || topic.startsWith('logs:'))
  const wait = Math.min((isLive ? LIVE_MS : LIST_MS) * 2 ** Math.max(failures - 1, 0), SLOWEST_MS)
  poll = setTimeout(
    async () => {
      await Promise.all([...listeners.keys()].map(ring))
      if (state === 'polling') schedulePoll()
    },
    wait * (0.85 + Math.random() * 0.3),
  )
}

/** A ring tells what is new and what goes on: what was removed from further back is noticed by reading now and then. */
function scheduleAudit(): void {
  clearTimeout(poll)
  poll = setTimeout(
    () => {
      if (state !== 'live') return
      for (const topic of listeners.keys()) void ring(topic)
      scheduleAudit()
    },
    SLOWEST_MS * (0.85 + Math.random() * 0.3),
  )
}

function onVisibility(): void {
  connect()
  if (isOn && document.visibilityState === 'visible') for (const topic of listeners.keys()) void ring(topic)
}

function setState(next: BellState): void {
  if (state === next) return
  state = next
  for (const watcher of watchers) watcher()
}
