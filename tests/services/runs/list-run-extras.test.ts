import { expect, it } from 'vitest'
import { listRunExtras } from '@/lib/services/runs/list-run-extras'
import { at } from '../../support/clock'
import { ACME_BOSS, ADMIN, ctxWorld, OPERATOR } from '../../support/ctx'
import { aRun } from '../../support/records'

async function submitted() {
  const world = ctxWorld()
  await world.store.runs.upsert(aRun({ run_id: 'a', submitted_at: at('2026-11-30T10:00:00Z') }))
  await world.store.audit.record({
    id: 'e1',
    timestamp: at('2026-11-30T10:00:00.5Z'),
    principal: 'ops-two',
    role: 'operator',
    action: 'run.submit',
    run_id: 'a',
    result: 'ok',
  })
  return world
}

it('tells who owns a run, and an admin who submitted it', async () => {
  const world = await submitted()
  expect(await listRunExtras(world.as(ADMIN), { run_ids: ['a', 'unknown'] })).toEqual({
    owners: { a: 'console' },
    submitters: { a: 'ops-two' },
  })
  expect(await listRunExtras(world.as(OPERATOR), { run_ids: ['a'] })).toEqual({
    owners: { a: 'console' },
    submitters: null,
  })
})

it('tells a confined principal nothing, of their own runs neither', async () => {
  const world = await submitted()
  await expect(listRunExtras(world.as(ACME_BOSS), { run_ids: ['a'] })).rejects.toMatchObject({ code: 'forbidden' })
})

it('refuses more runs than one question may name', async () => {
  const world = ctxWorld()
  const run_ids = Array.from({ length: 101 }, (_, n) => `r${n}`)
  await expect(listRunExtras(world.as(ADMIN), { run_ids })).rejects.toMatchObject({ code: 'bad_config' })
  await expect(listRunExtras(world.as(ADMIN), { run_ids: [] })).rejects.toMatchObject({ code: 'bad_config' })
})
