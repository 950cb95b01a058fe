import { expect } from 'vitest'
import { parseJson } from '@/lib/contract/json'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import { recordOf, type Stored } from '@/lib/contract/stored'
import { approve } from '@/lib/derive/change-flow'
import { aChange } from '../../support/changes'
import { at } from '../../support/clock'
import { NUL } from '../../support/refused'
import { type Row, suite, type World } from '../../support/suite'

const ids = (rows: readonly Stored<ChangeRequest>[]) => rows.map((row) => row.columns['id'])

const ANYONE = { roles: ['admin' as const], principals: [], min_approvers: 2, self_approve: false }

/** The row of a request as somebody else would have written it. */
async function plant(world: World, change: Partial<ChangeRequest>, columns: Partial<Row> = {}): Promise<void> {
  const { id, kind, status, requester } = aChange(change)
  await world.plant('faucet_serve_changes', {
    id,
    kind,
    status,
    requester,
    created_at: '2026-11-30T10:00:00.500000000Z',
    expires_at: '2026-12-01T10:00:00.500000000Z',
    body: JSON.stringify({ ...aChange({ id, ...change }) }),
    ...columns,
  })
}

async function stored(world: World, id: string): Promise<Stored<ChangeRequest>> {
  const row = await world.history.changes.get(id)
  if (row === null) throw new Error(`no change ${id}`)
  return row
}

