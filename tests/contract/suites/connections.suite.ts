import { expect } from 'vitest'
import { recordOf } from '@/lib/contract/stored'
import { at } from '../../support/clock'
import { expectRefused, NUL } from '../../support/refused'
import { suite } from '../../support/suite'
import { aConnection, aSession } from '../../support/tenants'

const TABLE = 'faucet_tenant_connections'
const SESSIONS = 'faucet_connect_sessions'

export const connectionsSuite = suite('connections', [
  [
    'returns the body it was given',
    'all',
    async (world) => {
      const connection = aConnection({ connect_provider: 'crm-cloud', status: 'needs_reauth', reauth_reason: '401' })
      expect(await world.history.tenants.upsertConnection(connection)).toBe(true)
      const row = await world.history.tenants.getConnection('acme', 'api')
      expect(row && recordOf(row)).toEqual(connection)
      expect(row?.text).toBe(
        '{"tenant":"acme","name":"api","provider_type":"static","connect_provider":"crm-cloud","sealed":"RkNUMQ==","status":"needs_reauth","reauth_reason":"401","created_at":"2026-11-18T08:18:39.337421418Z","updated_at":"2026-11-18T08:18:39.337421418Z","updated_by":"ops-one"}',
      )
    },
  ],
  [
    'keeps status and time in the columns, the time to the last digit of the body',
    'all',
    async (world) => {
      const { tenants } = world.history
      for (const [given, column] of [
        ['2026-11-30T10:00:00Z', '2026-11-30T10:00:00.000000000Z'],
        ['2026-11-30T10:00:00.100Z', '2026-11-30T10:00:00.100000000Z'],
        ['2026-11-30T10:00:00.123456789Z', '2026-11-30T10:00:00.123456789Z'],
      ] as const) {
        await tenants.upsertConnection(aConnection({ status: 'needs_reauth', updated_at: at(given) }))
        expect(await world.rows(TABLE)).toMatchObject([{ status: 'needs_reauth', updated_at: column }])
        expect((await tenants.getConnection('acme', 'api'))?.text).toContain(`"updated_at":"${given}"`)
      }
    },
  ],
  [
    'reads a missing status as active and keeps a word that only later engines know',
    'all',
    async (world) => {
      const { tenants } = world.history
      await tenants.upsertConnection(aConnection())
      const text = (await tenants.getConnection('acme', 'api'))?.text ?? ''
      const columns = { tenant: 'acme', status: 'active', updated_at: '2026-11-18T08:18:39.337421418Z' }
      await world.plant(TABLE, { ...columns, name: 'old', body: text.replace('"status":"active",', '') })
      await world.plant(TABLE, { ...columns, name: 'new', body: text.replace('"active"', '"paused"') })
      const status = async (name: string) => {
        const row = await tenants.getConnection('acme', name)
        return row && recordOf(row).status
      }
      expect([await status('old'), await status('new')]).toEqual(['active', 'paused'])
      await expectRefused(() => tenants.upsertConnection(aConnection({ status: 'paused' })))
    },
  ],
  [
    'replaces only the body that was read, when asked to',
    'all',
    async (world) => {
      const { tenants } = world.history
      await tenants.upsertConnection(aConnection())
      const read = await tenants.getConnection('acme', 'api')
      if (read === null) throw new Error('the connection just written is not there')
      expect(await tenants.upsertConnection(aConnection({ sealed: 'AA==' }), { onlyIf: read })).toBe(true)
      expect(await tenants.upsertConnection(aConnection({ sealed: 'BB==' }), { onlyIf: read })).toBe(false)
      expect(await tenants.upsertConnection(aConnection({ name: 'gone' }), { onlyIf: read })).toBe(false)
      expect(await tenants.upsertConnection(aConnection({ sealed: 'CC==' }), { onlyIf: null })).toBe(false)
      expect((await tenants.listConnections('acme')).map((row) => recordOf(row).sealed)).toEqual(['AA=='])
      expect(await tenants.upsertConnection(aConnection({ name: 'made' }), { onlyIf: null })).toBe(true)
      expect(await tenants.getConnection('acme', 'made')).not.toBeNull()
    },
  ],
  [
    'lists those of one tenant by name and removes one by both names',
    'all',
    async (world) => {
      const { tenants } = world.history
      for (const [tenant, name] of [
        ['acme', 'web'],
        ['acme', 'api'],
        ['globex', 'api'],
      ] as const) {
        await tenants.upsertConnection(aConnection({ tenant, name }))
      }
      const names = async (tenant: string) => (await tenants.listConnections(tenant)).map((row) => row.columns['name'])
      expect(await names('acme')).toEqual(['api', 'web'])
      expect(await tenants.removeConnection('acme', 'api')).toBe(true)
      expect(await tenants.removeConnection('acme', 'api')).toBe(false)
      expect([await names('acme'), await names('globex')]).toEqual([['web'], ['api']])
    },
  ],
  [
    'keeps an unreadable connection in its place',
    'all',
    async (world) => {
      const { tenants } = world.history
      await tenants.upsertConnection(aConnection({ name: 'a' }))
      const columns = { tenant: 'acme', name: 'b', status: 'active', updated_at: '2026-11-30T10:00:00.000000000Z' }
      await world.plant(TABLE, { ...columns, body: '{"tenant":"acme"}' })
      const rows = await tenants.listConnections('acme')
      expect(rows.map((row) => row.read().ok)).toEqual([true, false])
      expect(rows[1]?.columns).toEqual(columns)
    },
  ],
  [
    'hands a sign-in out once',
    'all',
    async (world) => {
      const { tenants } = world.history
      const session = aSession({ expires_at: at('2026-11-30T12:10:00.5Z') })
      await tenants.putConnectSession(session)
      expect(await world.rows(SESSIONS)).toMatchObject([
        { state: session.state, tenant: 'acme', expires_at: '2026-11-30T12:10:00.500000000Z' },
      ])
      const taken = await tenants.takeConnectSession(session.state)
      expect(taken && recordOf(taken)).toEqual(session)
      expect(await tenants.takeConnectSession(session.state)).toBeNull()
      expect(await tenants.takeConnectSession('')).toBeNull()
    },
  ],
  [
    'hands a sign-in to one of many who ask at once',
    'all',
    async (world) => {
      const peer = await world.peer('instance-b')
      await world.history.tenants.putConnectSession(aSession({ state: 's' }))
      const taken = await Promise.all(
        [world.history, peer, world.history, peer].map((history) => history.tenants.takeConnectSession('s')),
      )
      expect(taken.filter((row) => row !== null)).toHaveLength(1)
    },
  ],
  [
    'hands out an expired sign-in, whose time the caller checks, until the next one is put',
    'all',
    async (world) => {
      const { tenants } = world.history
      await tenants.putConnectSession(aSession({ state: 'late' }))
      await tenants.putConnectSession(aSession({ state: 'later' }))
      world.advance(600_001)
      expect((await tenants.takeConnectSession('late'))?.columns['state']).toBe('late')
      await tenants.putConnectSession(aSession({ state: 'next', expires_at: at('2026-11-30T12:20:00Z') }))
      expect((await world.rows(SESSIONS)).map((row) => row['state'])).toEqual(['next'])
    },
  ],
  [
    'keeps a sign-in that expires at this very nanosecond when the next one is put',
    'clustered',
    async (world) => {
      const { tenants } = world.history
      world.clock.freeze()
      await tenants.putConnectSession(aSession({ state: 'just-now', expires_at: world.now() }))
      await tenants.putConnectSession(aSession({ state: 'next' }))
      expect((await world.rows(SESSIONS)).map((row) => row['state'])).toEqual(['just-now', 'next'])
    },
  ],
  [
    'drops a sign-in that expires at this very nanosecond when the next one is put',
    'single',
    async (world) => {
      const { tenants } = world.history
      world.clock.freeze()
      await tenants.putConnectSession(aSession({ state: 'just-now', expires_at: world.now() }))
      await tenants.putConnectSession(aSession({ state: 'next' }))
      expect((await world.rows(SESSIONS)).map((row) => row['state'])).toEqual(['next'])
    },
  ],
  [
    'refuses a state that exists and keeps the sign-in that has it',
    'clustered',
    async (world) => {
      const { tenants } = world.history
      await tenants.putConnectSession(aSession())
      const again = tenants.putConnectSession(aSession({ tenant: 'globex' }))
      await expect(again).rejects.toMatchObject({ kind: 'backend', transience: 'permanent' })
      expect((await tenants.takeConnectSession(aSession().state))?.columns['tenant']).toBe('acme')
    },
  ],
  [
    'replaces a sign-in whose state exists',
    'single',
    async (world) => {
      const { tenants } = world.history
      await tenants.putConnectSession(aSession())
      await tenants.putConnectSession(aSession({ tenant: 'globex' }))
      expect((await tenants.takeConnectSession(aSession().state))?.columns['tenant']).toBe('globex')
    },
  ],
  [
    'refuses U+0000 everywhere, and writes nothing',
    'all',
    async (world) => {
      const { tenants } = world.history
      await expectRefused(
        () => tenants.upsertConnection(aConnection({ reauth_reason: NUL })),
        () => tenants.upsertConnection(aConnection({ name: NUL })),
        () => tenants.getConnection('acme', NUL),
        () => tenants.listConnections(NUL),
        () => tenants.removeConnection(NUL, 'api'),
        () => tenants.putConnectSession(aSession({ redirect: NUL })),
        () => tenants.takeConnectSession(NUL),
      )
      expect([...(await world.rows(TABLE)), ...(await world.rows(SESSIONS))]).toEqual([])
    },
  ],
])
