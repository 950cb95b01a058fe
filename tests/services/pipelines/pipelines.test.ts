import { expect, it } from 'vitest'
import { getPipeline } from '@/lib/services/pipelines/get-pipeline'
import { listPipelines } from '@/lib/services/pipelines/list-pipelines'
import { at } from '../../support/clock'
import { ACME_BOSS, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

async function world() {
  const made = ctxWorld()
  const add = (run: Parameters<typeof aRun>[0]) => made.store.runs.upsert(aRun(run))
  const morning = (time: string) => at(`2026-11-30T${time}Z`)
  await add({
    run_id: 'a',
    name: 'orders',
    status: 'completed',
    submitted_at: morning('10:00:00'),
    finished_at: morning('10:00:30'),
    records_written: 40,
  })
  await add({ run_id: 'b', name: 'orders', status: 'failed', submitted_at: morning('11:00:00'), error: 'row 1 is bad' })
  await add({ run_id: 'c', name: 'customers', status: 'completed', submitted_at: morning('11:30:00'), tenant: 'acme' })
  await made.store.tenants.linkRun('c', 'acme')
  await add({ run_id: 'd', name: 'old', status: 'completed', submitted_at: at('2026-11-26T11:00:00Z') })
  await add({ run_id: 'e', name: null, status: 'failed', submitted_at: morning('11:40:00') })
  return made
}

it('lists the names of the window, failing ones first', async () => {
  const { as } = await world()
  const day = await listPipelines(as(VIEWER), {})
  expect(day).toMatchObject({
    count: 2,
    looked: 4,
    reached: null,
    pipelines: [
      { name: 'orders', state: 'failing', completed: 1, failed: 1, last_good: { run_id: 'a' }, median_ms: 30_000 },
      { name: 'customers', state: 'ok' },
    ],
  })
  const week = await listPipelines(as(VIEWER), { range: '7d' })
  expect(week.pipelines.map(({ name }) => name)).toEqual(['orders', 'customers', 'old'])
})

it('tells of one name its runs and its errors', async () => {
  const { as } = await world()
  expect(await getPipeline(as(VIEWER), { name: 'orders' })).toMatchObject({
    state: 'failing',
    runs: [
      { run_id: 'b', status: 'failed' },
      { run_id: 'a', status: 'completed', rows: 40 },
    ],
    has_more: false,
    errors: [{ error: 'row 1 is bad', count: 1, last_run_id: 'b' }],
  })
})

it('shows somebody confined to a tenant nothing of others', async () => {
  const { as } = await world()
  expect((await listPipelines(as(ACME_BOSS), {})).pipelines.map(({ name }) => name)).toEqual(['customers'])
  expect((await getPipeline(as(ACME_BOSS), { name: 'orders' })).runs).toEqual([])
  await expect(getPipeline(as(ACME_BOSS), { name: 'orders', tenant: 'globex' })).rejects.toMatchObject({
    code: 'not_found',
  })
})