export const changesSuite = suite('changes', [
  [
    'writes the body as engines print it, and columns that follow it',
    'all',
    async (world, { later }) => {
      const change = aChange({
        id: 'c',
        tenant: 'acme',
        reason: 'ünï',
        payload: { big: 18446744073709551615n, real: parseJson('1.0') },
        budget: { max_records: 10 },
      })
      expect(await world.history.changes.upsert(change)).toBe(true)
      // Declared order, whatever the order of the record.
      const body =
        '{"id":"c","kind":"run","status":"pending","requester":"ana","requester_role":"operator","reason":"ünï","payload":' +
        '{"big":18446744073709551615,"real":1.0},"budget":{"max_records":10},"required_approvals":1,"created_at":' +
        '"2026-11-30T10:00:00.500Z","updated_at":"2026-11-30T10:00:00.500Z","expires_at":"2026-12-01T10:00:00.500Z","tenant":"acme"}'
      const [row] = await world.rows('faucet_serve_changes')
      expect(row?.['body']).toBe(body)
      expect({ ...row, body: '' }).toEqual({
        id: 'c',
        kind: 'run',
        status: 'pending',
        requester: 'ana',
        created_at: '2026-11-30T10:00:00.500000000Z',
        expires_at: '2026-12-01T10:00:00.500000000Z',
        ...(later && { tenant: 'acme' }),
        body: '',
      })
      expect(recordOf(await stored(world, 'c'))).toEqual(change)
    },
  ],
  [
    'replaces the whole row without a guard',
    'all',
    async (world, { later }) => {
      await world.history.changes.upsert(aChange({ id: 'c', tenant: 'acme' }))
      const next = aChange({ id: 'c', status: 'rejected', expires_at: at('2026-12-02T10:00:00Z') })
      expect(await world.history.changes.upsert(next)).toBe(true)
      const rows = await world.rows('faucet_serve_changes')
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({
        status: 'rejected',
        expires_at: '2026-12-02T10:00:00.000000000Z',
        ...(later && { tenant: null }),
      })
      expect(recordOf(await stored(world, 'c'))).toEqual(next)
    },
  ],
  [
    'lets one of two approvers at once land and tells the other',
    'all',
    async (world) => {
      await world.history.changes.upsert(aChange({ id: 'c', required_approvals: 2 }))
      const peer = await world.peer('instance-b')
      const seen = await stored(world, 'c')
      const decide = async (name: string, changes: typeof peer.changes) => {
        const step = approve(recordOf(seen), { name, role: 'admin' }, world.now(), undefined, ANYONE)
        if (step.kind !== 'changed') throw new Error(step.message)
        return changes.upsert(step.change, { onlyIf: seen })
      }
      const landed = await Promise.all([decide('bob', world.history.changes), decide('eve', peer.changes)])
      expect(landed.sort()).toEqual([false, true])
      const after = recordOf(await stored(world, 'c'))
      expect(after.approvals).toHaveLength(1)
      expect(after.status).toBe('pending')
    },
  ],
  [
    'compares the whole body that was read, not only the status',
    'all',
    async (world) => {
      await world.history.changes.upsert(aChange({ id: 'c' }))
      const seen = await stored(world, 'c')
      const touched = { ...recordOf(seen), updated_at: at('2026-11-30T10:00:01Z') }
      expect(await world.history.changes.upsert(touched, { onlyIf: seen })).toBe(true)
      const rejected = { ...recordOf(seen), status: 'rejected' as const }
      expect(await world.history.changes.upsert(rejected, { onlyIf: seen })).toBe(false)
      expect(recordOf(await stored(world, 'c'))).toEqual(touched)
    },
  ],
  [
    'compares the status column, not only the body',
    'all',
    async (world) => {
      await plant(world, { id: 'c' }, { status: 'approved' })
      const seen = await stored(world, 'c')
      const claimed: Stored<ChangeRequest> = { ...seen, columns: { ...seen.columns, status: 'pending' } }
      const next = { ...recordOf(seen), status: 'rejected' as const }
      expect(await world.history.changes.upsert(next, { onlyIf: claimed })).toBe(false)
      expect(await world.history.changes.upsert(next, { onlyIf: seen })).toBe(true)
      expect((await world.rows('faucet_serve_changes'))[0]?.['status']).toBe('rejected')
    },
  ],
  [
    'says false when the request is gone',
    'all',
    async (world) => {
      await world.history.changes.upsert(aChange({ id: 'c' }))
      const seen = await stored(world, 'c')
      expect(await world.history.changes.remove('c')).toBe(true)
      expect(await world.history.changes.remove('c')).toBe(false)
      expect(await world.history.changes.upsert(recordOf(seen), { onlyIf: seen })).toBe(false)
      expect(await world.history.changes.get('c')).toBeNull()
      expect(await world.rows('faucet_serve_changes')).toEqual([])
    },
  ],
  [
    'keeps every byte of what a guarded write does not change',
    'all',
    async (world) => {
      const body =
        '{"id":"c","kind":"run","status":"pending","requester":"ana","requester_role":"operator","payload":{"10":1.0,"9":' +
        '1E5,"n":18446744073709551615},"required_approvals":2,"created_at":"2026-11-30T10:00:00.500Z","updated_at":' +
        '"2026-11-30T10:00:00.500Z","expires_at":"2026-12-01T10:00:00.500Z","error":"x","trusted_config":true,"novel":{"b":2.50,"a":null}}'
      await plant(world, { id: 'c' }, { body })
      const seen = await stored(world, 'c')
      const { error: _, ...kept } = recordOf(seen)
      const next = { ...kept, status: 'executed' as const, run_id: 'r', updated_at: at('2026-11-30T10:00:01Z') }
      expect(await world.history.changes.upsert(next, { onlyIf: seen })).toBe(true)
      expect((await stored(world, 'c')).text).toBe(
        body
          .replace('"pending"', '"executed"')
          .replace('"updated_at":"2026-11-30T10:00:00.500Z"', '"updated_at":"2026-11-30T10:00:01Z"')
          .replace('"error":"x",', '"run_id":"r",'),
      )
    },
  ],
  [
    'keeps unknown members and the tenant column through a guarded write',
    'all',
    async (world, { later }) => {
      const change = { ...aChange({ id: 'c', tenant: 'acme' }), novel: [1] }
      await plant(world, change, later ? { tenant: 'acme' } : {})
      const seen = await stored(world, 'c')
      await world.history.changes.upsert({ ...recordOf(seen), status: 'rejected' }, { onlyIf: seen })
      const [row] = await world.rows('faucet_serve_changes')
      expect(row?.['body']).toContain('"novel":[1]')
      expect(row?.['tenant']).toBe(later ? 'acme' : undefined)
      expect(row?.['expires_at']).toMatch(/^.{29}Z$/)
    },
  ],
  [
    'lists newest first, ties by id',
    'all',
    async (world) => {
      for (const id of ['b', 'c', 'a']) await plant(world, { id })
      await plant(world, { id: 'older' }, { created_at: '2026-11-29T10:00:00.000000000Z' })
      await plant(world, { id: 'newer' }, { created_at: '2026-11-30T10:00:00.500000001Z' })
      expect(ids(await world.history.changes.list({ limit: 0 }))).toEqual(['newer', 'a', 'b', 'c', 'older'])
      expect(ids(await world.history.changes.list({ limit: 2 }))).toEqual(['newer', 'a'])
    },
  ],
  [
    'filters by the columns, all clauses together',
    'all',
    async (world) => {
      await plant(world, { id: 'a' })
      await plant(world, { id: 'b', kind: 'template_launch' })
      await plant(world, { id: 'c', status: 'rejected' })
      await plant(world, { id: 'd', requester: 'bob' })
      await plant(world, { id: 'e' }, { status: 'expired' })
      const { changes } = world.history
      expect(ids(await changes.list({ status: 'pending', limit: 0 }))).toEqual(['a', 'b', 'd'])
      expect(ids(await changes.list({ kind: 'run', limit: 0 }))).toEqual(['a', 'c', 'd', 'e'])
      expect(ids(await changes.list({ requester: 'bob', limit: 0 }))).toEqual(['d'])
      expect(ids(await changes.list({ status: 'expired', limit: 0 }))).toEqual(['e'])
      expect(ids(await changes.list({ status: 'pending', kind: 'run', requester: 'ana', limit: 0 }))).toEqual(['a'])
      expect(ids(await changes.list({ status: 'Pending', limit: 0 }))).toEqual([])
    },
  ],
  [
    'finds the requests of a tenant before the limit cuts',
    'all',
    async (world) => {
      const { changes } = world.history
      for (const [id, tenant] of [
        ['a', 'acme'],
        ['b', 'globex'],
        ['c', 'acme'],
        ['d', undefined],
        ['e', 'acme'],
      ] as const) {
        await changes.upsert(aChange({ id, ...(tenant && { tenant }) }))
      }
      expect(ids(await changes.list({ tenant: 'acme', limit: 2 }))).toEqual(['a', 'c'])
      expect(ids(await changes.list({ tenant: 'acme', limit: 0 }))).toEqual(['a', 'c', 'e'])
      expect(ids(await changes.list({ tenant: 'acme', requester: 'bob', limit: 0 }))).toEqual([])
    },
  ],
  [
    'reads on behind a full chunk when only bodies know the tenant',
    'all',
    async (world) => {
      for (let n = 0; n < 510; n++) {
        const id = String(n).padStart(4, '0')
        await plant(world, { id, ...(n >= 505 && { tenant: 'acme' }) }, await tenantColumn(world, n >= 505))
      }
      const found = await world.history.changes.list({ tenant: 'acme', limit: 3 })
      expect(ids(found)).toEqual(['0505', '0506', '0507'])
      expect(await world.history.changes.list({ limit: 0 })).toHaveLength(200)
    },
  ],
  [
    'keeps an unreadable request in its place, and shows it to no tenant',
    'all',
    async (world, { later }) => {
      await plant(world, { id: 'a', tenant: 'acme' }, later ? { tenant: 'acme' } : {})
      await plant(world, { id: 'b' }, { body: '{"id":"b","tenant":"acme"' })
      await plant(world, { id: 'c' })
      const rows = await world.history.changes.list({ limit: 0 })
      expect(ids(rows)).toEqual(['a', 'b', 'c'])
      expect(rows[1]?.read().ok).toBe(false)
      expect(rows[1]?.columns['requester']).toBe('ana')
      expect(ids(await world.history.changes.list({ tenant: 'acme', limit: 0 }))).toEqual(['a'])
    },
  ],
  [
    'reads kinds and members that only later engines write, and writes them only where all engines know them',
    'all',
    async (world, { later }) => {
      const { changes } = world.history
      await plant(world, { id: 'planted', kind: 'template_delete' })
      expect(recordOf(await stored(world, 'planted')).kind).toBe('template_delete')
      for (const kind of ['template_delete', 'template_deprecate'] as const) {
        const write = changes.upsert(aChange({ id: kind, kind }))
        if (later) expect(await write).toBe(true)
        else await expect(write).rejects.toMatchObject({ kind: 'refused' })
      }
      const seen = await stored(world, 'planted')
      const move = changes.upsert({ ...recordOf(seen), status: 'rejected' }, { onlyIf: seen })
      if (later) expect(await move).toBe(true)
      else await expect(move).rejects.toMatchObject({ kind: 'refused' })
    },
  ],
  [
    'refuses what no engine could decode, and U+0000',
    'all',
    async (world) => {
      const { changes } = world.history
      const budget = { max_records: 1, colour: 'red' } as never
      for (const change of [
        aChange({ kind: 'other' }),
        aChange({ status: 'paused' }),
        aChange({ requester_role: 'owner' }),
        aChange({ budget }),
        aChange({ required_approvals: 1.5 }),
        aChange({ created_at: at('yesterday') }),
        aChange({ reason: NUL }),
        aChange({ payload: { config: NUL } }),
      ]) {
        await expect(changes.upsert(change)).rejects.toMatchObject({ kind: 'refused' })
      }
      await expect(changes.get(NUL)).rejects.toMatchObject({ kind: 'refused' })
      expect(await world.rows('faucet_serve_changes')).toEqual([])
    },
  ],
  [
    'does not move a request whose body it cannot read',
    'all',
    async (world) => {
      await plant(world, { id: 'c' }, { body: '{"id":"c"}' })
      const seen = await stored(world, 'c')
      await expect(world.history.changes.upsert(aChange({ id: 'c' }), { onlyIf: seen })).rejects.toMatchObject({
        kind: 'unreadable',
      })
    },
  ],
])

/** The tenant column where the store has one. */
async function tenantColumn(world: World, isOurs: boolean): Promise<Partial<Row>> {
  const [row] = await world.rows('faucet_serve_changes')
  return row !== undefined && 'tenant' in row ? { tenant: isOurs ? 'acme' : null } : {}
}
