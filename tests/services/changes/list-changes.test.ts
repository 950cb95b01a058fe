import { beforeEach, expect, it } from 'vitest'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import { getChange } from '@/lib/services/changes/get-change'
import { listChanges } from '@/lib/services/changes/list-changes'
import { aChange } from '../../support/changes'
import { at } from '../../support/clock'
import { ACME_BOSS, type CtxWorld, ctxWorld, VIEWER } from '../../support/ctx'

let world: CtxWorld
const add = (id: string, more: Partial<ChangeRequest>) =>
  world.store.changes.upsert(
    aChange({ id, created_at: at(`2026-11-30T11:0${id}:00Z`), expires_at: at('2026-12-01T00:00:00Z'), ...more }),
  )

// The clock of the test stands at noon of 30 November.
beforeEach(async () => {
  world = ctxWorld()
  await add('1', { status: 'expired', expires_at: at('2026-11-30T11:05:00Z') })
  await add('2', { status: 'pending' })
  await add('3', { status: 'pending', expires_at: at('2026-11-30T12:00:00Z') })
  await add('4', { status: 'executed', tenant: 'globex' })
  await add('5', { status: 'pending', tenant: 'acme' })
})

const ids = async (filter: Parameters<typeof listChanges>[1], principal = VIEWER) =>
  (await listChanges(world.as(principal), filter)).map(({ columns }) => columns['id'])

it('lists newest first', async () => {
  expect(await ids({})).toEqual(['5', '4', '3', '2', '1'])
  expect(await ids({ limit: 2 })).toEqual(['5', '4'])
})

it('counts what is due as expired, though nobody has written that', async () => {
  expect(await ids({ status: 'pending' })).toEqual(['5', '2'])
  expect(await ids({ status: 'expired' })).toEqual(['3', '1'])
  expect(await ids({ status: 'expired', limit: 1 })).toEqual(['3'])
  expect(await ids({ status: 'pending', limit: 1 })).toEqual(['5'])
})

it('writes nothing while it looks', async () => {
  const before = await world.store.changes.get('3')
  await ids({ status: 'expired' })
  expect((await world.store.changes.get('3'))?.text).toBe(before?.text)
  expect(await world.filed()).toEqual([])
})

it('knows its words, and a kind with dashes', async () => {
  expect(await ids({ kind: 'template-launch' })).toEqual([])
  expect(await ids({ kind: ' run ' })).toHaveLength(5)
  await expect(ids({ status: 'Pending' })).rejects.toMatchObject({
    code: 'bad_config',
    message: 'unknown change status `Pending`',
  })
  await expect(ids({ kind: 'runs' })).rejects.toMatchObject({
    message: 'unknown change kind `runs` (expected run, template_register or template_launch)',
  })
})

it('shows a confined principal their own tenant’s alone', async () => {
  expect(await ids({}, ACME_BOSS)).toEqual(['5'])
  await expect(ids({ tenant: 'globex' }, ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
  await expect(getChange(world.as(ACME_BOSS), { change_id: '4' })).rejects.toMatchObject({ code: 'not_found' })
  expect((await getChange(world.as(ACME_BOSS), { change_id: '5' })).columns['id']).toBe('5')
})
