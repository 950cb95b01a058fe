import { describe, expect, it } from 'vitest'
import { getPipeline } from '@/lib/services/pipelines/get-pipeline'
import { getPipelineParts } from '@/lib/services/pipelines/get-pipeline-parts'
import { listPipelines } from '@/lib/services/pipelines/list-pipelines'
import { at } from '../../support/clock'
import { ACME_BOSS, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

const morning = (time: string) => at(`2026-11-30T${time}Z`)

async function world() {
  const made = ctxWorld()
  const add = (run: Parameters<typeof aRun>[0]) => made.store.runs.upsert(aRun(run))
  await add({
    run_id: 'a',
    name: 'nightly 1',
    labels: { pipeline: 'orders', template: 'shop', 'faucet.trigger.name': 'at-ten' },
    status: 'completed',
    submitted_at: morning('10:00:00'),
    started_at: morning('10:00:10'),
    finished_at: morning('10:00:30'),
    records_written: 40,
  })
  await add({
    run_id: 'b',
    name: 'nightly 2',
    labels: { pipeline: 'orders' },
    status: 'failed',
    submitted_at: morning('11:00:00'),
    error: 'row 1 is bad',
  })
  await add({ run_id: 'c', name: 'customers', status: 'completed', submitted_at: morning('11:30:00'), tenant: 'acme' })
  await made.store.tenants.linkRun('c', 'acme')
  await add({ run_id: 'd', name: 'old', status: 'completed', submitted_at: at('2026-11-26T11:00:00Z') })
  await add({ run_id: 'e', name: null, status: 'failed', submitted_at: morning('11:40:00') })
  return { ...made, add }
}

describe('the list', () => {
  it('goes by the label, by the name where there is none, failing ones first', async () => {
    const { as } = await world()
    const day = await listPipelines(as(VIEWER), { range: '24h' })
    expect(day).toMatchObject({
      count: 2,
      total: 2,
      runs: 4,
      unnamed: 1,
      reached: null,
      states: { failing: 1, ok: 1, late: 0 },
      templates: ['shop'],
      triggers: ['at-ten'],
      pipelines: [
        {
          pipeline: 'orders',
          state: 'failing',
          streak: 1,
          error: 'row 1 is bad',
          outcomes: { completed: 1, failed: 1, cancelled: 0, open: 0 },
          last_good: { run_id: 'a' },
          rows_per_sec: 2,
          rows: 40,
        },
        { pipeline: 'customers', state: 'ok', tenants: ['acme'] },
      ],
    })
    const week = await listPipelines(as(VIEWER), {})
    expect(week.pipelines.map(({ pipeline }) => pipeline)).toEqual(['orders', 'customers', 'old'])
  })

  it('filters by words, state, template and trigger, and says what each state would show', async () => {
    const { as } = await world()
    const names = async (asked: Parameters<typeof listPipelines>[1]) =>
      (await listPipelines(as(VIEWER), asked)).pipelines.map(({ pipeline }) => pipeline)
    expect(await names({ q: 'CUST' })).toEqual(['customers'])
    expect(await names({ q: 'at-ten' })).toEqual(['orders'])
    expect(await names({ q: 'acme' })).toEqual(['customers'])
    expect(await names({ state: ['ok'] })).toEqual(['customers', 'old'])
    expect(await names({ template: 'shop' })).toEqual(['orders'])
    expect(await names({ trigger: 'other' })).toEqual([])
    const narrowed = await listPipelines(as(VIEWER), { state: ['ok'], q: 'o' })
    expect(narrowed.states).toMatchObject({ failing: 1, ok: 2 })
  })

  it('sorts either way round, with what says nothing last', async () => {
    const { as } = await world()
    const sorted = async (sort: 'name' | 'rows' | 'rate' | 'last', desc = false) =>
      (await listPipelines(as(VIEWER), { sort, desc })).pipelines.map(({ pipeline }) => pipeline)
    expect(await sorted('name')).toEqual(['customers', 'old', 'orders'])
    expect(await sorted('name', true)).toEqual(['orders', 'old', 'customers'])
    expect(await sorted('last')).toEqual(['old', 'orders', 'customers'])
    expect((await sorted('rate'))[0]).toBe('orders')
    expect((await sorted('rate', true))[0]).toBe('orders')
    expect(await sorted('rows', true)).toEqual(['orders', 'customers', 'old'])
  })

  it('comes in pages', async () => {
    const { as, add } = ctxWorldWithMany()
    await add(130)
    const first = await listPipelines(as(VIEWER), { sort: 'name' })
    const second = await listPipelines(as(VIEWER), { sort: 'name', page: 2 })
    expect([first.pipelines.length, second.pipelines.length, first.pages, first.count]).toEqual([100, 30, 2, 130])
    expect(second.pipelines[0]?.pipeline).toBe('p100')
  })
})

function ctxWorldWithMany() {
  const { as, store } = ctxWorld()
  const add = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const name = `p${String(n).padStart(3, '0')}`
      await store.runs.upsert(aRun({ run_id: `r${n}`, name, status: 'completed', submitted_at: morning('10:00:00') }))
    }
  }
  return { as, add }
}

