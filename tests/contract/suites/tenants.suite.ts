import { expect } from 'vitest'
import { recordOf } from '@/lib/contract/stored'
import { at } from '../../support/clock'
import { reshape } from '../../support/database'
import { aRun } from '../../support/records'
import { expectRefused, NUL } from '../../support/refused'
import { suite, type World } from '../../support/suite'
import { aConnection, aSession, aTenant } from '../../support/tenants'
import { aUsage } from '../../support/usage'

const TABLE = 'faucet_tenants'
const BELONGINGS = [
  'faucet_tenant_connections',
  'faucet_connect_sessions',
  'faucet_tenant_runs',
  'faucet_tenant_state_refs',
] as const

/** A tenant with one of everything that can belong to it. */
async function settle({ history: { tenants } }: World, id: string): Promise<void> {
  await tenants.upsert(aTenant({ id }))
  await tenants.upsertConnection(aConnection({ tenant: id }))
  await tenants.putConnectSession(aSession({ tenant: id, state: `state-${id}` }))
  await tenants.linkRun(`run-${id}`, id)
  await tenants.addStateRef({ tenant: id, key: `${id}::sync::row-0` })
}
const counts = (world: World) =>
  Promise.all([TABLE, ...BELONGINGS].map(async (table) => (await world.rows(table)).length))

