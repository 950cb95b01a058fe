import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RunConfig } from '@/components/runs/run-config'
import { RunLayout } from '@/components/runs/run-layout'
import type { Principal } from '@/lib/auth/principal'
import type { InvocationRecord, RunRecord } from '@/lib/contract/records/runs'
import { at } from '../support/clock'
import { aRun } from '../support/records'
import { json, refused, show } from './screen'

const NO_FACTS = { owner: null, lease_expires_at: null, cancel_requested: null, shards: [], has_more_shards: false }
const serving =
  (run: object, before: object[] = []) =>
  (url: URL) =>
    url.pathname.endsWith('/facts')
      ? json(NO_FACTS)
      : url.pathname === '/v1/runs/r'
        ? json(run)
        : json({ runs: before })
const showRun = (run: Partial<RunRecord> | object, before: object[] = []) =>
  show(<RunLayout runId="r">tab</RunLayout>, {
    at: '/runs/r',
    server: serving({ ...aRun({ run_id: 'r' }), ...run }, before),
  })
const invocation = (row_id: string, error: string | null): InvocationRecord => ({
  row_id,
  parent_record_key: null,
  records_written: 1,
  duration_ms: 1,
  error,
})

describe('over every tab of a run', () => {
  it('stands why it failed, in the words of the first failure, and what the others did', async () => {
    const invocations = [invocation('north', null), invocation('south', 'no such file')]
    showRun({ name: 'nightly', status: 'failed', error: '1 invocation(s) failed', invocations })
    const failure = await screen.findByRole('region', { name: 'Error' })
    expect(failure.textContent).toContain('no such file')
    expect(failure.textContent).toContain('1 of 2 invocations failed: south. The other 1 kept what they wrote.')
  })

  it('stands since when it fails, and which run was good', async () => {
    const run = { name: 'nightly', status: 'failed', error: 'x', submitted_at: at('2026-11-30T10:00:00Z') }
    const before = [
      { ...aRun({ run_id: 'f', status: 'failed', error: 'x' }) },
      { ...aRun({ run_id: 'g', records_written: 1200 }) },
    ]
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
    show(<RunLayout runId="r">tab</RunLayout>, { at: '/runs/r', server: () => refused('not_found', 'not found', 404) })
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
    const { unmount } = show(<RunLayout runId="r">tab</RunLayout>, { at: '/runs/r', server: () => json(columns) })
    expect(await screen.findByText('This run cannot be read')).toBeTruthy()
    expect(screen.queryByText('Stored text')).toBeNull()
    unmount()
    show(<RunLayout runId="r">tab</RunLayout>, { at: '/runs/r', server: () => json({ ...columns, text: '{oops' }) })
    expect(await screen.findByText('{oops')).toBeTruthy()
  })
})

describe('the config of a run', () => {
  const admin: Principal = { name: 'a', role: 'admin', tenant: null }
  const showConfig = (viewer: Principal, run: Partial<RunRecord>) =>
    show(<RunConfig runId="r" viewer={viewer} />, {
      at: '/runs/r/config',
      server: serving(aRun({ run_id: 'r', ...run })),
    })

  it('is shown to admins who see everything', async () => {
    showConfig(admin, { config_body: 'name: p\nsink: x', config_format: 'yaml' })
    expect((await screen.findByRole('region', { name: 'submitted text' })).textContent).toContain('sink: x')
  })

  it('is not shown to other roles, nor to an admin of one tenant, and says so', async () => {
    for (const viewer of [
      { ...admin, role: 'operator' as const },
      { ...admin, tenant: 'acme' },
    ]) {
      const { unmount } = showConfig(viewer, {})
      expect(await screen.findByText('Not shown to your role')).toBeTruthy()
      unmount()
    }
  })

  it('is said not to be kept where an engine kept none', async () => {
    showConfig(admin, {})
    expect(await screen.findByText('Not kept')).toBeTruthy()
  })
})