describe('one pipeline', () => {
  it('tells its runs, its errors and what started it', async () => {
    const { as } = await world()
    expect(await getPipeline(as(VIEWER), { name: 'orders' })).toMatchObject({
      state: 'failing',
      streak: 1,
      runs: [
        { run_id: 'b', status: 'failed', name: 'nightly 2' },
        { run_id: 'a', status: 'completed', rows: 40, ms: 30_000, waited_ms: 10_000 },
      ],
      has_more: false,
      reached: null,
      templates: [{ name: 'shop', count: 1 }],
      triggers: [{ name: 'at-ten', count: 1 }],
      errors: [{ error: 'row 1 is bad', count: 1, last_run_id: 'b' }],
    })
    // A run of that name which is labelled as another pipeline is not of this one.
    expect((await getPipeline(as(VIEWER), { name: 'nightly 1' })).runs).toEqual([])
  })

  it('finds runs that are older than what is kept of all', async () => {
    const { as, add } = await world()
    await add({
      run_id: 'ancient',
      name: 'x',
      labels: { pipeline: 'orders' },
      status: 'completed',
      submitted_at: at('2026-08-01T10:00:00Z'),
    })
    const { runs } = await getPipeline(as(VIEWER), { name: 'orders' })
    expect(runs.map(({ run_id }) => run_id)).toEqual(['b', 'a', 'ancient'])
  })

  it('tells its rows and when its config changed', async () => {
    const { as, add } = await world()
    const row = (row_id: string, error: string | null, records_written: number) => ({
      row_id,
      parent_record_key: null,
      records_written,
      duration_ms: 500,
      error,
    })
    const run = { labels: { pipeline: 'load' }, status: 'completed' as const, config_format: 'yaml' as const }
    await add({
      ...run,
      run_id: 'l1',
      submitted_at: morning('08:00:00'),
      config_body: 'a: 1',
      invocations: [row('eu', null, 5), row('us', null, 7)],
    })
    await add({
      ...run,
      run_id: 'l2',
      submitted_at: morning('09:00:00'),
      config_body: 'a: 2',
      invocations: [row('eu', null, 6), row('us', 'no route\nto host', 0)],
    })
    const parts = await getPipelineParts(as(VIEWER), { name: 'load' })
    expect(parts).toMatchObject({
      looked: 2,
      rows: [
        { row: 'us', invocations: 2, failed: 1, rows: 7, last: { run_id: 'l2', status: 'failed', error: 'no route' } },
        { row: 'eu', invocations: 2, failed: 0, rows: 11, median_ms: 500 },
      ],
      eras: [
        { runs: 1, last_run_id: 'l2' },
        { runs: 1, last_run_id: 'l1' },
      ],
    })
    expect(JSON.stringify(parts.eras)).not.toContain('a: 2')
  })
})

it('shows somebody confined to a tenant nothing of others', async () => {
  const { as } = await world()
  const list = await listPipelines(as(ACME_BOSS), {})
  expect(list.pipelines.map(({ pipeline, datasets }) => [pipeline, datasets])).toEqual([['customers', null]])
  expect((await getPipeline(as(ACME_BOSS), { name: 'orders' })).runs).toEqual([])
  expect(await getPipelineParts(as(ACME_BOSS), { name: 'orders' })).toMatchObject({ rows: [], datasets: null })
  await expect(getPipeline(as(ACME_BOSS), { name: 'orders', tenant: 'globex' })).rejects.toMatchObject({
    code: 'not_found',
  })
})
