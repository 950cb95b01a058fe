import { expect } from 'vitest'
import { shift } from '@/lib/contract/clock'
import type { RunHistory } from '@/lib/contract/run-history'
import { aRunRow, aShardRow, rowOf, shardOf } from '../../support/rows'
import { type Row, suite, type World } from '../../support/suite'

const OWNED = { owner: 'instance-a', lease_expires_at: '2026-11-30T13:00:00.000000000Z' }
const LAPSED = { owner: 'dead', lease_expires_at: '2026-11-30T11:59:59.999999999Z' }
const FLAG = '2026-11-30T11:30:00.000000000Z'
const WORDS = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const

const addParent = (world: World, run_id = 'r', columns: Row = {}) =>
  world.plant('faucet_serve_runs', aRunRow({ run_id, status: 'sharded' }, columns))
const add = (world: World, columns: Row) => world.plant('faucet_serve_shards', aShardRow(columns))
const names = (shards: readonly { run_id: string; shard_id: string }[]) =>
  shards.map(({ run_id, shard_id }) => `${run_id}/${shard_id}`)
const statuses = async (world: World) =>
  Object.fromEntries((await world.rows('faucet_serve_shards')).map((row) => [row['shard_id'], row['status']]))
const parents = async (world: World, run_id: string) => {
  const { status, finished_at, body } = await rowOf(world, run_id)
  return { status, finished_at, body: JSON.parse(body ?? 'null') as Record<string, unknown> }
}

