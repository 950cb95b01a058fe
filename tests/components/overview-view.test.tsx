import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OverviewView } from '@/components/overview/overview-view'
import type { Attention, GoingOn, HomeState, Report } from '@/lib/client/overview'
import { json, never, refused, show } from './screen'

const NONE = { completed: 0, failed: 0, cancelled: 0, open: 0 }
const at = (time: string) => `2026-11-30T${time}.000Z`

const report = (more: Partial<Report> = {}): Report => ({
  at: at('12:00:00'),
  since: '2026-11-29T12:00:00.000Z',
  until: at('12:00:00'),
  is_now: true,
  step_ms: 3_600_000,
  outcomes: NONE,
  is_count_cut: false,
  reached: null,
  is_full: false,
  known: 0,
  unreadable: 0,
  buckets: [],
  rows: 0,
  bytes: null,
  cost: null,
  durations: null,
  before: { since: at('12:00:00'), outcomes: null, rows: null, bytes: null, cost: null, durations: null },
  recent: [],
  errors: [],
  error_count: 0,
  failures: 0,
  rankings: { failing: [], slow: [], rows: [], cost: [] },
  pipelines: 0,
  governance: {
    batches: { committed: 0, dlq_partial: 0, dlq_all: 0, failed: 0 },
    totals: null,
    recorded: 0,
    unrecorded: 0,
  },
  ...more,
})
const nothing = { count: 0, items: [] }
const attention = (more: Partial<Attention> = {}): Attention => ({
  at: at('12:00:00'),
  since: '2026-11-23T12:00:00.000Z',
  reached: null,
  is_full: false,
  failing: nothing,
  late: nothing,
  slowed: nothing,
  dead_letters: nothing,
  behind: nothing,
  ...more,
})
const now = (more: Partial<GoingOn> = {}): GoingOn => ({
  at: at('12:00:00'),
  queued: 0,
  pending: 0,
  running: 0,
  sharded: 0,
  is_capped: false,
  has_runs: true,
  oldest_waiting: null,
  shown: [],
  slow: [],
  lapsed: [],
  is_lapsed_cut: false,
  members: { live: 1, slots: 4, busy: 0 },
  ...more,
})
const state = (more: Partial<HomeState> = {}): HomeState => ({
  at: at('12:00:00'),
  waiting: { ok: true, value: {} },
  changes: { ok: true, value: [] },
  tenants: { ok: true, value: { count: 0, items: [] } },
  freshness: { ok: true, value: null },
  activity: null,
  templates: { ok: true, value: { templates: 0, launched: 0, deprecated: 0 } },
  store: { ok: true, value: { kind: 'sqlite', degraded_since: null, read_only: null } },
  engine: 'none is configured',
  ...more,
})

interface Answers {
  report?: Response | Promise<Response>
  attention?: Response
  now?: Response
  state?: Response
}
const open = (answers: Answers = {}, address = '/') =>
  show(<OverviewView mayWrite />, {
    at: address,
    server(url) {
      const last = url.pathname.split('/').at(-1) ?? ''
      const known: Record<string, Response | Promise<Response>> = {
        overview: answers.report ?? json(report()),
        attention: answers.attention ?? json(attention()),
        now: answers.now ?? json(now()),
        state: answers.state ?? json(state()),
      }
      return known[last] ?? refused('not_found', 'no such path', 404)
    },
  })
const panel = (name: string) => within(screen.getByRole('region', { name }))

