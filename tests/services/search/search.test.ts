import { expect, it } from 'vitest'
import { HistoryError } from '@/lib/contract/errors'
import { search } from '@/lib/services/search/search'
import { at } from '../../support/clock'
import { ACME_BOSS, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

async function world() {
  const made = ctxWorld()
  const add = async (run_id: string, name: string | null, time: string, more: Parameters<typeof aRun>[0] = {}) => {
    await made.store.runs.upsert(aRun({ run_id, name, submitted_at: at(`2026-11-30T${time}Z`), ...more }))
    if (more.tenant !== undefined) await made.store.tenants.linkRun(run_id, more.tenant)
  }
  await add('0193a1b2-7c00-7000-8000-000000000001', 'orders', '09:00:00')
  await add('0193a1b2-7c00-7000-8000-000000000002', 'orders daily', '10:00:00', { status: 'failed' })
  await add('0193ffff-0000-7000-8000-000000000003', 'daily-orders', '11:00:00', { tenant: 'acme' })
  await add('0193eeee-0000-7000-8000-000000000004', 'customers', '11:30:00')
  await add('custom id', null, '11:40:00', { labels: { pipeline: 'nightly orders' } })
  return made
}
type Hit = { run_id?: string; name?: string | null }
const found = (answer: { groups: { kind: string; hits: object[] }[] }) =>
  Object.fromEntries(
    answer.groups.map(({ kind, hits }) => [kind, hits.map((hit: Hit) => hit.name ?? hit.run_id ?? hit)]),
  )

it('shows the newest runs to who has not typed anything', async () => {
  const { as } = await world()
  expect(await search(as(VIEWER), { q: '  ' })).toMatchObject({
    groups: [
      { kind: 'latest', hits: [{ run_id: 'custom id', name: 'nightly orders' }, { name: 'customers' }, {}, {}, {}] },
    ],
    reached: null,
  })
})

it('finds names, the whole one before its beginnings, and those before words inside', async () => {
  const { as } = await world()
  expect(found(await search(as(VIEWER), { q: 'ORDERS' }))).toEqual({
    pipelines: ['orders', 'orders daily', 'daily-orders'],
    runs: ['orders', 'orders daily', 'nightly orders', 'daily-orders'],
  })
})

it('finds a run by its id, the beginning of it, another’s kind of id, and its idempotency key', async () => {
  const { as, store } = await world()
  const ids = async (q: string) => found(await search(as(VIEWER), { q }))['runs']
  expect(await ids('0193a1b2-7c00-7000-8000-000000000001')).toEqual(['orders'])
  expect(await ids('0193A1B2')).toEqual(['orders daily', 'orders'])
  expect(await ids('019')).toBeUndefined()
  expect(await ids('custom id')).toEqual(['nightly orders'])
  await store.runs.claimIdempotency('key-of-customers', 'f', '0193eeee-0000-7000-8000-000000000004', 60_000)
  expect(await ids('key-of-customers')).toEqual(['customers'])
})

it('finds a name and an id once where a run has both', async () => {
  const { as, store } = await world()
  await store.runs.upsert(aRun({ run_id: 'cafe0000', name: 'cafe0000' }))
  expect(found(await search(as(VIEWER), { q: 'cafe0000' }))).toEqual({ pipelines: ['cafe0000'], runs: ['cafe0000'] })
})

it('finds labels of the newest runs by value and by key and value, and says on how many they are', async () => {
  const { as, store } = await world()
  const add = (run_id: string, labels: Record<string, string>, tenant?: string) =>
    store.runs.upsert(aRun({ run_id, labels, ...(tenant && { tenant }) }))
  await add('l1', { team: 'payments', pipeline: 'payments in' })
  await add('l2', { team: 'payments', env: 'prod=1' })
  await add('l3', { team: 'other' }, 'acme')
  await store.tenants.linkRun('l3', 'acme')
  const labels = async (q: string, who = VIEWER) =>
    (await search(as(who), { q })).groups.find(({ kind }) => kind === 'labels')
  expect(await labels('PAYM')).toEqual({ kind: 'labels', hits: [{ key: 'team', value: 'payments', runs: 2 }] })
  expect(await labels('env=prod=')).toEqual({ kind: 'labels', hits: [{ key: 'env', value: 'prod=1', runs: 1 }] })
  expect((await labels('team:'))?.hits.map((hit) => ('value' in hit ? hit.value : ''))).toEqual(['payments', 'other'])
  expect(await labels('p')).toBeUndefined()
  expect(await labels('payments', ACME_BOSS)).toBeUndefined()
  expect(await labels('team', ACME_BOSS)).toMatchObject({ hits: [{ value: 'other' }] })
})

it('finds members of the cluster for who may see it, and goes on where a store has none', async () => {
  const { as, store } = await world()
  const member = { started_at: at('2026-11-30T08:00:00Z'), listen: '10.0.0.7:9898', max_concurrent: 4, in_flight: 0 }
  const leases = {
    ...store.leases,
    liveInstances: async () => [
      { ...member, instance_id: 'engine-a', state_format: 1, last_heartbeat: at('2026-11-30T11:59:50Z') },
    ],
  }
  const asked = { q: '10.0.0.7' }
  expect((await search(as(VIEWER, { leases }), asked)).groups).toEqual([
    { kind: 'members', hits: [{ instance_id: 'engine-a', last_heartbeat: at('2026-11-30T11:59:50Z') }] },
  ])
  expect((await search(as(ACME_BOSS, { leases }), asked)).groups).toEqual([])
  const none = { ...leases, liveInstances: () => Promise.reject(new HistoryError('missing', 'no such table')) }
  expect((await search(as(VIEWER, { leases: none }), asked)).groups).toEqual([])
  const broken = { ...leases, liveInstances: () => Promise.reject(new HistoryError('backend', 'it burns')) }
  await expect(search(as(VIEWER, { leases: broken }), asked)).rejects.toThrow('it burns')
})

it('shows somebody confined to a tenant nothing of others, by name, id, key or time', async () => {
  const { as, store } = await world()
  const boss = as(ACME_BOSS)
  await store.runs.claimIdempotency('key-of-orders', 'f', '0193a1b2-7c00-7000-8000-000000000001', 60_000)
  expect(found(await search(boss, { q: 'orders' }))).toEqual({ pipelines: ['daily-orders'], runs: ['daily-orders'] })
  expect(found(await search(boss, { q: '' }))).toEqual({ latest: ['daily-orders'] })
  for (const q of ['0193a1b2', '0193a1b2-7c00-7000-8000-000000000001', 'custom id', 'key-of-orders', 'customers']) {
    expect((await search(boss, { q })).groups).toEqual([])
  }
  await expect(search(boss, { q: 'orders', tenant: 'other' })).rejects.toMatchObject({ code: 'not_found' })
})

it('says how far back it looked at names', async () => {
  const { as, store } = ctxWorld()
  for (let n = 0; n < 5_050; n++) {
    const minute = Math.floor(n / 60)
    const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
    await store.runs.upsert(aRun({ run_id: `r${n}`, name: `n${n}`, submitted_at: at(`2026-11-30T${time}Z`) }))
  }
  const answer = await search(as(VIEWER), { q: 'n49' })
  expect(answer.reached).toMatch(/^2026-11-30T00:00:50/)
  expect(found(answer)['runs']?.[0]).toBe('n4999')
  expect(found(answer)['runs']).not.toContain('n49')
  expect(found(await search(as(VIEWER), { q: 'n50' }))['runs']?.[0]).toBe('n50')
})
