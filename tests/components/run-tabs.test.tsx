import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { tabsOf } from '@/components/runs/detail/tab-list'
import { RunAudit } from '@/components/runs/run-audit'
import { RunDatasets } from '@/components/runs/run-datasets'
import { RunOutputs } from '@/components/runs/run-outputs'
import { RunRecord } from '@/components/runs/run-record'
import { RunUsage } from '@/components/runs/run-usage'
import { ShardsView } from '@/components/runs/shards-view'
import type { Principal } from '@/lib/auth/principal'
import { runHeadQuery } from '@/lib/client/run-parts'
import { anOutput } from '../support/catalog'
import { anInvocation } from '../support/invocations'
import { aRun } from '../support/records'
import { aUsage } from '../support/usage'
import { json, show } from './screen'
import { headOf } from './served-run'

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()
const shard = (shard_id: string, status: string, more: object = {}) => ({
  shard_id,
  descriptor: '{"key":"id","lo":1,"hi":9}',
  size_estimate: 8,
  status,
  owner: null,
  lease_expires_at: null,
  attempt: 0,
  finished_at: null,
  ...more,
})

describe('the shards of a run', () => {
  const page = {
    shards: [
      shard('0', 'running', { owner: 'instance-a', lease_expires_at: fromNow(-90.5 * 60_000), attempt: 1 }),
      shard('1', 'running', { owner: 'instance-b', lease_expires_at: fromNow(90.5 * 60_000) }),
    ],
    counts: [
      { status: 'completed', count: 2400 },
      { status: 'running', count: 2 },
      { status: 'odd', count: 1 },
    ],
    next: '1',
  }

  it('are counted by state, and each says how long its lease still is, or that it lapsed', async () => {
    show(<ShardsView runId="r" />, { at: '/runs/r/shards?status=running', server: () => json(page) })
    expect(await screen.findByText('2,400 of 2,403 are over, 99.9%')).toBeTruthy()
    const filters = within(screen.getByRole('navigation', { name: 'Shards by state' })).getAllByRole('link')
    expect(filters.map((link) => link.textContent)).toEqual(['all2,403', 'completed2,400', 'running2', 'odd1'])
    expect(filters[2]?.getAttribute('aria-current')).toBe('true')
    expect(screen.getByText('lapsed 1 h 30 m ago')).toBeTruthy()
    expect(screen.getByText('1 h 30 m left')).toBeTruthy()
    expect(screen.getByText(/1 running shard on this page has a lease that lapsed/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
      '/runs/r/shards?status=running&after=1',
    )
  })

  it('of another page are asked for by the last id of the one before', async () => {
    const { asked } = show(<ShardsView runId="r" />, {
      at: '/runs/r/shards?after=1&after=3',
      server: () => json({ ...page, next: null }),
    })
    await screen.findByRole('table', { name: 'Shards' })
    expect(asked[0]?.search).toBe('?after=3')
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/runs/r/shards?after=1')
  })
})

describe('what a run used', () => {
  const nothing = {
    invocations: 2,
    units: [],
    lines: [],
    source_calls: {},
    sink_calls: {},
    retries: {},
    throttled: 0,
    throttle_wait_secs: 0,
    not_reported: [],
    has_table: true,
  }

  it('is said not to be recorded, or not to be kept by this store', async () => {
    const { unmount } = show(<RunUsage runId="r" />, { server: () => json(nothing) })
    expect(await screen.findByText('No usage recorded')).toBeTruthy()
    unmount()
    show(<RunUsage runId="r" />, { server: () => json({ ...nothing, has_table: false }) })
    expect(await screen.findByText('Not available')).toBeTruthy()
  })

  it('says of how many invocations the sums are', async () => {
    const unit = {
      n: 0,
      row_id: 'north',
      parent: null,
      failed: false,
      connectors: 'csv → jsonl',
      duration_ms: 1500,
      records_read: 10,
      records_written: 9,
      bytes_read: 2048,
      bytes_written: 10,
      requests: 3,
      currency: 'USD',
      cost: 0.5,
      hosted: 0,
    }
    show(<RunUsage runId="r" />, { server: () => json({ ...nothing, units: [unit] }) })
    expect(await screen.findByText(/1 of 2 invocations reported usage/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'north' }).getAttribute('href')).toBe('/runs/r/invocations?row=north')
    expect(screen.getAllByText('USD 0.50')).toHaveLength(2)
  })
})

