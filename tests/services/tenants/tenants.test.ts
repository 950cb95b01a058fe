import { beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '@/lib/contract/deps'
import { sealFormatOf } from '@/lib/contract/ports/vault'
import type { TenantRecord } from '@/lib/contract/records/tenants'
import { recordOf } from '@/lib/contract/stored'
import { createTenant } from '@/lib/services/tenants/create-tenant'
import { deleteTenant } from '@/lib/services/tenants/delete-tenant'
import { updateTenant } from '@/lib/services/tenants/update-tenant'
import { createVault } from '@/lib/vault/vault'
import { aChange } from '../../support/changes'
import { ACME_BOSS, ADMIN, type CtxWorld, ctxWorld, OPERATOR } from '../../support/ctx'
import { aRun } from '../../support/records'
import { aConnection, aTenant } from '../../support/tenants'
import { stamped } from '../../support/write-world'

const RULES = [
  { name: 'ops', on: ['run_failure'], channel: { type: 'webhook', config: { url: 'https://hooks.example/secret' } } },
]
const NO_KEY: Partial<Deps> = { vault: createVault(null, []) }

let world: CtxWorld
beforeEach(() => {
  world = ctxWorld()
})

const create = (input: Partial<Parameters<typeof createTenant>[1]> = {}, deps: Partial<Deps> = {}) =>
  createTenant(world.as(ADMIN, deps), { id: 'acme', ...input })
const update = (input: Omit<Parameters<typeof updateTenant>[1], 'tenant'>, deps: Partial<Deps> = {}) =>
  updateTenant(world.as(ADMIN, deps), { tenant: 'acme', ...input })
const kept = async (): Promise<TenantRecord> =>
  recordOf((await world.store.tenants.get('acme')) ?? expect.fail('no tenant'))

describe('a tenant', () => {
  it('is made once, and filed under itself', async () => {
    await create({ name: 'Acme', labels: { tier: 'gold' }, limits: { max_concurrent_runs: 2 } })
    expect(await kept()).toMatchObject({ name: 'Acme', labels: { tier: 'gold' }, limits: { max_concurrent_runs: 2 } })
    await expect(create()).rejects.toMatchObject({ code: 'conflict', message: "tenant 'acme' already exists" })
    expect(await world.filed()).toMatchObject([{ action: 'tenant.create', tenant: 'acme', principal: 'root-admin' }])
  })

  it.each([
    [{ id: 'Acme' }, "tenant id 'Acme' must start with a lowercase letter or a digit"],
    [{ limits: { max_bytes_per_run: 0 } }, 'limits.max_bytes_per_run must be greater than 0'],
    [{ notifications: [{ on: ['nothing'] }] }, 'notifications'],
    [{ notifications: [{ ...RULES[0], channel: { type: 'webhook', config: { url: '***' } } }] }, 'stands for a secret'],
  ] as const)('is refused as engines refuse it: %o', async (input, message) => {
    await expect(create(input as object)).rejects.toMatchObject({
      code: 'bad_config',
      message: expect.stringContaining(message),
    })
    expect(await world.store.tenants.get('acme')).toBeNull()
  })

  it('is for admins who see everything', async () => {
    await expect(createTenant(world.as(OPERATOR), { id: 'a' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(createTenant(world.as(ACME_BOSS), { id: 'a' })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await world.filed()).toMatchObject([
      { action: 'tenant.create', result: 'denied', tenant: 'acme' },
      { action: 'tenant.create', result: 'denied' },
    ])
  })

  it('keeps what is not named, and is filed by what became of it', async () => {
    await create({ name: 'Acme', labels: { tier: 'gold' }, limits: { max_concurrent_runs: 2 } })
    const before = await kept()
    await update({ suspended: true })
    await update({ suspended: false, name: ' ' })
    await update({ labels: {}, limits: {} })
    const after = await kept()
    expect(after).toEqual({ ...after, id: 'acme', limits: {}, suspended: false, created_at: before.created_at })
    expect([after.name, after.labels]).toEqual([undefined, undefined])
    expect(after.updated_at > before.updated_at).toBe(true)
    const filed = (await world.filed()).map((entry) => ('action' in entry ? entry.action : ''))
    expect(filed.reverse()).toEqual(['tenant.create', 'tenant.suspend', 'tenant.resume', 'tenant.update'])
  })

  it('is not changed over the head of somebody else', async () => {
    await create()
    const { upsert } = world.store.tenants
    let tries = 0
    const busy: Deps['tenants'] = {
      ...world.store.tenants,
      async upsert(tenant, guard) {
        // The first time somebody else is quicker.
        if (tries++ === 0) await upsert(aTenant({ name: 'theirs' }))
        return upsert(tenant, guard)
      },
    }
    await update({ suspended: true }, { tenants: busy })
    expect(await kept()).toMatchObject({ name: 'theirs', suspended: true })
  })
})

describe('notifications', () => {
  it('stand in clear for engines that know nothing else', async () => {
    await create({ notifications: RULES })
    expect((await kept()).notifications).toMatchObject(RULES)
    expect((await kept()).notifications_sealed).toBeUndefined()
  })

  it('are sealed, bound to their tenant, once engines can open that', async () => {
    const later = stamped(world, 3)
    await create({ notifications: RULES }, later)
    const { notifications, notifications_sealed: sealed = '' } = await kept()
    expect([notifications, sealFormatOf(sealed)]).toEqual([undefined, 2])
    expect(world.as(ADMIN).deps.vault.open(sealed, 'notifications:acme')).toMatchObject({ ok: true })
    expect(world.as(ADMIN).deps.vault.open(sealed, 'notifications:globex').ok).toBe(false)
    await update({ suspended: true }, later)
    expect((await kept()).notifications_sealed).toBe(sealed)
    await update({ notifications: [] }, later)
    expect((await kept()).notifications_sealed).toBeUndefined()
    await expect(create({ id: 'other', notifications: RULES }, { ...later, ...NO_KEY })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no vault key'),
    })
  })
})

describe('deleting a tenant', () => {
  it('waits until nothing of it is running', async () => {
    await create()
    await world.store.runs.upsert(aRun({ run_id: 'r', tenant: 'acme', status: 'sharded' }))
    await world.store.tenants.linkRun('r', 'acme')
    await expect(deleteTenant(world.as(ADMIN), { tenant: 'acme' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await world.store.runs.get('r')).not.toBeNull()
  })

  it('takes everything of it along, says how much, and which keys it could not reach', async () => {
    await create()
    for (const run_id of ['a', 'b']) {
      await world.store.runs.upsert(aRun({ run_id, tenant: 'acme', status: 'completed' }))
      await world.store.tenants.linkRun(run_id, 'acme')
    }
    await world.store.runs.upsert(aRun({ run_id: 'c', status: 'completed' }))
    await world.store.changes.upsert(aChange({ tenant: 'acme' }))
    await world.store.changes.upsert(aChange())
    await world.store.tenants.upsertConnection(aConnection())
    await world.store.tenants.addStateRef({ tenant: 'acme', key: 'acme::p::row-0' })
    expect(await deleteTenant(world.as(ADMIN), { tenant: 'acme' })).toEqual({
      runs: 2,
      usage_records: 0,
      change_requests: 1,
      state_keys_deleted: 0,
      state_keys_not_deleted: ['acme::p::row-0: kept in a state store that only an engine reaches; clear it there'],
    })
    expect(await world.store.tenants.get('acme')).toBeNull()
    expect(await world.store.tenants.listConnections('acme')).toEqual([])
    expect(await world.store.runs.get('c')).not.toBeNull()
    expect(await world.store.changes.list({ limit: 9 })).toHaveLength(1)
    expect((await world.filed())[0]).toMatchObject({ action: 'tenant.delete', tenant: 'acme' })
  })
})
