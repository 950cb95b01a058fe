import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RunConfig } from '@/components/runs/run-config'
import { RunLayout } from '@/components/runs/run-layout'
import type { Principal } from '@/lib/auth/principal'
import type { RunRecord } from '@/lib/contract/records/runs'
import { invocationRow } from '@/lib/derive/invocation-rows'
import { at } from '../support/clock'
import { anInvocation } from '../support/invocations'
import { aRun } from '../support/records'
import { json, refused, show } from './screen'
import { headOf, NO_FACTS } from './served-run'

const VIEWER: Principal = { name: 'v', role: 'viewer', tenant: null }

interface Served {
  run: Partial<RunRecord>
  before?: object[]
  facts?: object
  config?: object
}
/** What the server would answer of a run. */
const serving = ({ run, before = [], facts = {}, config = { state: 'not_kept' } }: Served) => {
  const whole = { ...aRun({ run_id: 'r' }), ...run }
  return (url: URL): Response => {
    if (url.pathname.endsWith('/neighbours')) return json({ before, after: [], reached: null })
    if (url.pathname.endsWith('/config')) return json(config)
    if (url.pathname.endsWith('/invocations'))
      return json({ total: whole.invocations.length, is_whole: true, rows: whole.invocations.map(invocationRow) })
    return json(headOf(whole, facts))
  }
}
const showRun = (run: Partial<RunRecord>, before: object[] = []) =>
  show(
    <RunLayout runId="r" viewer={VIEWER}>
      tab
    </RunLayout>,
    { at: '/runs/r', server: serving({ run, before }) },
  )
const near = (run_id: string, status: string, error: string | null, rows = 0) => ({
  run_id,
  status,
  submitted_at: '2026-11-30T09:00:00Z',
  ms: 100,
  rows,
  error,
})

describe('over every tab of a run', () => {
  it('stands why it failed, in the words of the first failure, and what the others did', async () => {
    const invocations = [anInvocation({ row_id: 'north' }), anInvocation({ row_id: 'south', error: 'no such file' })]
    showRun({ name: 'nightly', status: 'failed', error: '1 invocation(s) failed', invocations })
    const failure = await screen.findByRole('region', { name: 'Error' })
    expect(failure.textContent).toContain('no such file')
    expect(failure.textContent).toContain('1 of 2 invocations failed: south. The other one that ended well kept')
    expect(screen.getByRole('link', { name: 'south' }).getAttribute('href')).toBe('/runs/r/invocations?row=south')
  })

  it('stands since when it fails, and which run was good', async () => {
    const run = { name: 'nightly', status: 'failed', error: 'x', submitted_at: at('2026-11-30T10:00:00Z') }
    const before = [near('f', 'failed', 'x'), near('g', 'completed', null, 1200)]
    showRun(run, before)
    expect((await screen.findByRole('link', { name: '2 runs' })).getAttribute('href')).toBe('/runs/f')
    expect(screen.getByRole('link', { name: 'last good run' }).getAttribute('href')).toBe('/runs/g')
    expect(screen.getByRole('region', { name: 'Error' }).textContent).toContain(
      '1 earlier run failed with the same words',
    )
    expect(screen.getByRole('region', { name: 'Error' }).textContent).toContain('1,200 rows')
  })

  it('stands that it is another attempt', async () => {
    showRun({ attempt: 2 })
    expect(await screen.findByText('attempt 3')).toBeTruthy()
  })

  it('stands nothing but the way back where the run is gone, or never was', async () => {
    show(
      <RunLayout runId="r" viewer={VIEWER}>
        tab
      </RunLayout>,
      { at: '/runs/r', server: () => refused('not_found', 'not found', 404) },
    )
    expect(await screen.findByRole('heading', { name: 'No such run' })).toBeTruthy()
    expect(screen.queryByText('tab')).toBeNull()
  })

  it('stands what the columns say of a run that cannot be read, and its text only for whoever may see it', async () => {
    const columns = {
      run_id: 'r',
      name: 'broken',
      status: 'completed',
      unreadable: true,
      reason: 'the body is not JSON',
    }
    const told = (run: object) => ({
      at: '/runs/r',
      server: () => json({ run, digest: null, facts: NO_FACTS }),
    })
    const { unmount } = show(
      <RunLayout runId="r" viewer={VIEWER}>
        tab
      </RunLayout>,
      told(columns),
    )
    expect(await screen.findByText('This run cannot be read')).toBeTruthy()
    expect(screen.queryByText('Stored text')).toBeNull()
    unmount()
    show(
      <RunLayout runId="r" viewer={VIEWER}>
        tab
      </RunLayout>,
      told({ ...columns, text: '{oops' }),
    )
    expect(await screen.findByText('{oops')).toBeTruthy()
  })
})

describe('the config of a run', () => {
  const admin: Principal = { name: 'a', role: 'admin', tenant: null }
  const showConfig = (viewer: Principal, config: object) =>
    show(<RunConfig runId="r" viewer={viewer} />, { at: '/runs/r/config', server: serving({ run: {}, config }) })

  it('is shown to admins who see everything', async () => {
    showConfig(admin, { state: 'shown', body: 'name: p\nsink: x', format: 'yaml', redacted: false })
    expect((await screen.findByRole('region', { name: 'submitted text' })).textContent).toContain('sink: x')
  })

  it('is not shown to other roles, nor to an admin of one tenant, and says so', async () => {
    for (const viewer of [
      { ...admin, role: 'operator' as const },
      { ...admin, tenant: 'acme' },
    ]) {
      const { unmount } = showConfig(viewer, { state: 'withheld' })
      expect(await screen.findByText('Not shown to your role')).toBeTruthy()
      unmount()
    }
  })

  it('is said not to be kept where an engine kept none', async () => {
    showConfig(admin, { state: 'not_kept' })
    expect(await screen.findByText('Not kept')).toBeTruthy()
  })
})
