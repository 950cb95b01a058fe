import { expect, it } from 'vitest'
import { readRunLogs } from '@/lib/services/logs/read-run-logs'
import { getRun } from '@/lib/services/runs/get-run'
import { listRuns } from '@/lib/services/runs/list-runs'
import { aLine } from '../../support/audit'
import { ACME_BOSS, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

async function twoTenants() {
  const world = ctxWorld()
  for (const [run_id, tenant] of [
    ['a', 'acme'],
    ['g', 'globex'],
    ['n', undefined],
  ] as const) {
    await world.store.runs.upsert(aRun({ run_id, ...(tenant && { tenant }) }))
    if (tenant) await world.store.tenants.linkRun(run_id, tenant)
    await world.store.logs.record(run_id, [aLine(0)])
  }
  return world
}

it('lists everything to whoever is free, and one tenant to whoever is confined to it', async () => {
  const world = await twoTenants()
  const ids = async (principal = VIEWER, tenant?: string) =>
    (await listRuns(world.as(principal), { ...(tenant && { tenant }) })).rows.map(({ columns }) => columns['run_id'])
  expect(await ids()).toEqual(['n', 'g', 'a'])
  expect(await ids(VIEWER, 'globex')).toEqual(['g'])
  expect(await ids(ACME_BOSS)).toEqual(['a'])
  expect(await ids(ACME_BOSS, 'acme')).toEqual(['a'])
  await expect(ids(ACME_BOSS, 'globex')).rejects.toMatchObject({ code: 'not_found' })
})

it.each(['g', 'n', 'unknown'])('tells a confined principal nothing of run %s', async (run_id) => {
  const world = await twoTenants()
  const ctx = world.as(ACME_BOSS)
  await expect(getRun(ctx, { run_id })).rejects.toMatchObject({ code: 'not_found', message: 'not found' })
  await expect(readRunLogs(ctx, { run_id })).rejects.toMatchObject({ code: 'not_found', message: 'not found' })
  expect(await world.filed()).toEqual([])
})

it('gives a confined principal their own run and its lines', async () => {
  const ctx = (await twoTenants()).as(ACME_BOSS)
  expect((await getRun(ctx, { run_id: 'a' })).columns['run_id']).toBe('a')
  expect((await readRunLogs(ctx, { run_id: 'a' })).lines).toHaveLength(1)
})

it('clamps how much may be asked for at once', async () => {
  const world = ctxWorld()
  const asked: number[] = []
  const list = async ({ limit }: { limit: number }) => {
    asked.push(limit)
    return { rows: [] }
  }
  const runs = { ...world.store.runs, list }
  for (const limit of [undefined, 0, 7, 501])
    await listRuns(world.as(VIEWER, { runs }), { ...(limit !== undefined && { limit }) })
  expect(asked).toEqual([50, 1, 7, 500])
})
