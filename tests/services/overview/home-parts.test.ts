import { beforeEach, describe, expect, it } from 'vitest'
import type { RunRecord } from '@/lib/contract/records/runs'
import { goingOn } from '@/lib/services/overview/going-on'
import { homeState } from '@/lib/services/overview/home-state'
import { needsAttention } from '@/lib/services/overview/needs-attention'
import { sqlite } from '../../support/backends'
import { at } from '../../support/clock'
import { ACME_BOSS, ADMIN, type CtxWorld, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'
import { aRunRow } from '../../support/rows'

let world: CtxWorld
beforeEach(() => {
  world = ctxWorld()
})
const today = (time: string) => at(`2026-11-30T${time}Z`)
const add = (run: Partial<RunRecord>) => world.store.runs.upsert(aRun(run))
/** Runs of a pipeline, each so many minutes before noon, newest first. */
const series = async (pipeline: string, runs: readonly [minutes: number, more: Partial<RunRecord>][]) => {
  for (const [minutes, more] of runs) {
    const submitted = Date.parse('2026-11-30T12:00:00Z') - minutes * 60_000
    await add({
      run_id: `${pipeline}-${minutes}`,
      labels: { pipeline },
      submitted_at: at(new Date(submitted).toISOString()),
      finished_at: at(new Date(submitted + 20_000).toISOString()),
      ...more,
    })
  }
}
const attention = (as = VIEWER) => needsAttention(world.as(as), { wait_ms: 1_000 })

describe('pipelines that need somebody', () => {
  it('tells what fails: what worked before first, with its streak, its last good run and its error', async () => {
    await series('regressed', [
      [10, { status: 'failed', error: 'disk is full' }],
      [70, { status: 'failed', error: 'other' }],
      [130, {}],
      [190, { status: 'failed' }],
    ])
    await series('never', [
      [5, { status: 'failed', error: 'no such file' }],
      [6, { status: 'failed' }],
      [7, { status: 'failed' }],
    ])
    await series('healed', [
      [1, {}],
      [2, { status: 'failed' }],
    ])
    await add({ run_id: 'nameless', status: 'failed', submitted_at: today('11:59:00') })
    const { failing } = await attention()
    expect(failing).toMatchObject({
      count: 2,
      items: [
        {
          pipeline: 'regressed',
          has_worked: true,
          streak: 2,
          failed: 3,
          finished: 4,
          error: 'disk is full',
          last_failed: { run_id: 'regressed-10' },
          first_failed: { run_id: 'regressed-70' },
          last_good: { run_id: 'regressed-130' },
        },
        { pipeline: 'never', has_worked: false, streak: 3, last_good: null, error: 'no such file' },
      ],
    })
  })

  it('tells what is late against its own rhythm, and nothing of what has none', async () => {
    await series(
      'hourly',
      [1, 2, 3, 4, 5].map((n) => [n * 60 + 75, {}]),
    )
    await series(
      'on time',
      [0, 1, 2, 3, 4].map((n) => [n * 60 + 30, {}]),
    )
    await series('now and then', [
      [130, {}],
      [131, {}],
      [900, {}],
      [905, {}],
      [2_000, {}],
    ])
    expect((await attention()).late).toMatchObject({
      count: 1,
      items: [
        {
          pipeline: 'hourly',
          gap_ms: 3_600_000,
          gaps: 4,
          expected_at: '2026-11-30T10:45:00.000Z',
          last_run: { run_id: 'hourly-135' },
        },
      ],
    })
  })

  it('tells what slows down, falls behind its source and loses rows to the dead-letter queue', async () => {
    const took = (minutes: number, secs: number): [number, Partial<RunRecord>] => [
      minutes,
      { finished_at: at(new Date(Date.parse('2026-11-30T12:00:00Z') - minutes * 60_000 + secs * 1_000).toISOString()) },
    ]
    await series('slowing', [took(1, 190), took(2, 200), ...[3, 4, 5, 6, 7, 8].map((n) => took(n, 60))])
    await series('steady', [took(1, 190), ...[2, 3, 4, 5, 6, 7, 8].map((n) => took(n, 60))])
    const invocation = { row_id: 'r', parent_record_key: null, records_written: 0, duration_ms: 1, error: null }
    const lag = (seconds: number) => ({ invocations: [{ ...invocation, source_lag: { seconds } }] })
    await series('lagging', [
      [1, lag(300)],
      [2, lag(200)],
      [3, lag(100)],
      [4, lag(150)],
    ])
    const batches = { attempted: 3, committed: 0, dlq_partial: 2, dlq_all: 1, failed: 0 }
    await series('losing', [[9, { invocations: [{ ...invocation, batches }] }]])
    const found = await attention()
    expect(found.slowed).toMatchObject({
      count: 1,
      items: [{ pipeline: 'slowing', ms: 190_000, usual_ms: 60_000, runs: 2, last_run: { run_id: 'slowing-1' } }],
    })
    expect(found.behind).toMatchObject({
      count: 1,
      items: [{ pipeline: 'lagging', lag_secs: 300, from_secs: 100, runs: 3 }],
    })
    expect(found.dead_letters).toMatchObject({ count: 1, items: [{ pipeline: 'losing', partly: 2, wholly: 1 }] })
  })

  it('tells somebody confined to a tenant of their own pipelines alone', async () => {
    await series('theirs', [[1, { status: 'failed', tenant: 'acme' }]])
    await world.store.tenants.linkRun('theirs-1', 'acme')
    await series('ours', [[1, { status: 'failed' }]])
    expect((await attention(ACME_BOSS)).failing.items.map(({ pipeline }) => pipeline)).toEqual(['theirs'])
  })
})

describe('what goes on now', () => {
  it('counts what waits and runs, shows the newest with its rows, and knows what takes too long', async () => {
    await series(
      'orders',
      [60, 120, 180].map((n) => [n, {}]),
    )
    await series('orders', [[30, { status: 'running', finished_at: null, records_written: 7 }]])
    await add({ run_id: 'fresh', labels: { pipeline: 'orders' }, status: 'running', submitted_at: today('11:59:50') })
    await add({ run_id: 'waits', status: 'pending', submitted_at: today('11:40:00') })
    await add({ run_id: 'queue', status: 'queued', submitted_at: today('11:50:00') })
    expect(await goingOn(world.as(VIEWER), {})).toMatchObject({
      queued: 1,
      pending: 1,
      running: 2,
      sharded: 0,
      has_runs: true,
      oldest_waiting: { run_id: 'waits' },
      shown: [
        { run_id: 'fresh', usual_ms: 20_000, usual_of: 3 },
        { run_id: 'orders-30', rows: 7 },
      ],
      slow: [{ run_id: 'orders-30', usual_ms: 20_000 }],
    })
  })

  it('names runs that nobody holds any more, where runs are held', async () => {
    const { history, plant, clock, close } = await sqlite('sqlite', false).open()
    await plant(
      'faucet_serve_runs',
      aRunRow({ run_id: 'lost', status: 'running', name: 'orders', submitted_at: today('11:00:00') }),
    )
    const own = ctxWorld()
    const found = await goingOn({ ...own.as(VIEWER, history), now: () => clock.now() }, {})
    expect(found).toMatchObject({ lapsed: [{ run_id: 'lost', lease: null }], members: { live: 0 } })
    await close()
  })

  it('says nothing of members to somebody confined, and nothing of other tenants', async () => {
    await add({ run_id: 'a', status: 'pending', submitted_at: today('11:00:00') })
    await add({ run_id: 'b', status: 'running', tenant: 'acme', submitted_at: today('11:30:00') })
    await world.store.tenants.linkRun('b', 'acme')
    expect(await goingOn(world.as(ACME_BOSS), {})).toMatchObject({
      pending: 0,
      running: 1,
      members: null,
      oldest_waiting: null,
      shown: [{ run_id: 'b' }],
    })
  })

  it('says that there are no runs at all', async () => {
    expect(await goingOn(world.as(VIEWER), {})).toMatchObject({ has_runs: false, shown: [], slow: [], lapsed: [] })
  })
})

describe('what waits for people', () => {
  it('has every section that this viewer may see', async () => {
    await world.store.tenants.upsert({
      id: 'globex',
      limits: {},
      suspended: true,
      created_at: today('10:00:00'),
      updated_at: today('11:00:00'),
      created_by: 'root-admin',
    })
    const entry = { role: 'admin', result: 'ok', timestamp: today('11:00:00') }
    await world.store.audit.record({ id: '1', principal: 'ann', action: 'template.launch', ...entry })
    await world.store.audit.record({ id: '2', principal: 'bob', action: 'run.submit', ...entry })
    await world.store.audit.record({ id: '3', principal: 'eve', action: 'tenant.delete', ...entry, result: 'denied' })
    expect(await homeState(world.as(ADMIN), {})).toMatchObject({
      tenants: { ok: true, value: { count: 1, items: [{ id: 'globex' }] } },
      freshness: { ok: true, value: { datasets: 0, stale: 0 } },
      activity: { ok: true, value: [{ principal: 'ann', action: 'template.launch' }] },
      templates: { ok: true, value: { templates: 0 } },
      store: { ok: true, value: { kind: 'memory' } },
    })
    expect(await homeState(world.as(VIEWER), {})).toMatchObject({ activity: null, store: { ok: true } })
    expect(await homeState(world.as(ACME_BOSS), {})).toMatchObject({
      tenants: null,
      freshness: null,
      activity: null,
      templates: null,
      store: null,
      engine: null,
    })
  })

  it('keeps the other sections when one cannot be read, and tells the log', async () => {
    const changes = {
      ...world.store.changes,
      list: () => Promise.reject(new Error('secret: the disk of host-7 is full')),
    }
    const found = await homeState(world.as(ADMIN, { changes }), {})
    expect(found).toMatchObject({ waiting: { ok: false }, changes: { ok: false }, freshness: { ok: true } })
    expect(JSON.stringify(found)).not.toContain('secret')
    expect(world.warnings.length).toBeGreaterThan(0)
  })

  it('leaves out what a store of an old engine does not have', async () => {
    const open = await sqlite('sqlite', false).open()
    for (const table of [
      'faucet_catalog_datasets',
      'faucet_serve_changes',
      'faucet_templates',
      'faucet_tenants',
      'faucet_tenant_connections',
      'faucet_serve_audit',
    ]) {
      await open.history.env.db.$executeRawUnsafe(`DROP TABLE ${table}`)
    }
    open.history.env.shape.forget()
    const found = await homeState(world.as(ADMIN, open.history), {})
    expect(found).toMatchObject({
      waiting: { ok: true, value: {} },
      changes: { ok: true, value: null },
      tenants: { ok: true, value: null },
      freshness: { ok: true, value: null },
      activity: { ok: true, value: null },
      templates: { ok: true, value: null },
    })
    await open.close()
  })
})