describe('the datasets of a run', () => {
  const dataset = {
    role: 'written',
    dataset_id: 'd',
    uri: 'file:///out/orders.jsonl',
    kind: 'jsonl',
    rows: 100,
    invocations: 1,
    usual: 1000,
    schema: [{ version: 3, is_first: false, added: ['city'], widened: [], changed: [], removed: ['zip'] }],
    drift: [{ column: 'amount', metric: 'mean', detail: 'mean 9 (baseline 2)' }],
    profiled: true,
  }

  it('say what changed, what drifted, and how far from usual it is', async () => {
    show(<RunDatasets runId="r" />, { server: () => json({ catalog: 'read', datasets: [dataset], left_out: 0 }) })
    expect(await screen.findByText('added city · removed zip')).toBeTruthy()
    expect(screen.getByText('mean 9 (baseline 2)', { exact: false })).toBeTruthy()
    expect(screen.getByText('usual 1,000 · −90.0%')).toBeTruthy()
    expect(screen.getByText('Which datasets it read is not recorded, or no longer.')).toBeTruthy()
  })

  it('say nothing of what was read where the catalog is closed', async () => {
    show(<RunDatasets runId="r" />, { server: () => json({ catalog: 'closed', datasets: [dataset], left_out: 2 }) })
    expect(await screen.findByText(/which is not open to you/)).toBeTruthy()
    expect(screen.queryByText('Read')).toBeNull()
    expect(screen.getByText(/2 more are left out/)).toBeTruthy()
  })
})

describe('the files of a run', () => {
  it('say why they cannot be looked into without an engine', async () => {
    const output = { ...anOutput(), state: 'present', age_secs: 3, retention_days_effective: null }
    show(<RunOutputs runId="r" />, {
      server: ({ pathname }) =>
        json(pathname.endsWith('/outputs') ? { outputs: [output], is_cut: false } : headOf(aRun({ run_id: 'r' }))),
    })
    const button = await screen.findByRole('button', { name: 'Preview' })
    await screen.findByText('/out/a.jsonl')
    expect(button.getAttribute('aria-description')).toMatch(/no engine is configured/)
  })

  it('are not available in a store without a list of them', async () => {
    show(<RunOutputs runId="r" />, {
      server: ({ pathname }) =>
        json(pathname.endsWith('/outputs') ? { outputs: null, is_cut: false } : headOf(aRun({ run_id: 'r' }))),
    })
    expect(await screen.findByText('Not available')).toBeTruthy()
  })
})

describe('the audit trail of a run', () => {
  it('says how far it was looked through', async () => {
    const entry = {
      id: 'e',
      timestamp: '2026-11-30T10:00:00Z',
      principal: 'ops',
      role: 'operator',
      action: 'run.cancel',
      result: 'denied',
    }
    show(<RunAudit runId="r" />, {
      server: () => json({ entries: [entry], reached: '2026-11-30T11:00:00Z', is_cut: false }),
    })
    expect(await screen.findByText('run.cancel')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('there may be later ones')
  })
})

describe('the stored record', () => {
  it('keeps every digit, and is shown as text where it is not JSON', async () => {
    const { unmount } = show(<RunRecord runId="r" />, {
      server: () => json({ text: '{"n":12345678901234567890.10}', columns: { name: null } }),
    })
    expect(await screen.findByText(/12345678901234567890\.10/)).toBeTruthy()
    unmount()
    show(<RunRecord runId="r" />, { server: () => json({ text: '{oops', columns: {} }) })
    expect(await screen.findByText('{oops')).toBeTruthy()
  })

  it('is withheld in words', async () => {
    show(<RunRecord runId="r" />, { server: () => json('null') })
    expect(await screen.findByText('Not shown to your role')).toBeTruthy()
  })
})

describe('the tabs of a run', () => {
  const names = (viewer: Partial<Principal>, facts = {}) => {
    const run = aRun({
      run_id: 'r',
      invocations: [
        anInvocation({
          usage: aUsage(),
          batches: { attempted: 2, committed: 1, dlq_partial: 1, dlq_all: 0, failed: 0 },
        }),
      ],
    })
    const head = runHeadQuery('r').read(JSON.stringify(headOf(run, facts)))
    return tabsOf(head, { name: 'p', role: 'viewer', tenant: null, ...viewer }).map(({ name }) => name)
  }

  it('are those that this viewer can look at', () => {
    const all = ['summary', 'invocations', 'logs', 'config', 'usage', 'datasets']
    expect(names({})).toEqual([...all, 'outputs', 'dlq'])
    expect(names({ role: 'admin' })).toEqual([...all, 'outputs', 'dlq', 'audit', 'record'])
    expect(names({ role: 'admin', tenant: 'acme' })).toEqual([...all, 'dlq'])
  })
})
