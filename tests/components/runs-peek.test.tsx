import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RunsView } from '@/components/runs/runs-view'
import type { RunRecord } from '@/lib/contract/records/runs'
import { at } from '../support/clock'
import { aRun } from '../support/records'
import { json, refused, show } from './screen'
import { headOf } from './served-run'

const aNamed = (name: string, more: Partial<RunRecord> = {}) =>
  aRun({ run_id: `id-${name}`, name, submitted_at: at('2026-11-30T11:00:00Z'), ...more })
const INVOCATIONS = [
  { row_id: 'north', parent_record_key: null, records_written: 7, duration_ms: 1_000, error: null },
  { row_id: 'south', parent_record_key: null, records_written: 0, duration_ms: 10, error: 'no such file\nmore' },
]
const FAILED = aNamed('b', {
  status: 'failed',
  error: '1 invocation(s) failed',
  records_written: 7,
  invocations: INVOCATIONS,
  labels: { pipeline: 'p', team: 'data' },
})
const RUNS = [aNamed('a'), FAILED, aNamed('c')]
const server = (url: URL) => {
  const [, id] = /^\/console\/runs\/id-(.)$/.exec(url.pathname) ?? []
  if (id === undefined) return json({ runs: RUNS })
  const run = RUNS.find(({ name }) => name === id)
  return run === undefined ? refused('not_found', 'not found', 404) : json(headOf(run, { owner: 'instance-1' }))
}
const row = (name: string) => screen.findByRole('link', { name })
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const panel = (name: string) => screen.findByRole('complementary', { name: `Peek at ${name}` })

describe('a run beside the list', () => {
  // There is room beside the list.
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  })

  it('says what happened, with ways on', async () => {
    show(<RunsView tenant={null} />, { at: '/runs?status=failed&peek=id-b', server })
    const beside = within(await panel('b'))
    expect((await beside.findByRole('region', { name: 'Error' })).textContent).toBe('no such file\nmore')
    expect(beside.getByText('instance-1')).toBeTruthy()
    const rows = within(beside.getByRole('region', { name: 'Invocations' })).getAllByRole('listitem')
    expect(rows.map((item) => item.textContent)).toEqual([
      'failedsouth0 rows10 msno such file',
      'succeedednorth7 rows1.0 s',
    ])
    expect(beside.getByRole('link', { name: 'Open the run' }).getAttribute('href')).toBe('/runs/id-b')
    expect(beside.getByRole('link', { name: 'Log' }).getAttribute('href')).toBe('/runs/id-b/logs')
    expect((await row('b')).getAttribute('aria-current')).toBe('page')
  })

  it('is called by its name when it is not among the runs of the list', async () => {
    const alone = (url: URL) => (url.pathname === '/console/runs' ? json({ runs: [aNamed('a')] }) : server(url))
    show(<RunsView tenant={null} />, { at: '/runs?peek=id-b', server: alone })
    expect(within(await panel('b')).getByRole('heading', { name: 'b' })).toBeTruthy()
  })

  it('is opened and closed by Space from the row that has the focus, which keeps it', async () => {
    const { goTo } = show(<RunsView tenant={null} />, { at: '/runs?status=failed', server })
    ;(await row('b')).focus()
    press(' ')
    expect(window.location.search).toBe('?status=failed&peek=id-b')
    goTo('/runs?status=failed&peek=id-b')
    await panel('b')
    expect(document.activeElement?.textContent).toBe('b')
    press(' ')
    expect(window.location.search).toBe('?status=failed')
  })

  it('follows the walk through the rows, and closes on Escape', async () => {
    show(<RunsView tenant={null} />, { at: '/runs?peek=id-a', server })
    await panel('a')
    press('j')
    expect(window.location.search).toBe('?peek=id-b')
    expect(document.activeElement?.textContent).toBe('b')
    press('Escape')
    expect(window.location.search).toBe('')
  })

  it('is read next where a control of its own opened it', async () => {
    const { goTo } = show(<RunsView tenant={null} />, { server })
    const control = await screen.findByRole('button', { name: 'Peek at c' })
    control.focus()
    fireEvent.click(control)
    goTo('/runs?peek=id-c')
    const beside = await panel('c')
    await waitFor(() => expect(document.activeElement).toBe(within(beside).getByRole('heading', { name: 'c' })))
    fireEvent.click(within(beside).getByRole('button', { name: 'Run above' }))
    expect(window.location.search).toBe('?peek=id-b')
    expect(within(beside).getByRole('button', { name: 'Run below' })).toHaveProperty('disabled', true)
    goTo('/runs?peek=id-b')
    fireEvent.click(within(await panel('b')).getByRole('button', { name: 'Close the peek' }))
    expect(window.location.search).toBe('')
    expect(document.activeElement?.textContent).toBe('b')
  })

  it('says so of a run that is gone', async () => {
    show(<RunsView tenant={null} />, { at: '/runs?peek=id-x', server })
    expect(await screen.findByText('This run is gone')).toBeTruthy()
  })

  it('leaves Space alone where no row has the focus', async () => {
    show(<RunsView tenant={null} />, { server })
    await row('a')
    expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(true)
    expect(window.location.search).toBe('')
  })
})
