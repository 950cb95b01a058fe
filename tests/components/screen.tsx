import { QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactNode } from 'react'
import { afterAll, afterEach, expect, vi } from 'vitest'
import { ClockProvider } from '@/components/ui/clock'
import { ZoneProvider } from '@/components/ui/zone'
import { makeQueryClient } from '@/lib/client/query-client'

type Reply = Response | Promise<Response>

interface Screen {
  /** The address the page stands at. */
  at?: string
  /** What the server says to a path; unasked ones are an error of the test. */
  server: (url: URL) => Reply
  /** What is counted beside a list of runs; it comes whenever it comes, so it is not among what was asked. */
  totals?: object
  /** The chart above a list is what the test is about. */
  hasChart?: boolean
}

const NOW = Date.parse('2026-11-30T12:00:00Z')

/** A screen as a visitor in UTC sees it at noon; returns what was asked of the server. */
export function show(children: ReactNode, { at = '/runs', server, totals = { counts: [] }, hasChart = false }: Screen) {
  const address = new URL(at, window.location.origin)
  window.history.replaceState(null, '', address)
  const asked: URL[] = []
  vi.stubGlobal('fetch', (input: string) => {
    const url = new URL(input, window.location.origin)
    if (url.pathname === '/console/runs/totals') return Promise.resolve(json(totals))
    if (url.pathname === '/console/runs/histogram' && !hasChart) return never()
    asked.push(url)
    return Promise.resolve(server(url))
  })
  const router = { push() {}, replace() {}, refresh() {}, prefetch() {}, back() {}, forward() {}, hmrRefresh() {} }
  const queries = makeQueryClient()
  const page = (url: URL) => (
    <AppRouterContext value={router as never}>
      <PathnameContext value={url.pathname}>
        <SearchParamsContext value={url.searchParams}>
          <QueryClientProvider client={queries}>
            <ClockProvider now={NOW}>
              <ZoneProvider zone="UTC" isAutomatic={false} remember={() => {}}>
                {children}
              </ZoneProvider>
            </ClockProvider>
          </QueryClientProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  )
  const screen = render(page(address))
  /** The same page at another address. */
  const goTo = (next: string) => {
    const url = new URL(next, window.location.origin)
    window.history.pushState(null, '', url)
    screen.rerender(page(url))
  }
  return { ...screen, asked, goTo }
}

// The DOM of the tests has no layout: everything is one row high.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, value: 32 })

afterEach(() => {
  vi.unstubAllGlobals()
})

// What listened to the stream lets go of it a moment after its screen is gone, and the document must still be there.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 60)))

/** The tab's stream, rung by hand. */
class FakeStream extends EventTarget {
  static readonly open = new Set<FakeStream>()
  static readonly CLOSED = 2
  readyState = 1

  readonly topics: string[]

  constructor(address: string) {
    super()
    this.topics = (new URL(address, window.location.origin).searchParams.get('topics') ?? '').split(',')
    FakeStream.open.add(this)
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }
  close() {
    this.readyState = FakeStream.CLOSED
    FakeStream.open.delete(this)
  }
}

// For the whole file, as in a tab: a stream outlives the screen that opened it by a moment.
Object.assign(globalThis, { EventSource: FakeStream })

/** Rings as soon as the screen has opened its stream for the topic. */
export async function ring(topic: string): Promise<void> {
  const listens = () => [...FakeStream.open].some((stream) => stream.topics.includes(topic))
  await waitFor(() => expect(listens()).toBe(true))
  for (const stream of FakeStream.open) stream.dispatchEvent(new MessageEvent('ring', { data: topic }))
}

export const json = (body: unknown, status = 200): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'request-1' },
  })

export const refused = (code: string, message: string, status: number): Response =>
  json({ error: { code, message } }, status)

export const never = (): Promise<Response> => new Promise(() => {})
