import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { PipelineView } from '@/components/pipelines/pipeline-view'
import { PipelinesView } from '@/components/pipelines/pipelines-view'
import type { Pipeline, PipelineDetail, PipelineList } from '@/lib/client/pipelines'
import { json, refused, show } from './screen'

const at = (time: string) => `2026-11-30T${time}.000Z`
const OUTCOMES = { completed: 3, failed: 1, cancelled: 0, open: 0 }

const pipeline = (more: Partial<Pipeline> = {}): Pipeline => ({
  pipeline: 'orders',
  state: 'failing',
  outcomes: OUTCOMES,
  streak: 3,
  recent: [{ run_id: 'b', status: 'failed', at: at('11:00:00'), ms: 2_000 }],
  last_good: { run_id: 'a', at: at('10:00:00') },
  error: 'no route to host',
  gap_ms: 3_600_000,
  expected_at: at('12:00:00'),
  late_at: at('13:00:00'),
  over_ms: null,
  usual: { ms: 2_000, low_ms: 1_000, high_ms: 3_000, of: 3 },
  p95_ms: 3_000,
  rows: 40,
  bytes: null,
  last_rows: 20,
  rows_per_sec: 20,
  cost: [],
  tenants: [],
  templates: ['shop'],
  triggers: [],
  datasets: { in: 1, out: 2 },
  owners: ['ada'],
  ...more,
})
const list = (more: Partial<PipelineList> = {}): PipelineList => ({
  at: at('12:00:00'),
  since: '2026-11-23T12:00:00.000Z',
  range: '7d',
  reached: null,
  is_full: false,
  runs: 4,
  unnamed: 0,
  unreadable: 0,
  total: 1,
  count: 1,
  page: 1,
  pages: 1,
  states: { failing: 1, late: 0, slow: 0, running: 0, ok: 0, quiet: 0 },
  templates: ['shop'],
  triggers: [],
  pipelines: [pipeline()],
  ...more,
})
const openList = (answer: PipelineList, address = '/pipelines') =>
  show(<PipelinesView />, { at: address, server: () => json(answer) })

describe('the list of pipelines', () => {
  it('says of each how it does, and leads to it', async () => {
    openList(list())
    const row = within((await screen.findByRole('table', { name: 'Pipelines' })).querySelector('tbody') as HTMLElement)
    expect(row.getByText('failing ×3')).toBeTruthy()
    expect(row.getByRole('link', { name: 'orders' }).getAttribute('href')).toBe('/pipelines/orders')
    expect(row.getByText('no route to host · template shop · of ada · 1 in · 2 out')).toBeTruthy()
    expect(row.getByText('75.0%')).toBeTruthy()
  })

  it('shows a state alone after one click, and all after the next', async () => {
    openList(list(), '/pipelines?state=failing&sort=-rows')
    const states = within(await screen.findByRole('navigation', { name: 'States' }))
    const failing = await states.findByRole('link', { name: 'failing 1' })
    expect(failing.getAttribute('aria-current')).toBe('true')
    expect(failing.getAttribute('href')).toBe('/pipelines?sort=-rows')
  })

  it('sorts by a header, turned round by the second press', async () => {
    const { goTo } = openList(list(), '/pipelines?sort=rows')
    fireEvent.click(await screen.findByRole('button', { name: 'Rows' }))
    expect(window.location.search).toBe('?sort=-rows')
    goTo('/pipelines?sort=-rows')
    expect((await screen.findByRole('columnheader', { name: 'Rows' })).getAttribute('aria-sort')).toBe('descending')
  })

  it('tells nothing at all from nothing that fits, and names what it cannot use', async () => {
    openList(list({ pipelines: [], count: 0, total: 0, runs: 0 }), '/pipelines?sort=nonsense')
    expect(await screen.findByText('No pipeline ran in this window')).toBeTruthy()
    expect(screen.getByText(/Ignored, because this page cannot use it: sort=nonsense/)).toBeTruthy()
  })

  it('offers a way back from a filter that nothing fits', async () => {
    openList(list({ pipelines: [], count: 0 }), '/pipelines?q=zzz')
    expect(await screen.findByText('No pipeline fits')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show all of them' }).getAttribute('href')).toBe('/pipelines')
  })

  it('says how far back it looked while not all is known', async () => {
    openList(list({ reached: at('09:00:00'), unnamed: 2, unreadable: 1 }))
    const note = await screen.findByText(/older ones are being read/)
    expect(note.textContent).toContain('2 runs without a name belong to none')
    expect(note.textContent).toContain('of 1 run only the columns can be read')
  })
})

const detail = (more: Partial<PipelineDetail> = {}): PipelineDetail => ({
  at: at('12:00:00'),
  pipeline: 'orders',
  runs: [
    {
      run_id: 'b',
      name: 'nightly',
      status: 'failed',
      at: at('11:00:00'),
      ms: 2_000,
      waited_ms: 100,
      rows: 20,
      bytes: null,
      cost: [],
      lag_secs: null,
    },
  ],
  has_more: false,
  reached: null,
  unreadable: 0,
  state: 'failing',
  outcomes: OUTCOMES,
  streak: 3,
  last_good: null,
  gap_ms: null,
  expected_at: null,
  late_at: null,
  over_ms: null,
  slowed: null,
  usual: null,
  p95_ms: null,
  rows_per_sec: null,
  tenants: [],
  pools: [],
  templates: [{ name: 'shop', count: 1 }],
  triggers: [],
  errors: [],
  error_count: 0,
  ...more,
})

describe('one pipeline', () => {
  const open = (answer: PipelineDetail, parts: Response) =>
    show(<PipelineView name="orders" />, {
      at: '/pipelines/orders',
      server: ({ pathname }) => (pathname.endsWith('/parts') ? parts : json(answer)),
    })

  it('stays whole when its rows and configs cannot be read', async () => {
    open(detail(), refused('forbidden', 'it is not yours', 403))
    expect(await screen.findByText('These could not be read')).toBeTruthy()
    expect(screen.getByText('75.0% completed; 3 failed in a row')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'shop' }).getAttribute('href')).toBe('/runs?label=template:shop')
  })

  it('says that there is none, and how far it looked', async () => {
    open(detail({ runs: [], reached: at('08:00:00') }), refused('forbidden', 'it is not yours', 403))
    expect(await screen.findByText('No run of this pipeline was found')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Search further back/ }).getAttribute('href')).toBe('/runs?pipeline=orders')
  })
})
