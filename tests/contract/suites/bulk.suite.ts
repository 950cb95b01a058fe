import { expect } from 'vitest'
import type { NewBulk } from '@/lib/contract/ports/bulk'
import { at } from '../../support/clock'
import { type History, suite, type World } from '../../support/suite'

const DAY_MS = 86_400_000
const LEASE_MS = 30_000

/** An action made now; override what matters. */
const aBulk = ({ now }: World, more: Partial<NewBulk> = {}): NewBulk => ({
  ...{ id: 'b1', kind: 'delete', principal: 'ops-one', tenant: null, created_at: now() },
  asked: { search: 'status=failed', until: '2026-11-30T12:00:00Z', reached: null, is_capped: false },
  ...more,
})
const someRuns = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ run_id: `r${n}`, name: n === 0 ? null : `run ${n}`, status: 'failed' }))
const fates = async ({ bulk }: History, id = 'b1') =>
  (await bulk.runs(id, 100)).map(
    ({ run_id, outcome, note }) => `${run_id} ${outcome}${note === null ? '' : `: ${note}`}`,
  )
const idsOf = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id)

export const bulkSuite = suite('bulk', [
  [
    'knows nothing of what was never made',
    'all',
    async ({ history: { bulk }, now }) => {
      expect(await bulk.get('b1')).toBeNull()
      expect(await bulk.list(10)).toEqual([])
      expect(await bulk.counts('b1')).toEqual([])
      expect(await bulk.runs('b1', 10)).toEqual([])
      expect(await bulk.end('b1', 'done', now())).toBe(false)
    },
  ],
  [
    'makes its tables with the first action, and none before',
    'clustered',
    async (world) => {
      await world.history.bulk.get('b1')
      await expect(world.rows('faucet_console_bulk')).rejects.toThrow()
      await world.history.bulk.create(aBulk(world), someRuns(1))
      expect(await world.rows('faucet_console_bulk')).toHaveLength(1)
      expect(await world.rows('faucet_console_bulk_runs')).toHaveLength(1)
    },
  ],
  [
    'keeps what was asked, by whom, and the runs in their order, for everybody',
    'all',
    async (world) => {
      const { bulk } = world.history
      const asked = { search: null, until: '2026-11-30T12:00:00Z', reached: '2026-11-01T00:00:00Z', is_capped: true }
      const made = aBulk(world, { kind: 'cancel', tenant: 'acme', asked, created_at: at('2026-11-30T11:00:00.5Z') })
      await bulk.create(made, someRuns(2_345))
      const other = (await world.peer('instance-b')).bulk
      expect(await other.get('b1')).toEqual({
        ...{ id: 'b1', kind: 'cancel', state: 'acting', principal: 'ops-one', tenant: 'acme', asked },
        ...{ created_at: '2026-11-30T11:00:00.500000000Z', ended_at: null, is_held: false },
      })
      expect(await other.counts('b1')).toEqual([{ outcome: 'todo', note: null, count: 2_345 }])
      const rows = await other.runs('b1', 3_000)
      expect(rows.map(({ run_id }) => run_id)).toEqual(someRuns(2_345).map(({ run_id }) => run_id))
      expect(rows[0]).toEqual({
        ...{ seq: '000000', run_id: 'r0', name: null, status: 'failed', outcome: 'todo', note: null, settled_at: null },
      })
    },
  ],
  [
    'is worked on by one at a time, as long as their right lasts or is renewed',
    'all',
    async (world) => {
      const { bulk } = world.history
      await bulk.create(aBulk(world), someRuns(1))
      expect(await bulk.claim('b1', 'one', LEASE_MS)).toBe(true)
      const other = (await world.peer('instance-b')).bulk
      expect(await other.claim('b1', 'two', LEASE_MS)).toBe(false)
      expect((await other.get('b1'))?.is_held).toBe(true)
      world.advance(LEASE_MS - 1)
      expect(await bulk.claim('b1', 'one', LEASE_MS)).toBe(true)
      world.advance(LEASE_MS - 1)
      expect(await other.claim('b1', 'two', LEASE_MS)).toBe(false)
      world.advance(2)
      expect((await other.get('b1'))?.is_held).toBe(false)
      expect(await other.claim('b1', 'two', LEASE_MS)).toBe(true)
      expect(await bulk.claim('b1', 'one', LEASE_MS)).toBe(false)
    },
  ],
  [
    'is free at once when whoever had it gives it back, and only then',
    'all',
    async (world) => {
      const { bulk } = world.history
      await bulk.create(aBulk(world), someRuns(1))
      await bulk.claim('b1', 'one', LEASE_MS)
      await bulk.release('b1', 'two')
      expect(await bulk.claim('b1', 'two', LEASE_MS)).toBe(false)
      await bulk.release('b1', 'one')
      expect(await bulk.claim('b1', 'two', LEASE_MS)).toBe(true)
    },
  ],
  [
    'gives runs to work on in their order, and first those that somebody began and did not settle',
    'all',
    async (world) => {
      const { bulk } = world.history
      await bulk.create(aBulk(world), someRuns(5))
      const begin = async (count: number) =>
        (await bulk.begin('b1', count)).map(({ run_id, outcome }) => `${run_id} ${outcome}`)
      expect(await begin(2)).toEqual(['r0 todo', 'r1 todo'])
      await bulk.settle('b1', '000000', 'done', 'removed', world.now())
      expect(await begin(3)).toEqual(['r1 begun', 'r2 todo', 'r3 todo'])
      expect(await begin(1)).toEqual(['r1 begun'])
      expect(await fates(world.history)).toEqual(['r0 done: removed', 'r1 begun', 'r2 begun', 'r3 begun', 'r4 todo'])
    },
  ],
  [
    'settles once, and only what was begun',
    'all',
    async (world) => {
      const { bulk } = world.history
      await bulk.create(aBulk(world), someRuns(2))
      await bulk.begin('b1', 1)
      await bulk.settle('b1', '000000', 'skipped', 'gone', at('2026-11-30T12:00:01Z'))
      await bulk.settle('b1', '000000', 'failed', 'too late', world.now())
      await bulk.settle('b1', '000001', 'done', 'too early', world.now())
      expect(await fates(world.history)).toEqual(['r0 skipped: gone', 'r1 todo'])
      expect((await bulk.runs('b1', 1))[0]?.settled_at).toBe('2026-11-30T12:00:01.000000000Z')
    },
  ],
  [
    'counts by what became of runs and why',
    'all',
    async (world) => {
      const { bulk } = world.history
      await bulk.create(aBulk(world), someRuns(4))
      for (const { seq } of await bulk.begin('b1', 3)) {
        await bulk.settle('b1', seq, seq === '000002' ? 'skipped' : 'done', seq === '000001' ? 'b' : 'a', world.now())
      }
      const counts = (await bulk.counts('b1')).map(({ outcome, note, count }) => `${outcome} ${note} ${count}`)
      expect(counts.sort()).toEqual(['done a 1', 'done b 1', 'skipped a 1', 'todo null 1'])
    },
  ],
  [
    'shows the runs of one fate, a page after another',
    'all',
    async (world) => {
      const { bulk } = world.history
      await bulk.create(aBulk(world), someRuns(6))
      for (const { seq } of await bulk.begin('b1', 3)) await bulk.settle('b1', seq, 'done', 'a', world.now())
      const page = async (after?: string) =>
        (await bulk.runs('b1', 2, { outcome: 'done', ...(after !== undefined && { after }) })).map(({ seq }) => seq)
      expect(await page()).toEqual(['000000', '000001'])
      expect(await page('000001')).toEqual(['000002'])
      expect((await bulk.runs('b1', 10, { after: '000002' })).map(({ outcome }) => outcome)).toEqual([
        'todo',
        'todo',
        'todo',
      ])
    },
  ],
  [
    'ends once, and is nobody’s to work on afterwards',
    'all',
    async (world) => {
      const { bulk } = world.history
      await bulk.create(aBulk(world), someRuns(1))
      await bulk.claim('b1', 'one', LEASE_MS)
      expect(await bulk.end('b1', 'stopped', at('2026-11-30T12:00:01Z'))).toBe(true)
      expect(await bulk.end('b1', 'done', world.now())).toBe(false)
      expect(await bulk.claim('b1', 'one', LEASE_MS)).toBe(false)
      expect(await bulk.get('b1')).toMatchObject({
        ...{ state: 'stopped', ended_at: '2026-11-30T12:00:01.000000000Z', is_held: false },
      })
    },
  ],
  [
    'lists the newest first, and for a tenant its own',
    'all',
    async (world) => {
      const { bulk } = world.history
      for (const [id, tenant] of [
        ['b1', null],
        ['b2', 'acme'],
        ['b3', 'acme'],
        ['b4', 'globex'],
      ] as const) {
        await bulk.create(aBulk(world, { id, tenant }), someRuns(1))
        world.advance(1)
      }
      expect(await idsOf(bulk.list(3))).toEqual(['b4', 'b3', 'b2'])
      expect(await idsOf(bulk.list(10, 'acme'))).toEqual(['b3', 'b2'])
    },
  ],
  [
    'keeps one action’s runs apart from another’s',
    'all',
    async (world) => {
      const { bulk } = world.history
      await bulk.create(aBulk(world), someRuns(1))
      await bulk.create(aBulk(world, { id: 'b2' }), someRuns(2))
      await bulk.begin('b1', 9)
      await bulk.begin('b2', 9)
      await bulk.settle('b2', '000000', 'done', 'a', world.now())
      expect(await fates(world.history)).toEqual(['r0 begun'])
      expect(await fates(world.history, 'b2')).toEqual(['r0 done: a', 'r1 begun'])
    },
  ],
  [
    'forgets after 30 days, with the next one that is made',
    'all',
    async (world) => {
      const { bulk } = world.history
      await bulk.create(aBulk(world), someRuns(2))
      world.advance(30 * DAY_MS - 1)
      await bulk.create(aBulk(world, { id: 'b2' }), someRuns(1))
      expect(await idsOf(bulk.list(9))).toEqual(['b2', 'b1'])
      world.advance(2)
      await bulk.create(aBulk(world, { id: 'b3' }), someRuns(1))
      expect(await idsOf(bulk.list(9))).toEqual(['b3', 'b2'])
      expect(await bulk.runs('b1', 9)).toEqual([])
      expect(await world.rows('faucet_console_bulk_runs')).toHaveLength(2)
    },
  ],
  [
    'lets one of several that claim at once win',
    'clustered',
    async (world) => {
      await world.history.bulk.create(aBulk(world), someRuns(1))
      const peers = [world.history, await world.peer('instance-b'), await world.peer('instance-c')]
      const won = await Promise.all(peers.map(({ bulk }, n) => bulk.claim('b1', `worker ${n}`, LEASE_MS)))
      expect(won.filter(Boolean)).toHaveLength(1)
    },
  ],
])