export const tenantsSuite = suite('tenants', [
  [
    'returns the body it was given and stores its time at full width',
    'all',
    async (world) => {
      const tenant = aTenant({
        name: 'Tenant Ünï',
        labels: { plan: 'gold', region: 'eu' },
        limits: { max_bytes_per_run: 18446744073709551615n, max_duration_secs: 600 },
        notifications: [{ channel: { type: 'webhook', config: { url: 'http://127.0.0.1/hook' } } }],
        suspended: true,
        updated_at: at('2026-11-30T10:00:00.5Z'),
      })
      expect(await world.history.tenants.upsert(tenant)).toBe(true)
      const row = await world.history.tenants.get('acme')
      expect(row && recordOf(row)).toEqual(tenant)
      expect(row?.text).toBe(
        '{"id":"acme","name":"Tenant Ünï","labels":{"plan":"gold","region":"eu"},"limits":{"max_bytes_per_run":18446744073709551615,"max_duration_secs":600},"notifications":[{"channel":{"type":"webhook","config":{"url":"http://127.0.0.1/hook"}}}],"suspended":true,"created_at":"2026-11-18T08:18:39.321338625Z","updated_at":"2026-11-30T10:00:00.5Z","created_by":"root-admin"}',
      )
      expect((await world.rows(TABLE))[0]?.['updated_at']).toBe('2026-11-30T10:00:00.500000000Z')
    },
  ],
  [
    'replaces a tenant and knows none that was never written',
    'all',
    async (world) => {
      const { tenants } = world.history
      await tenants.upsert(aTenant())
      await tenants.upsert(aTenant({ suspended: true, updated_at: at('2026-11-30T11:00:00Z') }))
      expect((await tenants.list()).map((row) => recordOf(row).suspended)).toEqual([true])
      expect((await world.rows(TABLE))[0]?.['updated_at']).toBe('2026-11-30T11:00:00.000000000Z')
      expect(await tenants.get('ACME')).toBeNull()
    },
  ],
  [
    'keeps what a later engine put into the body when the record is written back',
    'all',
    async (world) => {
      const body =
        '{"id":"acme","limits":{},"notifications_sealed":"RkNUMQ==","quota":{"cpu":1.50},"suspended":false,"created_at":"2026-11-18T08:18:39Z","updated_at":"2026-11-18T08:18:39Z","created_by":"root-admin"}'
      await world.plant(TABLE, { id: 'acme', updated_at: '2026-11-18T08:18:39.000000000Z', body })
      const row = await world.history.tenants.get('acme')
      if (row === null) throw new Error('the planted tenant is not there')
      await world.history.tenants.upsert({ ...recordOf(row), suspended: true })
      const text = (await world.history.tenants.get('acme'))?.text
      expect(text).toContain('"quota":{"cpu":1.50}')
      expect(text).toContain('"notifications_sealed":"RkNUMQ=="')
      expect(text).toContain('"suspended":true')
    },
  ],
  [
    'prints labels in order of their keys, as engines do',
    'all',
    async (world) => {
      await world.history.tenants.upsert(aTenant({ labels: { zone: '1', Plan: '2', area: '3' } }))
      expect((await world.history.tenants.get('acme'))?.text).toContain('"labels":{"Plan":"2","area":"3","zone":"1"}')
    },
  ],
  [
    'replaces only the body that was read, when asked to',
    'all',
    async (world) => {
      const { tenants } = world.history
      await tenants.upsert(aTenant())
      const read = await tenants.get('acme')
      if (read === null) throw new Error('the tenant just written is not there')
      await tenants.upsert(aTenant({ name: 'somebody else' }))
      expect(await tenants.upsert(aTenant({ name: 'mine' }), { onlyIf: read })).toBe(false)
      const fresh = await tenants.get('acme')
      expect(fresh && recordOf(fresh).name).toBe('somebody else')
      expect(fresh && (await tenants.upsert(aTenant({ name: 'mine' }), { onlyIf: fresh }))).toBe(true)
      expect((await tenants.get('acme'))?.text).toContain('"name":"mine"')
      expect(await tenants.upsert(aTenant({ id: 'gone' }), { onlyIf: read })).toBe(false)
      expect(await tenants.get('gone')).toBeNull()
    },
  ],
  [
    'lets one of two writers through who read the same body',
    'all',
    async (world) => {
      await world.history.tenants.upsert(aTenant())
      const peer = await world.peer('instance-b')
      const read = await world.history.tenants.get('acme')
      if (read === null) throw new Error('the tenant just written is not there')
      const landed = await Promise.all([
        world.history.tenants.upsert(aTenant({ name: 'one' }), { onlyIf: read }),
        peer.tenants.upsert(aTenant({ name: 'two' }), { onlyIf: read }),
      ])
      expect(landed.filter(Boolean)).toHaveLength(1)
    },
  ],
  [
    'lets one of two writers make a tenant, when both ask that nobody has',
    'all',
    async (world) => {
      const peer = await world.peer('instance-b')
      const made = await Promise.all([
        world.history.tenants.upsert(aTenant({ name: 'one' }), { onlyIf: null }),
        peer.tenants.upsert(aTenant({ name: 'two' }), { onlyIf: null }),
      ])
      expect(made.filter(Boolean)).toHaveLength(1)
      expect((await world.history.tenants.get('acme'))?.text).toContain(made[0] ? '"name":"one"' : '"name":"two"')
    },
  ],
  [
    'removes a tenant with everything that belongs to it and nothing of another',
    'all',
    async (world) => {
      const { history } = world
      await settle(world, 'acme')
      await settle(world, 'acme-eu')
      await history.runs.upsert(aRun({ run_id: 'run-acme', tenant: 'acme' }))
      await history.usage.record(aUsage({ tenant: 'acme' }))
      expect(await history.tenants.remove('acme')).toBe(true)
      expect(await counts(world)).toEqual([1, 1, 1, 1, 1])
      for (const table of BELONGINGS) expect((await world.rows(table))[0]?.['tenant']).toBe('acme-eu')
      expect(await history.runs.get('run-acme')).not.toBeNull()
      expect(await world.rows('faucet_usage')).toHaveLength(1)
    },
  ],
  [
    'says that a tenant did not exist, and clears away what it left behind',
    'all',
    async (world) => {
      await settle(world, 'acme')
      await world.history.tenants.addStateRef({ tenant: 'ghost', key: 'ghost::sync::row-0' })
      expect(await world.history.tenants.remove('ghost')).toBe(false)
      expect(await counts(world)).toEqual([1, 1, 1, 1, 1])
    },
  ],
  [
    'removes all or nothing',
    'clustered',
    async (world) => {
      await settle(world, 'acme')
      await reshape(world, 'ALTER TABLE faucet_tenants RENAME TO elsewhere')
      await expect(world.history.tenants.remove('acme')).rejects.toMatchObject({ kind: 'missing' })
      await reshape(world, 'ALTER TABLE elsewhere RENAME TO faucet_tenants')
      expect(await counts(world)).toEqual([1, 1, 1, 1, 1])
    },
  ],
  [
    'says that a store older than tenants has none',
    'clustered',
    async (world) => {
      for (const table of [TABLE, ...BELONGINGS]) await reshape(world, `DROP TABLE ${table}`)
      const { tenants } = world.history
      const calls = [
        () => tenants.upsert(aTenant()),
        () => tenants.list(),
        () => tenants.remove('acme'),
        () => tenants.listConnections('acme'),
        () => tenants.takeConnectSession('s'),
        () => tenants.linkRun('r', 'acme'),
        () => tenants.listStateRefs('acme'),
      ]
      for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: 'missing' })
    },
  ],
  [
    'shows a linked run to its tenant, and to the last one it was linked to',
    'all',
    async (world) => {
      const { runs, tenants } = world.history
      await runs.upsert(aRun({ run_id: 'r' }))
      const of = async (tenant: string) => (await runs.list({ status: [], limit: 5, tenant })).rows.length
      await tenants.linkRun('r', 'acme')
      expect([await of('acme'), await of('globex')]).toEqual([1, 0])
      await tenants.linkRun('r', 'globex')
      expect([await of('acme'), await of('globex')]).toEqual([0, 1])
      expect(await world.rows('faucet_tenant_runs')).toEqual([{ run_id: 'r', tenant: 'globex' }])
    },
  ],
  [
    'keeps the first reference of a state key and lists those of one tenant by key',
    'all',
    async (world) => {
      const { tenants } = world.history
      await tenants.addStateRef({ tenant: 'acme', key: 'b' })
      await tenants.addStateRef({ tenant: 'acme', key: 'a', spec: 'sealed:first' })
      await tenants.addStateRef({ tenant: 'acme', key: 'a', spec: 'sealed:second' })
      await tenants.addStateRef({ tenant: 'globex', key: 'a', spec: 'plain:{}' })
      const rows = await tenants.listStateRefs('acme')
      expect(rows.map((row) => row.text)).toEqual([
        '{"tenant":"acme","key":"a","spec":"sealed:first"}',
        '{"tenant":"acme","key":"b"}',
      ])
      expect(await tenants.listStateRefs('nobody')).toEqual([])
    },
  ],
  [
    'keeps an unreadable tenant in its place',
    'all',
    async (world) => {
      const { tenants } = world.history
      await tenants.upsert(aTenant({ id: 'a' }))
      await tenants.upsert(aTenant({ id: 'c' }))
      const time = '2026-11-30T10:00:00.000000000Z'
      const body = (await tenants.get('a'))?.text.replace('"limits":{}', '"limits":[]') ?? ''
      await world.plant(TABLE, { id: 'b', updated_at: time, body })
      const rows = await tenants.list()
      expect(rows.map((row) => row.read().ok)).toEqual([true, false, true])
      expect(rows[1]?.columns).toEqual({ id: 'b', updated_at: time })
    },
  ],
  [
    'refuses what an engine could not read, and writes nothing',
    'all',
    async (world) => {
      const { tenants } = world.history
      await expectRefused(
        () => tenants.upsert(aTenant({ limits: { max_cpu: 1 } as object })),
        () => tenants.upsert(aTenant({ limits: { max_duration_secs: -1 } })),
        () => tenants.upsert(aTenant({ name: NUL })),
        () => tenants.upsert(aTenant({ labels: { [NUL]: 'x' } })),
        () => tenants.get(NUL),
        () => tenants.remove(NUL),
        () => tenants.linkRun(NUL, 'acme'),
        () => tenants.linkRun('r', NUL),
        () => tenants.addStateRef({ tenant: 'acme', key: NUL }),
        () => tenants.listStateRefs(NUL),
      )
      expect(await counts(world)).toEqual([0, 0, 0, 0, 0])
    },
  ],
])