describe('the overview', () => {
  it('keeps the room of its numbers while they are read', () => {
    show(<OverviewView mayWrite />, { at: '/', server: never })
    expect(screen.getByRole('status', { name: 'Loading the numbers of the window' })).toBeTruthy()
  })

  it('says that nothing needs anybody, only where that is so', async () => {
    open()
    expect(await panel('Needs attention').findByText('Nothing does')).toBeTruthy()
  })

  it('keeps every other panel when one cannot be read, and says which that is', async () => {
    const down = () => refused('forbidden', 'it is not yours', 403)
    open({ report: down(), attention: down() })
    expect(await screen.findByText('The numbers of the window could not be read')).toBeTruthy()
    expect(await panel('Health').findByText('SQLite, answers')).toBeTruthy()
    expect(await panel('Needs attention').findByText(/Could not be read just now: how pipelines do/)).toBeTruthy()
    expect(screen.queryByText('Nothing does')).toBeNull()
  })

  it('makes each number a link to the list behind it', async () => {
    open(
      { report: json(report({ outcomes: { completed: 90, failed: 10, cancelled: 2, open: 1 }, known: 103 })) },
      '/?range=7d',
    )
    const numbers = within(await screen.findByRole('region', { name: 'In numbers' }))
    const href = (name: string) => numbers.getByRole('link', { name }).getAttribute('href')
    expect(href('103')).toBe('/runs?since=7d')
    expect(href('90.0%')).toBe('/runs?status=completed&since=7d')
    expect(href('10')).toBe('/runs?status=failed&since=7d')
    expect(href('2 cancelled')).toBe('/runs?status=cancelled&since=7d')
    expect(href('1 not over')).toBe('/runs?status=queued,pending,running,sharded&since=7d')
  })

  it('compares with the window before, and with nothing where that is not known', async () => {
    const before = { ...report().before, outcomes: { ...NONE, completed: 50 } }
    open({ report: json(report({ outcomes: { ...NONE, completed: 100 }, before })) })
    const tip = await waitFor(() => document.querySelector('[data-tip^="50 in the window before"]') ?? expect.fail())
    expect(tip.textContent).toBe('+100%')
    expect(document.querySelectorAll('[data-tip*="in the window before"]').length).toBe(2)
  })

  it('says how far back it knows before any number does', async () => {
    open({ report: json(report({ reached: at('10:00:00'), known: 500, unreadable: 2 })) })
    const note = await screen.findByText(/everything else is of the newest 500 runs/)
    expect(note.textContent).toContain('2026-11-30 10:00:00')
    expect(note.textContent).toContain('2 runs of the window cannot be read')
  })

  it('tells of what was cut that there is more', async () => {
    const failing = {
      pipeline: 'orders',
      streak: 3,
      has_worked: true,
      failed: 4,
      finished: 9,
      first_failed: { run_id: 'f', at: at('09:00:00') },
      last_failed: { run_id: 'l', at: at('11:00:00') },
      last_good: { run_id: 'g', at: at('08:00:00') },
      error: 'disk <b>full</b>',
    }
    open({ attention: json(attention({ failing: { count: 40, items: [failing] } })) })
    const list = panel('Needs attention')
    expect((await list.findByRole('link', { name: 'orders' })).getAttribute('href')).toBe('/pipelines/orders')
    expect(list.getByText('failed 3 times in a row')).toBeTruthy()
    expect(list.getByText('disk <b>full</b>')).toBeTruthy()
    expect(list.getByRole('link', { name: 'last failure' }).getAttribute('href')).toBe('/runs/l')
    expect(list.getByRole('link', { name: '4 of 9 failed' }).getAttribute('href')).toBe(
      '/runs?status=failed&pipeline=orders',
    )
    expect(list.getByText(/39 more pipelines of the same kinds/)).toBeTruthy()
  })

  it('says who waits for nobody', async () => {
    const oldest = { run_id: 'w', name: 'nightly', status: 'pending', at: at('11:58:00') }
    open({ now: json(now({ pending: 3, oldest_waiting: oldest, members: { live: 0, slots: 0, busy: 0 } })) })
    expect(await panel('Needs attention').findByRole('link', { name: '3 runs wait for nobody' })).toBeTruthy()
    expect(panel('Running now').getByText(/for a member, of which none is alive/)).toBeTruthy()
  })

  it('shows the first steps where nothing has ever run', async () => {
    open({ now: json(now({ has_runs: false })) })
    expect(await screen.findByRole('region', { name: 'Nothing has run yet' })).toBeTruthy()
  })

  it('shows nothing of the installation to somebody confined', async () => {
    const own = { tenants: null, freshness: null, templates: null, store: null, engine: null }
    open({ state: json(state(own)), now: json(now({ members: null })) })
    await screen.findByRole('region', { name: 'In numbers' })
    await waitFor(() => expect(screen.queryByText(/Could not be read/)).toBeNull())
    expect(screen.queryByRole('region', { name: 'Health' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Data freshness' })).toBeNull()
  })

  it('asks for the window and the narrowing that its address names, and says what it left out', async () => {
    const { asked } = open({}, '/?since=2026-11-30T10:00:00Z&label=team:x&range=9y')
    await screen.findByText(/Not understood in the address, and left out: range=9y/)
    const url = asked.find(({ pathname }) => pathname === '/console/insight/overview')
    expect(url?.searchParams.get('since')).toBe('2026-11-30T10:00:00Z')
    expect(url?.searchParams.get('labels')).toBe('team:x')
    expect(url?.searchParams.get('zone')).toBe('UTC')
    expect(screen.getByRole('link', { name: 'Without label team:x' }).getAttribute('href')).toBe(
      '/?since=2026-11-30T10:00:00Z',
    )
  })

  it('reads on by itself while it does not know everything', async () => {
    let turn = 0
    const { asked } = show(<OverviewView mayWrite />, {
      at: '/',
      server(url) {
        if (url.pathname.endsWith('/attention')) return json(attention())
        if (url.pathname.endsWith('/now')) return json(now())
        if (url.pathname.endsWith('/state')) return json(state())
        turn++
        return json(report(turn === 1 ? { reached: at('11:00:00') } : {}))
      },
    })
    await screen.findByText(/reading on/)
    await waitFor(() => expect(screen.queryByText(/reading on/)).toBeNull(), { timeout: 5_000 })
    expect(asked.filter(({ pathname }) => pathname === '/console/insight/overview').length).toBe(2)
  })

  it('is narrowed by a form', async () => {
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Narrow' }))
    fireEvent.change(await screen.findByLabelText('Label', {}, { timeout: 8_000 }), {
      target: { value: 'team=finance' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(window.location.search).toBe('?label=team:finance')
  })
})
