import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { InvocationsView } from '@/components/runs/invocations-view'
import type { InvocationRecord, RunRecord } from '@/lib/contract/records/runs'
import { invocationRow } from '@/lib/derive/invocation-rows'
import { at } from '../support/clock'
import { anInvocation } from '../support/invocations'
import { aRun } from '../support/records'
import { json, never, refused, show } from './screen'
import { headOf } from './served-run'

interface Served {
  invocations: InvocationRecord[]
  run?: Partial<RunRecord>
  /** How many come with the page. */
  first?: number
  rest?: () => Response | Promise<Response>
}

function showView({ invocations, run = {}, first = 250, rest }: Served, search = '') {
  const whole = { ...aRun({ run_id: 'r', invocations }), ...run }
  const rows = invocations.map(invocationRow)
  return show(<InvocationsView runId="r" />, {
    at: `/runs/r/invocations${search}`,
    server(url) {
      if (url.pathname.endsWith('/invocation')) {
        const row = rows.find(({ row_id }) => row_id === url.searchParams.get('row'))
        if (row === undefined) return refused('not_found', 'not found', 404)
        return json({ row, error: invocations[row.n]?.error ?? null, used: null, of_row: 1 })
      }
      if (!url.pathname.endsWith('/invocations')) return json(headOf(whole))
      const isFirst = url.searchParams.has('limit')
      if (!isFirst && rest !== undefined) return rest()
      const shown = isFirst ? rows.slice(0, first) : rows
      return json({ total: rows.length, is_whole: shown.length === rows.length, rows: shown })
    },
  })
}
const rowsShown = async () => {
  const table = await screen.findByRole('table', { name: 'Invocations' })
  return within(table).getAllByRole('row').slice(1)
}
const some = [
  anInvocation({ row_id: 'quick', duration_ms: 1 }),
  anInvocation({ row_id: 'slow', duration_ms: 900 }),
  anInvocation({ row_id: 'broken', duration_ms: 5, error: 'no such file' }),
]

describe('the invocations of a run', () => {
  it('are shown slowest first, and turned round by their heads', async () => {
    showView({ invocations: some })
    expect((await rowsShown()).map((row) => within(row).getByRole('link').textContent)).toEqual([
      'slow',
      'broken',
      'quick',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Duration' }))
    expect(window.location.search).toBe('?sort=duration')
    fireEvent.click(screen.getByRole('button', { name: 'Row' }))
    expect(window.location.search).toBe('?sort=row')
  })

  it('are narrowed by state and words, with a way back to all', async () => {
    showView({ invocations: some }, '?status=failed')
    expect(await rowsShown()).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Failed 1' }).getAttribute('aria-current')).toBe('true')
    expect(screen.getByText('1 invocation of 3')).toBeTruthy()
  })

  it('say that none fits, not that there are none', async () => {
    showView({ invocations: some }, '?q=nowhere')
    expect(await screen.findByText('No invocation fits')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show all 3' }).getAttribute('href')).toBe('/runs/r/invocations')
  })

  it('say why there are none', async () => {
    showView({ invocations: [], run: { status: 'cancelled' } })
    expect(await screen.findByText(/engines drop what had ended when a run is cancelled/)).toBeTruthy()
  })

  it('begin with what the page brought along and go on to all of them', async () => {
    const view = showView({ invocations: some, first: 1 })
    await waitFor(async () => expect(await rowsShown()).toHaveLength(3))
    expect(view.asked.filter(({ pathname }) => pathname.endsWith('/invocations'))).toHaveLength(2)
  })

  it('keep the first ones where the others cannot be read, and say so', async () => {
    showView({ invocations: some, first: 1, rest: () => refused('unavailable', 'away', 503) })
    expect(await rowsShown()).toHaveLength(1)
    expect(await screen.findByText(/Only the first 1 could be read: away/, {}, { timeout: 8_000 })).toBeTruthy()
  }, 15_000)

  it('say that the others are on their way', async () => {
    showView({ invocations: some, first: 1, rest: never })
    expect(await screen.findByText(/the first 1; the others are on their way/)).toBeTruthy()
  })

  it('open beside the list what the address names, and close it', async () => {
    showView({ invocations: some }, '?row=broken')
    const panel = await screen.findByRole('region', { name: 'Invocation broken' })
    await waitFor(() => expect(panel.textContent).toContain('no such file'))
    expect(screen.getByRole('link', { name: 'broken' }).getAttribute('aria-current')).toBe('true')
    fireEvent.click(screen.getByRole('link', { name: 'Close the invocation' }))
    expect(window.location.search).toBe('')
  })

  it('say of an invocation that is not there that it is not', async () => {
    showView({ invocations: some }, '?row=other')
    expect(await screen.findByText('No such invocation')).toBeTruthy()
    expect(await rowsShown()).toHaveLength(3)
  })
})

describe('invocations in time', () => {
  const run = { started_at: at('2026-11-30T10:00:00Z'), finished_at: at('2026-11-30T12:00:00Z') }
  const second = (n: number) => new Date(Date.parse(run.started_at) + n * 1_000).toISOString()
  const timed = [
    anInvocation({ row_id: 'first', duration_ms: 10_000, ended: second(10) }),
    anInvocation({ row_id: 'late', duration_ms: 10_000, ended: second(5_000), error: 'broke' }),
    anInvocation({ row_id: 'many', parent_record_key: 'a', duration_ms: 1_000, ended: second(12) }),
    anInvocation({ row_id: 'many', parent_record_key: 'b', duration_ms: 1_000, ended: second(13) }),
  ]

  it('stand in the order in which they began, records below their row, idle time folded', async () => {
    showView({ invocations: timed, run }, '?view=timeline')
    const list = await screen.findByRole('list', { name: 'Invocations in time' })
    const lines = within(list).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent?.replace(/\d.*$/, ''))).toEqual([
      'succeeded: first',
      'many',
      'succeeded: a',
      'succeeded: b',
      'failed: late',
    ])
    expect(screen.getByText(/idle folded/)).toBeTruthy()
    fireEvent.click(within(list).getByRole('button', { name: /many/ }))
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  })

  it('are looked at closer by key, and all at once again', async () => {
    showView({ invocations: timed, run }, '?view=timeline')
    const all = await screen.findByRole('button', { name: 'All of it' })
    expect(all).toHaveProperty('disabled', true)
    act(() => void fireEvent.keyDown(document.body, { key: '+' }))
    expect(all).toHaveProperty('disabled', false)
    act(() => void fireEvent.keyDown(document.body, { key: '0' }))
    expect(all).toHaveProperty('disabled', true)
  })

  it('are in the table alone where nothing says when they ran', async () => {
    showView({ invocations: some, run }, '?view=timeline')
    expect(await screen.findByText('When each ran is not recorded')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show the table' }).getAttribute('href')).toBe('/runs/r/invocations')
  })
})