export const shardsSuite = suite('shards', [
  [
    'adds pending shards once, keeps those that exist, and counts the new ones',
    'clustered',
    async (world) => {
      const shards = [
        { shard_id: '0', descriptor: '{"lo":1,"hi":9007199254740993,"x":1.0}', size_estimate: 1000 },
        { shard_id: '1', descriptor: 'null', size_estimate: null },
      ]
      expect(await world.history.shards.insert('r', shards)).toBe(2)
      expect(await world.rows('faucet_serve_shards')).toEqual([
        aShardRow({ descriptor: '{"lo":1,"hi":9007199254740993,"x":1.0}', size_estimate: '1000' }),
        aShardRow({ shard_id: '1' }),
      ])
      const again = { shard_id: '0', descriptor: '"other"', size_estimate: 1 }
      const fresh = { shard_id: '2', descriptor: '[]', size_estimate: 9223372036854775807n }
      expect(await world.history.shards.insert('r', [again, fresh, fresh])).toBe(1)
      expect(await shardOf(world, 'r', '0')).toMatchObject({ size_estimate: '1000' })
      expect(await shardOf(world, 'r', '2')).toMatchObject({ size_estimate: '9223372036854775807' })
      expect(await world.history.shards.insert('r', [])).toBe(0)
    },
  ],
  [
    'adds very many shards, each once, from two instances at a time',
    'clustered',
    async (world) => {
      const shards = Array.from({ length: 1200 }, (_, n) => ({ shard_id: `s${n}`, descriptor: '0', size_estimate: n }))
      const peer = await world.peer('instance-b')
      const added = await Promise.all([world.history.shards.insert('r', shards), peer.shards.insert('r', shards)])
      expect(added[0] + added[1]).toBe(1200)
      expect(await world.rows('faucet_serve_shards')).toHaveLength(1200)
    },
  ],
  [
    'refuses a shard that would fail every claim of an engine',
    'clustered',
    async (world) => {
      const bad = [
        { shard_id: '0', descriptor: '{"lo":', size_estimate: null },
        { shard_id: '0', descriptor: 'null', size_estimate: 9223372036854775808n },
        { shard_id: '0', descriptor: 'null', size_estimate: -1 },
      ]
      for (const shard of bad)
        await expect(world.history.shards.insert('r', [shard])).rejects.toMatchObject({ kind: 'refused' })
      expect(await world.rows('faucet_serve_shards')).toEqual([])
    },
  ],
  [
    'claims the largest first by number, none counting as zero, then by run and shard id',
    'clustered',
    async (world) => {
      await addParent(world, 'r')
      await addParent(world, 'q')
      const sizes: [string, string, string | null][] = [
        ['r', 'nine', '9'],
        ['r', 'ten', '10'],
        ['r', 'none', null],
        ['q', 'zero', '0'],
        ['r', 'garbled', 'many'],
        ['r', 'hundred', '100'],
        ['q', 'b-1', '9'],
        ['q', 'b1', '9'],
        ['q', 'B', '9'],
      ]
      for (const [run_id, shard_id, size_estimate] of sizes) await add(world, { run_id, shard_id, size_estimate })
      const claimed = [...(await world.history.shards.claim(4)), ...(await world.history.shards.claim(99))]
      expect(names(claimed)).toEqual([
        'r/hundred',
        'r/ten',
        'q/B',
        'q/b-1',
        'q/b1',
        'r/nine',
        'q/zero',
        'r/garbled',
        'r/none',
      ])
    },
  ],
  [
    'hands out descriptor and parent as stored, and marks the shard as its own',
    'clustered',
    async (world) => {
      await addParent(world, 'r')
      await add(world, { descriptor: '{"lo":1.0,"big":18446744073709551615}', size_estimate: '5', attempt: '2' })
      const [shard] = await world.history.shards.claim(1)
      expect(shard).toMatchObject({ run_id: 'r', shard_id: '0', descriptor: '{"lo":1.0,"big":18446744073709551615}' })
      expect(shard?.run).toMatchObject({ run_id: 'r', status: 'sharded' })
      const row = await shardOf(world, 'r', '0')
      const lease = row['lease_expires_at'] ?? ''
      expect(row).toEqual(
        aShardRow({
          descriptor: '{"lo":1.0,"big":18446744073709551615}',
          size_estimate: '5',
          attempt: '2',
          status: 'running',
          owner: 'instance-a',
          lease_expires_at: lease,
        }),
      )
      expect(lease).toHaveLength(30)
      expect(lease > shift(world.now(), 29_000) && lease < shift(world.now(), 31_000)).toBe(true)
    },
  ],
  [
    'claims pending shards whose run exists, whatever the run says of itself',
    'clustered',
    async (world) => {
      await world.plant('faucet_serve_runs', aRunRow({ run_id: 'r', status: 'completed' }))
      for (const [n, status] of WORDS.entries()) await add(world, { shard_id: String(n), status })
      await add(world, { run_id: 'nobody' })
      expect(names(await world.history.shards.claim(9))).toEqual(['r/0'])
      expect(await world.history.shards.claim(9)).toEqual([])
      expect(await world.history.shards.claim(0)).toEqual([])
    },
  ],
  [
    'leaves shards of a run that is to be cancelled where engines know cancelled shards',
    'clustered',
    async (world, { later }) => {
      await addParent(world, 'r', { cancel_requested: FLAG })
      await add(world, {})
      expect(names(await world.history.shards.claim(9))).toEqual(later ? [] : ['r/0'])
    },
  ],
  [
    'passes over shards of a run nobody can read: they stay pending and use up no limit',
    'clustered',
    async (world) => {
      await addParent(world, 'broken', { body: '{"run_id":' })
      await addParent(world, 'good')
      for (let n = 0; n < 5; n++) await add(world, { run_id: 'broken', shard_id: String(n), size_estimate: '1000' })
      await add(world, { run_id: 'good', shard_id: 'x' })
      expect(names(await world.history.shards.claim(1))).toEqual(['good/x'])
      expect(await world.history.shards.claim(1)).toEqual([])
      expect(await shardOf(world, 'broken', '0')).toMatchObject({ status: 'pending', owner: null })
    },
  ],
  [
    'gives each shard to exactly one claimant',
    'clustered',
    async (world) => {
      await addParent(world)
      for (let n = 0; n < 20; n++) await add(world, { shard_id: String(n) })
      const peer = await world.peer('instance-b')
      const claim = (history: RunHistory) => history.shards.claim(8)
      const shares = await Promise.all([claim(world.history), claim(peer), claim(world.history), claim(peer)])
      expect(names(shares.flat()).sort()).toEqual(Array.from({ length: 20 }, (_, n) => `r/${n}`).sort())
    },
  ],
  [
    'hands out parents that are the receiver’s to change',
    'clustered',
    async (world) => {
      await addParent(world)
      for (const shard_id of ['0', '1']) await add(world, { shard_id })
      const [first, second] = await world.history.shards.claim(2)
      if (first) first.run.labels['a'] = 'b'
      expect(second?.run.labels).toEqual({})
    },
  ],
  [
    'renews the leases of its own running shards, and no other',
    'clustered',
    async (world) => {
      for (const status of WORDS) await add(world, { shard_id: status, status, ...OWNED })
      await add(world, { shard_id: 'foreign', status: 'running', ...OWNED, owner: 'instance-b' })
      expect(await world.history.shards.renew()).toBe(1)
      const fresh = (await world.rows('faucet_serve_shards')).filter(
        (row) => row['lease_expires_at'] !== OWNED.lease_expires_at,
      )
      expect(fresh.map((row) => row['shard_id'])).toEqual(['running'])
      expect(fresh[0]?.['lease_expires_at']).toHaveLength(30)
    },
  ],
  [
    'requeues a lost shard with one attempt more and fails one that has had them',
    'clustered',
    async (world) => {
      await addParent(world)
      await add(world, { shard_id: 'again', status: 'running', attempt: '2', ...LAPSED })
      await add(world, { shard_id: 'garbled', status: 'running', attempt: 'x', ...LAPSED, lease_expires_at: null })
      await add(world, { shard_id: 'enough', status: 'running', attempt: '3', ...LAPSED })
      await add(world, { shard_id: 'alive', status: 'running', ...OWNED })
      for (const status of WORDS) if (status !== 'running') await add(world, { shard_id: status, status, ...LAPSED })
      expect(await world.history.shards.reclaim(3)).toEqual({ requeued: 2, failed: 1 })
      expect(await shardOf(world, 'r', 'again')).toEqual(aShardRow({ shard_id: 'again', attempt: '3' }))
      expect(await shardOf(world, 'r', 'garbled')).toEqual(aShardRow({ shard_id: 'garbled', attempt: '1' }))
      const enough = await shardOf(world, 'r', 'enough')
      const { lease_expires_at } = LAPSED
      const finished_at = enough['finished_at'] ?? ''
      expect(enough).toEqual(
        aShardRow({ shard_id: 'enough', status: 'failed', attempt: '3', lease_expires_at, finished_at }),
      )
      expect(finished_at).toHaveLength(30)
      expect(await shardOf(world, 'r', 'alive')).toMatchObject({ status: 'running', ...OWNED })
      for (const status of WORDS)
        if (status !== 'running') expect(await shardOf(world, 'r', status)).toMatchObject({ status, ...LAPSED })
    },
  ],
  [
    'ends what it requeued of a run that is to be cancelled, where engines know cancelled shards',
    'clustered',
    async (world, { later }) => {
      await addParent(world, 'r', { cancel_requested: FLAG })
      await addParent(world, 'other')
      await add(world, { shard_id: 'lost', status: 'running', ...LAPSED })
      await add(world, { shard_id: 'waiting' })
      await add(world, { run_id: 'other', shard_id: 'else' })
      expect(await world.history.shards.reclaim(3)).toEqual({ requeued: 1, failed: 0 })
      const word = later ? 'cancelled' : 'pending'
      expect(await statuses(world)).toEqual({ lost: word, waiting: word, else: 'pending' })
      expect((await shardOf(world, 'r', 'lost'))['finished_at']?.length).toBe(later ? 30 : undefined)
    },
  ],
  [
    'reclaims each lost shard once, however many sweep at a time',
    'clustered',
    async (world) => {
      await addParent(world)
      for (let n = 0; n < 220; n++) await add(world, { shard_id: `s${n}`, status: 'running', ...LAPSED })
      const peer = await world.peer('instance-b')
      const reports = await Promise.all([world.history.shards.reclaim(3), peer.shards.reclaim(3)])
      expect(reports[0].requeued + reports[1].requeued).toBe(220)
      for (const row of await world.rows('faucet_serve_shards')) expect(row['attempt']).toBe('1')
    },
  ],
  [
    'ends only a shard that it owns and runs, and keeps owner and lease',
    'clustered',
    async (world) => {
      for (const status of WORDS) await add(world, { shard_id: status, status, ...OWNED })
      await add(world, { shard_id: 'foreign', status: 'running', ...OWNED, owner: 'instance-b' })
      for (const shard of ['pending', 'completed', 'failed', 'cancelled', 'foreign', 'missing']) {
        const before = await shardOf(world, 'r', shard)
        expect(await world.history.shards.finalize('r', shard, 'completed')).toBe(false)
        expect(await shardOf(world, 'r', shard)).toEqual(before)
      }
      expect(await world.history.shards.finalize('r', 'running', 'failed')).toBe(true)
      const row = await shardOf(world, 'r', 'running')
      expect(row).toEqual(
        aShardRow({ shard_id: 'running', status: 'failed', ...OWNED, finished_at: row['finished_at'] ?? null }),
      )
      expect(row['finished_at']).toHaveLength(30)
      expect(await world.history.shards.finalize('r', 'running', 'completed')).toBe(false)
    },
  ],
  [
    'writes a cancelled shard only where engines know the word',
    'clustered',
    async (world, { later }) => {
      await add(world, { status: 'running', ...OWNED })
      const end = world.history.shards.finalize('r', '0', 'cancelled')
      if (later) expect(await end).toBe(true)
      else await expect(end).rejects.toMatchObject({ kind: 'refused' })
      expect((await shardOf(world, 'r', '0'))['status']).toBe(later ? 'cancelled' : 'running')
    },
  ],
  [
    'counts shards by status; a word that engines do not know counts as pending',
    'clustered',
    async (world, { later }) => {
      for (const status of [...WORDS, 'completed', 'paused']) {
        await add(world, { shard_id: `${status}${Math.random()}`, status })
      }
      await add(world, { run_id: 'other' })
      expect(await world.history.shards.progress('r')).toEqual({
        total: 7,
        completed: 2,
        failed: 1,
        running: 1,
        pending: later ? 2 : 3,
        cancelled: later ? 1 : 0,
      })
      expect((await world.history.shards.progress('nobody')).total).toBe(0)
    },
  ],
  [
    'names each run once of which it runs a shard and that is to be cancelled',
    'clustered',
    async (world) => {
      for (const run_id of ['a', 'b', 'c', 'd']) await addParent(world, run_id, { cancel_requested: FLAG })
      await addParent(world, 'wanted')
      await add(world, { run_id: 'a', shard_id: '0', status: 'running', ...OWNED })
      await add(world, { run_id: 'a', shard_id: '1', status: 'running', ...OWNED })
      await add(world, { run_id: 'b', status: 'running', ...OWNED, owner: 'instance-b' })
      await add(world, { run_id: 'c', status: 'completed', ...OWNED })
      await add(world, { run_id: 'd', status: 'running', ...OWNED })
      await add(world, { run_id: 'wanted', status: 'running', ...OWNED })
      expect((await world.history.shards.pendingCancellations()).sort()).toEqual(['a', 'd'])
    },
  ],
  [
    'ends every sharded parent whose shards have all ended, in columns and body alike',
    'clustered',
    async (world) => {
      const runs: Record<string, string[]> = {
        good: ['completed', 'completed'],
        bad: ['completed', 'failed', 'failed'],
        busy: ['completed', 'running'],
        waiting: ['completed', 'pending'],
        odd: ['completed', 'paused'],
        empty: [],
      }
      for (const [run_id, words] of Object.entries(runs)) {
        await addParent(world, run_id, LAPSED)
        for (const [n, status] of words.entries()) await add(world, { run_id, shard_id: String(n), status })
      }
      expect(await world.history.shards.finalizeCompletedParents()).toBe(2)
      const good = await parents(world, 'good')
      expect(good).toMatchObject({ status: 'completed', body: { status: 'completed', error: null } })
      const bad = await parents(world, 'bad')
      expect(bad).toMatchObject({ status: 'failed', body: { status: 'failed', error: '2/3 shard(s) failed' } })
      for (const { finished_at, body } of [good, bad]) {
        expect(finished_at).toHaveLength(30)
        expect(finished_at?.startsWith(String(body['finished_at']).slice(0, -1))).toBe(true)
      }
      expect(await rowOf(world, 'good')).toMatchObject(LAPSED)
      for (const run_id of ['busy', 'waiting', 'odd', 'empty'])
        expect(await parents(world, run_id)).toMatchObject({ status: 'sharded', finished_at: null })
      expect(await world.history.shards.finalizeCompletedParents()).toBe(0)
    },
  ],
  [
    'ends a parent with cancelled shards as cancelled where engines know them, and waits where they do not',
    'clustered',
    async (world, { later }) => {
      await addParent(world)
      for (const status of ['completed', 'failed', 'cancelled']) await add(world, { shard_id: status, status })
      expect(await world.history.shards.finalizeCompletedParents()).toBe(later ? 1 : 0)
      expect(await parents(world, 'r')).toMatchObject(
        later ? { status: 'cancelled', body: { status: 'cancelled', error: null } } : { status: 'sharded' },
      )
    },
  ],
  [
    'ends no parent whose body or column says something else, and is not held up by one it cannot read',
    'clustered',
    async (world) => {
      await addParent(world, 'broken', { body: 'x' })
      await world.plant('faucet_serve_runs', aRunRow({ run_id: 'body', status: 'running' }, { status: 'sharded' }))
      await addParent(world, 'column', { status: 'running' })
      await addParent(world, 'fine')
      for (const run_id of ['broken', 'body', 'column', 'fine']) await add(world, { run_id, status: 'completed' })
      expect(await world.history.shards.finalizeCompletedParents()).toBe(1)
      expect((await rowOf(world, 'fine'))['status']).toBe('completed')
      expect((await rowOf(world, 'broken'))['status']).toBe('sharded')
      expect((await rowOf(world, 'body'))['status']).toBe('sharded')
      expect((await rowOf(world, 'column'))['status']).toBe('running')
    },
  ],
  [
    'ends each parent once, however many sweep at a time',
    'clustered',
    async (world) => {
      for (let n = 0; n < 10; n++) {
        await addParent(world, `r${n}`)
        await add(world, { run_id: `r${n}`, status: 'completed' })
      }
      const peer = await world.peer('instance-b')
      const ended = await Promise.all([
        world.history.shards.finalizeCompletedParents(),
        peer.shards.finalizeCompletedParents(),
      ])
      expect(ended[0] + ended[1]).toBe(10)
    },
  ],
  [
    'a sharded run goes from expansion to its end, through a lost worker',
    'clustered',
    async (world) => {
      await addParent(world)
      const peer = await world.peer('instance-b')
      const shards = ['0', '1'].map((shard_id) => ({ shard_id, descriptor: 'null', size_estimate: null }))
      await world.history.shards.insert('r', shards)
      expect(await world.history.shards.claim(1)).toHaveLength(1)
      expect(await peer.shards.claim(5)).toHaveLength(1)
      expect(await peer.shards.finalize('r', '1', 'completed')).toBe(true)
      world.advance(60_000)
      expect(await peer.shards.reclaim(3)).toEqual({ requeued: 1, failed: 0 })
      expect(await world.history.shards.finalize('r', '0', 'completed')).toBe(false)
      expect(await peer.shards.finalizeCompletedParents()).toBe(0)
      expect(await peer.shards.claim(5)).toHaveLength(1)
      expect(await peer.shards.finalize('r', '0', 'completed')).toBe(true)
      expect(await world.history.shards.progress('r')).toMatchObject({ total: 2, completed: 2 })
      expect(await peer.shards.finalizeCompletedParents()).toBe(1)
      expect((await rowOf(world, 'r'))['status']).toBe('completed')
    },
  ],
  [
    'answers inertly',
    'single',
    async (world) => {
      await addParent(world)
      const { shards } = world.history
      expect(await shards.insert('r', [{ shard_id: '0', descriptor: 'null', size_estimate: null }])).toBe(0)
      expect(await world.rows('faucet_serve_shards')).toEqual([])
      expect(await shards.claim(9)).toEqual([])
      expect(await shards.renew()).toBe(0)
      expect(await shards.reclaim(3)).toEqual({ requeued: 0, failed: 0 })
      expect(await shards.finalize('r', '0', 'completed')).toBe(false)
      expect(await shards.progress('r')).toEqual({
        total: 0,
        completed: 0,
        failed: 0,
        running: 0,
        pending: 0,
        cancelled: 0,
      })
      expect(await shards.pendingCancellations()).toEqual([])
      expect(await shards.finalizeCompletedParents()).toBe(0)
      expect((await rowOf(world, 'r'))['status']).toBe('sharded')
    },
  ],
])
