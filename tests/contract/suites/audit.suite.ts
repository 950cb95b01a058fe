import { expect } from 'vitest'
import type { AuditEntry } from '@/lib/contract/records/audit'
import { anEntry } from '../../support/audit'
import { at } from '../../support/clock'
import { reshape } from '../../support/database'
import { expectRefused, NUL } from '../../support/refused'
import { suite, type World } from '../../support/suite'

const TABLE = 'faucet_serve_audit'
const TENANTS = 'faucet_serve_audit_tenants'
const ALL = { limit: 100 } as const

async function file(world: World, ...entries: AuditEntry[]): Promise<void> {
  for (const entry of entries) await world.history.audit.record(entry)
}
const ids = (entries: readonly AuditEntry[]) => entries.map((entry) => entry.id)

/** A row as another program would write it. */
const planted = (more: Record<string, string | null> = {}) => ({
  id: '01a30000-0000-7000-8000-00000000000f',
  ts: '2026-11-30T10:00:00.000000000Z',
  principal: 'ops-one',
  role: 'operator',
  action: 'run.submit',
  run_id: null,
  config_fingerprint: null,
  source_ip: null,
  result: 'ok',
  ...more,
})

export const auditSuite = suite('audit', [
  [
    'returns an entry as it was filed, target and detail where the store has a place for them',
    'all',
    async (world, backend) => {
      const entry = anEntry({
        run_id: 'r',
        config_fingerprint: 'f'.repeat(64),
        source_ip: '127.0.0.1',
        tenant: 'acme',
        target: 'connection:acme/api',
        detail: 'no tests — ünï',
        result: 'denied:row-0',
      })
      await file(world, entry)
      const { target, detail, ...without } = entry
      const [found] = await world.history.audit.list(ALL)
      const kept = backend.later || backend.name === 'memory'
      expect(found).toEqual(kept ? entry : without)
      expect(Object.keys(found ?? {})).toEqual([
        ...['id', 'timestamp', 'principal', 'role', 'action', 'run_id', 'config_fingerprint', 'source_ip', 'tenant'],
        ...(kept ? ['target', 'detail'] : []),
        'result',
      ])
      expect([target, detail].every((text) => text !== undefined)).toBe(true)
    },
  ],
  [
    'leaves out what an entry does not have',
    'all',
    async (world) => {
      const entry = anEntry()
      await file(world, entry)
      expect(Object.entries((await world.history.audit.list(ALL))[0] ?? {})).toEqual(Object.entries(entry))
    },
  ],
  [
    'writes times at full width and the tenant in its own table',
    'all',
    async (world) => {
      await file(world, anEntry({ id: 'x', timestamp: at('2026-11-30T12:00:00.5+02:00'), tenant: 'acme' }))
      const [row] = await world.rows(TABLE)
      expect(row?.['ts']).toBe('2026-11-30T10:00:00.500000000Z')
      expect(await world.rows(TENANTS)).toEqual([{ id: 'x', tenant: 'acme' }])
    },
  ],
  [
    'refuses an id that exists and keeps the entry that has it',
    'all',
    async (world) => {
      const first = anEntry()
      await file(world, first)
      const again = world.history.audit.record({ ...first, action: 'run.delete', tenant: 'acme' })
      await expect(again).rejects.toMatchObject({ kind: 'backend', transience: 'permanent' })
      expect(await world.history.audit.list(ALL)).toEqual([first])
      expect(await world.rows(TENANTS)).toEqual([])
    },
  ],
  [
    'keeps the tenant that somebody gave an id before',
    'all',
    async (world) => {
      await world.plant(TENANTS, { id: 'x', tenant: 'globex' })
      await file(world, anEntry({ id: 'x', tenant: 'acme' }))
      expect((await world.history.audit.list(ALL))[0]?.tenant).toBe('globex')
    },
  ],
  [
    'files and lists without tenants on a store that is older than those',
    'clustered',
    async (world) => {
      await reshape(world, `DROP TABLE ${TENANTS}`)
      const { tenant, ...without } = anEntry({ tenant: 'acme' })
      await file(world, { ...without, tenant: String(tenant) })
      expect(await world.history.audit.list(ALL)).toEqual([without])
      expect(await world.history.audit.list({ ...ALL, tenant: 'acme' })).toEqual([])
    },
  ],
  [
    'lists newest first, equal times by id, both descending',
    'all',
    async (world) => {
      const times = ['10:00:00Z', '10:00:00.5Z', '10:00:00Z', '10:00:00.000000001Z'].map((time) => `2026-11-30T${time}`)
      await file(world, ...times.map((time, index) => anEntry({ id: `id-${index}`, timestamp: at(time) })))
      expect(ids(await world.history.audit.list(ALL))).toEqual(['id-1', 'id-3', 'id-2', 'id-0'])
    },
  ],
  [
    'takes both bounds in, to the nanosecond and in any offset',
    'all',
    async (world) => {
      const times = ['09:59:59.999999999Z', '10:00:00Z', '10:00:01.000000001Z', '10:00:01.000000002Z']
      await file(world, ...times.map((time, index) => anEntry({ id: `${index}`, timestamp: at(`2026-11-30T${time}`) })))
      const since = at('2026-11-30T12:00:00+02:00')
      const until = at('2026-11-30T10:00:01.000000001Z')
      expect(ids(await world.history.audit.list({ ...ALL, since, until }))).toEqual(['2', '1'])
      expect(ids(await world.history.audit.list({ ...ALL, since: until, until }))).toEqual(['2'])
    },
  ],
  [
    'filters by principal, action and tenant, exactly and together',
    'all',
    async (world) => {
      await file(
        world,
        anEntry({ id: 'a', principal: 'ops-one', action: 'run.cancel', tenant: 'acme' }),
        anEntry({ id: 'b', principal: 'ops-one', action: 'run.submit', tenant: 'globex' }),
        anEntry({ id: 'c', principal: 'ops-two', action: 'run.cancel' }),
      )
      const found = async (filter: object) => ids(await world.history.audit.list({ ...ALL, ...filter }))
      expect(await found({ principal: 'ops-one' })).toEqual(['b', 'a'])
      expect(await found({ action: 'run.cancel' })).toEqual(['c', 'a'])
      expect(await found({ tenant: 'acme' })).toEqual(['a'])
      expect(await found({ principal: 'ops-one', action: 'run.cancel', tenant: 'acme' })).toEqual(['a'])
      expect(await found({ principal: 'ops-two', tenant: 'acme' })).toEqual([])
      for (const none of [{ principal: 'OPS-ONE' }, { principal: '' }, { action: 'run.' }, { tenant: '' }]) {
        expect(await found(none)).toEqual([])
      }
    },
  ],
  [
    'lists as many as asked for, at least one',
    'all',
    async (world) => {
      await file(world, ...['a', 'b', 'c'].map((id) => anEntry({ id })))
      expect(ids(await world.history.audit.list({ limit: 2 }))).toEqual(['c', 'b'])
      expect(ids(await world.history.audit.list({ limit: 0 }))).toEqual(['c'])
    },
  ],
  [
    'spells times with the fewest digits that lose nothing, and one that cannot be read as now',
    'all',
    async (world) => {
      const spelled = ['10:00:00Z', '10:00:00.100Z', '10:00:00.123456Z', '10:00:00.123456780Z']
      for (const [index, time] of spelled.entries()) {
        const full = time.replace('Z', '').split('.')
        await world.plant(
          TABLE,
          planted({ id: `${index}`, ts: `2026-11-30T${full[0]}.${(full[1] ?? '').padEnd(9, '0')}Z` }),
        )
      }
      await world.plant(TABLE, planted({ id: 'odd', ts: 'yesterday' }))
      const before = world.now()
      const [odd, ...others] = await world.history.audit.list(ALL)
      expect(odd?.id).toBe('odd')
      expect(odd && odd.timestamp > before).toBe(true)
      expect(others.map((entry) => entry.timestamp.slice(11)).reverse()).toEqual(spelled)
    },
  ],
  [
    'goes with the runs of its age, tenants too',
    'all',
    async (world) => {
      await file(world, anEntry({ id: 'old', timestamp: at('2026-11-30T11:59:59.999999999Z'), tenant: 'acme' }))
      await file(world, anEntry({ id: 'young', timestamp: at('2026-11-30T12:00:00.000999Z'), tenant: 'acme' }))
      world.advance(60_000)
      await world.history.runs.purgeExpired(60_000)
      expect(ids(await world.history.audit.list(ALL))).toEqual(['young'])
      expect(await world.rows(TENANTS)).toEqual([{ id: 'young', tenant: 'acme' }])
    },
  ],
  [
    'keeps the 10,000 that were filed last',
    'single',
    async (world) => {
      for (let index = 0; index <= 10_000; index++) await file(world, anEntry({ id: `${index}`, tenant: 'acme' }))
      const kept = ids(await world.history.audit.list({ limit: 20_000 }))
      expect(kept).toHaveLength(10_000)
      expect(kept).not.toContain('0')
      expect(await world.rows(TENANTS)).toHaveLength(10_000)
    },
  ],
  [
    'never lets half a surrogate pair into a column: no engine could read the row',
    'clustered',
    async (world) => {
      await file(world, anEntry({ result: 'cut \ud83d', principal: '\ude00 😀' }))
      const [row] = await world.rows(TABLE)
      expect([row?.['result'], row?.['principal']]).toEqual(['cut \ufffd', '\ufffd 😀'])
    },
  ],
  [
    'refuses U+0000 in every member and in every filter, and files nothing',
    'all',
    async (world) => {
      const { audit } = world.history
      const members = [
        'id',
        'principal',
        'role',
        'action',
        'run_id',
        'source_ip',
        'tenant',
        'target',
        'detail',
        'result',
      ]
      await expectRefused(
        ...members.map((member) => () => audit.record(anEntry({ [member]: NUL }))),
        ...['principal', 'action', 'tenant'].map((member) => () => audit.list({ ...ALL, [member]: NUL })),
      )
      expect(await audit.list(ALL)).toEqual([])
    },
  ],
  [
    'finds an entry by id, entries by result, and what comes after one',
    'all',
    async (world) => {
      const [first, second, third] = ['ok', 'denied', 'ok'].map((result) => anEntry({ result })) as [
        AuditEntry,
        AuditEntry,
        AuditEntry,
      ]
      await file(world, first, second, third)
      const found = async (more: object) => ids(await world.history.audit.list({ ...ALL, ...more }))
      const newest = await found({})
      expect(await found({ id: second.id })).toEqual([second.id])
      expect(await found({ id: 'nobody' })).toEqual([])
      expect(await found({ result: 'denied' })).toEqual([second.id])
      expect(await found({ result: 'DENIED' })).toEqual([])
      expect(await found({ before: newest[0] })).toEqual(newest.slice(1))
      expect(await found({ before: newest[0], limit: 1 })).toEqual(newest.slice(1, 2))
      expect(await found({ before: newest[2] })).toEqual([])
      expect(await found({ before: 'nobody' })).toEqual([])
      expect(await found({ before: newest[0], result: 'denied' })).toEqual(newest[0] === second.id ? [] : [second.id])
    },
  ],
])
