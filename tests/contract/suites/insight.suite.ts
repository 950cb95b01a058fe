import { expect } from 'vitest'
import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'
import { aRunRow, aShardRow, plantLabels } from '../../support/rows'
import { type Row, suite, type World } from '../../support/suite'

const ANY: RunSearch = { status: [] }
const PLENTY = { want: 50, look: 10_000 }

const plant = (world: World, run: Partial<RunRecord>, columns: Row = {}) =>
  world.plant('faucet_serve_runs', aRunRow(run, columns))
const second = (n: number) => at(`2026-11-30T10:00:${String(n).padStart(2, '0')}Z`)
const search = async (world: World, more: Partial<RunSearch>) => {
  const found = await world.history.insight.searchRuns({ ...ANY, ...more }, PLENTY)
  expect(found.next).toBeNull()
  return found.rows.map((row) => row.columns['run_id'])
}
/** How many of the changes the topic noticed. */
async function pulses(world: World, topic: string, changes: readonly (() => Promise<unknown>)[]): Promise<number> {
  let [last, noticed] = [await world.history.insight.pulse(topic), 0]
  for (const change of changes) {
    await change()
    const now = await world.history.insight.pulse(topic)
    if (now !== last) noticed++
    last = now
  }
  expect(await world.history.insight.pulse(topic)).toBe(last)
  return noticed
}

export const insightSuite = suite('insight', [
  [
    'tells what only the columns of runs say',
    'all',
    async (world, { later }) => {
      const facts = { owner: 'b', lease_expires_at: 'l', cancel_requested: 'c' }
      await plant(world, { run_id: 'a' }, later ? { ...facts, pool: 'gpu', submitted_by: 'ann' } : facts)
      await plant(world, { run_id: 'b' }, { body: 'broken' })
      const found = await world.history.insight.runColumns(['a', 'b', 'a', 'nobody'])
      expect(found.sort((x, y) => (x.run_id < y.run_id ? -1 : 1))).toEqual([
        { run_id: 'a', ...facts, ...(later && { pool: 'gpu', submitted_by: 'ann' }) },
        {
          run_id: 'b',
          owner: null,
          lease_expires_at: null,
          cancel_requested: null,
          ...(later && { pool: null, submitted_by: null }),
        },
      ])
      expect(await world.history.insight.runColumns([])).toEqual([])
      const many = Array.from({ length: 40_000 }, (_, n) => `x${n}`)
      expect(await world.history.insight.runColumns([...many, 'a'])).toHaveLength(1)
    },
  ],
  [
    'finds runs by what columns say: status, name, window, owner, key, link',
    'all',
    async (world) => {
      await plant(world, { run_id: 'a', name: 'n', status: 'failed', submitted_at: second(1), idempotency_key: 'k' })
      await plant(world, { run_id: 'b', status: 'running', submitted_at: second(2) }, { owner: 'x' })
      await plant(world, { run_id: 'c', status: 'completed', submitted_at: second(3) })
      await world.plant('faucet_tenant_runs', { run_id: 'c', tenant: 'acme' })
      expect(await search(world, {})).toEqual(['c', 'b', 'a'])
      expect(await search(world, { status: ['failed', 'completed'] })).toEqual(['c', 'a'])
      expect(await search(world, { status: ['queued'] })).toEqual([])
      expect(await search(world, { name: 'n' })).toEqual(['a'])
      expect(await search(world, { since: second(2) })).toEqual(['c', 'b'])
      expect(await search(world, { until: second(2) })).toEqual(['b', 'a'])
      expect(await search(world, { owner: 'x' })).toEqual(['b'])
      expect(await search(world, { idempotency_key: 'k' })).toEqual(['a'])
      expect(await search(world, { tenant: 'acme' })).toEqual(['c'])
      expect(await search(world, { tenant: 'acme', status: ['failed'] })).toEqual([])
    },
  ],
  [
    'finds runs by submitter and pool, where a run without one is in the default pool',
    'all',
    async (world, { later }) => {
      await plant(world, { run_id: 'a', submitted_at: second(1) }, later ? { submitted_by: 'ann', pool: 'gpu' } : {})
      await plant(world, { run_id: 'b', submitted_at: second(2) }, later ? { pool: 'default' } : {})
      await plant(world, { run_id: 'c', submitted_at: second(3) })
      expect(await search(world, { submitted_by: 'ann' })).toEqual(later ? ['a'] : [])
      expect(await search(world, { pool: 'gpu' })).toEqual(later ? ['a'] : [])
      expect(await search(world, { pool: 'default' })).toEqual(later ? ['c', 'b'] : ['c', 'b', 'a'])
    },
  ],
  [
    'finds runs by what bodies say, literally: part of a name, labels, errors, duration',
    'all',
    async (world, { later }) => {
      const invocation = { row_id: 'r', parent_record_key: null, records_written: 0, duration_ms: 0 }
      await plant(world, { run_id: 'a', name: 'Orders 100%', submitted_at: second(1), elapsed_secs: 2.5 })
      await plant(world, { run_id: 'b', labels: { pipeline: 'orders_eu', env: 'prod' }, submitted_at: second(2) })
      await plant(world, {
        run_id: 'c',
        name: 'x',
        labels: { pipeline: 'orders' },
        submitted_at: second(3),
        error: 'Boom: a_b',
      })
      await plant(world, {
        run_id: 'd',
        labels: { env: '' },
        submitted_at: second(4),
        elapsed_secs: 10,
        invocations: [{ ...invocation, error: 'connection refused' }],
      })
      // Where there are label rows, they answer for the bodies.
      const labels = { b: { pipeline: 'orders_eu', env: 'prod' }, c: { pipeline: 'orders' }, d: { env: '' } }
      if (later) await plantLabels(world, labels)
      expect(await search(world, { name_contains: 'ORDERS' })).toEqual(['b', 'a'])
      expect(await search(world, { name_contains: '0%' })).toEqual(['a'])
      expect(await search(world, { name_contains: '%' })).toEqual(['a'])
      expect(await search(world, { name_contains: 'rs_' })).toEqual(['b'])
      expect(await search(world, { labels: [{ key: 'env' }] })).toEqual(['d', 'b'])
      expect(await search(world, { labels: [{ key: 'env', value: 'prod' }, { key: 'pipeline' }] })).toEqual(['b'])
      expect(await search(world, { labels: [{ key: 'env', value: '' }] })).toEqual(['d'])
      expect(await search(world, { labels: [{ key: 'toString' }] })).toEqual([])
      expect(await search(world, { error_contains: 'boom' })).toEqual(['c'])
      expect(await search(world, { error_contains: 'a%b' })).toEqual([])
      expect(await search(world, { error_contains: 'refused' })).toEqual(['d'])
      expect(await search(world, { min_elapsed_secs: 2.5 })).toEqual(['d', 'a'])
      expect(await search(world, { max_elapsed_secs: 9, min_elapsed_secs: 1 })).toEqual(['a'])
      expect(await search(world, { name_contains: 'orders', labels: [{ key: 'env' }], status: ['completed'] })).toEqual(
        ['b'],
      )
    },
  ],
  [
    'says how far it looked, and goes on from there to the end, each run once',
    'all',
    async (world) => {
      for (let n = 0; n < 20; n++) {
        await plant(world, { run_id: `r${n}`, name: n % 5 === 0 ? 'hit' : 'miss', submitted_at: second(n) })
      }
      const budget = { want: 2, look: 8 }
      const seen: unknown[] = []
      const reached: unknown[] = []
      for (let after: string | undefined, turns = 0; turns < 9; turns++) {
        const found = await world.history.insight.searchRuns({ ...ANY, name_contains: 'hit' }, budget, after)
        seen.push(...found.rows.map((row) => row.columns['run_id']))
        reached.push([found.looked, found.reached])
        expect(found.looked).toBeLessThanOrEqual(8)
        if (found.next === null) break
        after = found.next
      }
      expect(seen).toEqual(['r15', 'r10', 'r5', 'r0'])
      expect(reached.slice(0, 2)).toEqual([
        [8, '2026-11-30T10:00:12.000000000Z'],
        [7, '2026-11-30T10:00:05.000000000Z'],
      ])
    },
  ],
  [
    'stops as soon as it has enough, and says where',
    'all',
    async (world) => {
      for (let n = 0; n < 5; n++) await plant(world, { run_id: `r${n}`, submitted_at: second(n) })
      const found = await world.history.insight.searchRuns(ANY, { want: 2, look: 100 })
      expect(found).toMatchObject({ looked: 2, reached: '2026-11-30T10:00:03.000000000Z' })
      expect(found.next).toBe('2026-11-30T10:00:03.000000000Z~r3')
      const rest = await world.history.insight.searchRuns(ANY, { want: 9, look: 100 }, found.next ?? '')
      expect(rest.rows.map((row) => row.columns['run_id'])).toEqual(['r2', 'r1', 'r0'])
      expect(rest).toMatchObject({ looked: 3, next: null })
      const nothing = await world.history.insight.searchRuns(ANY, PLENTY, '2026-11-30T09:00:00.000000000Z~x')
      expect(nothing).toEqual({ rows: [], looked: 0, unreadable: 0, reached: null, next: null })
    },
  ],
  [
    'looks through more than one chunk, over runs of one instant, each once',
    'all',
    async (world) => {
      for (let n = 0; n < 1_050; n++) {
        await plant(world, { run_id: `r${String(n).padStart(4, '0')}`, name: n % 350 === 0 ? 'hit' : 'miss' })
      }
      const found = await world.history.insight.searchRuns({ ...ANY, name_contains: 'hit' }, PLENTY)
      expect(found.rows.map((row) => row.columns['run_id'])).toEqual(['r0700', 'r0350', 'r0000'])
      expect(found).toMatchObject({ looked: 1_050, next: null })
    },
  ],
  [
    'counts what it passed over because nobody can read it, and passes over nothing that columns answer',
    'all',
    async (world) => {
      await plant(world, { run_id: 'good', name: 'x', error: 'boom', submitted_at: second(1) })
      await plant(world, { run_id: 'bad', name: 'x', submitted_at: second(2) }, { body: '{"error":"Boom' })
      const byBody = await world.history.insight.searchRuns({ ...ANY, error_contains: 'boom' }, PLENTY)
      expect(byBody).toMatchObject({ looked: 2, unreadable: 1 })
      expect(byBody.rows.map((row) => row.columns['run_id'])).toEqual(['good'])
      for (const clause of [{ name: 'x' }, { name_contains: 'X' }]) {
        const byColumn = await world.history.insight.searchRuns({ ...ANY, ...clause }, PLENTY)
        expect(byColumn).toMatchObject({ looked: 2, unreadable: 0 })
        expect(byColumn.rows.map((row) => row.columns['run_id'])).toEqual(['bad', 'good'])
        expect(byColumn.rows[0]?.text).toBe('{"error":"Boom')
      }
    },
  ],
  [
    'finds text that bodies spell with escapes',
    'all',
    async (world, { later }) => {
      const quoted = 'no "table" at C:\\data\n\u0001'
      await plant(world, { run_id: 'a', error: quoted, labels: { 'k"': 'Größe' }, submitted_at: second(1) })
      if (later) await plantLabels(world, { a: { 'k"': 'Größe' } })
      const body = aRunRow({ run_id: 'b', error: 'ouch' })['body']?.replace('ouch', 'n\\u006f \\"table\\"') ?? ''
      await plant(world, { run_id: 'b', submitted_at: second(2) }, { body })
      expect(await search(world, { error_contains: 'NO "TABLE"' })).toEqual(['b', 'a'])
      expect(await search(world, { error_contains: 'C:\\DATA' })).toEqual(['a'])
      expect(await search(world, { error_contains: '\u0001' })).toEqual(['a'])
      expect(await search(world, { labels: [{ key: 'k"', value: 'Größe' }] })).toEqual(['a'])
      expect(await search(world, { labels: [{ key: 'k"', value: 'größe' }] })).toEqual([])
    },
  ],
  [
    'counts runs by status up to a cap, and says where it stopped',
    'all',
    async (world) => {
      for (let n = 0; n < 4; n++) await plant(world, { run_id: `c${n}`, status: 'completed' })
      await plant(world, { run_id: 'f', status: 'failed' })
      await plant(world, { run_id: 'odd' }, { status: 'paused' })
      const counts = await world.history.insight.countByStatus(3)
      expect(counts).toEqual([
        ...['queued', 'pending', 'running', 'sharded'].map((status) => ({ status, count: 0, capped: false })),
        { status: 'completed', count: 3, capped: true },
        { status: 'failed', count: 1, capped: false },
        { status: 'cancelled', count: 0, capped: false },
      ])
      expect((await world.history.insight.countByStatus(4))[4]).toEqual({
        status: 'completed',
        count: 4,
        capped: false,
      })
    },
  ],
  [
    'counts the runs that are linked to a tenant, and no other',
    'all',
    async (world) => {
      for (let n = 0; n < 5; n++) await plant(world, { run_id: `c${n}`, status: n === 0 ? 'failed' : 'completed' })
      for (const n of [0, 1, 2]) await world.plant('faucet_tenant_runs', { run_id: `c${n}`, tenant: 'acme' })
      await world.plant('faucet_tenant_runs', { run_id: 'c3', tenant: 'other' })
      const counts = Object.fromEntries(
        (await world.history.insight.countByStatus(9, { tenant: 'acme' })).map(({ status, count, capped }) => [
          status,
          [count, capped],
        ]),
      )
      expect(counts).toMatchObject({ completed: [2, false], failed: [1, false], running: [0, false] })
      const capped = await world.history.insight.countByStatus(2, { tenant: 'acme' })
      expect(capped.every((count) => count.capped)).toBe(true)
      expect(capped.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    },
  ],
  [
    'counts the runs of a window by status, both ends inclusive, of a tenant too',
    'all',
    async (world) => {
      const { insight } = world.history
      for (const n of [1, 2, 3, 4]) {
        await plant(world, { run_id: `w${n}`, status: n === 2 ? 'failed' : 'completed', submitted_at: second(n) })
      }
      for (const n of [1, 2]) await world.plant('faucet_tenant_runs', { run_id: `w${n}`, tenant: 'acme' })
      const counts = async (of: Parameters<typeof insight.countByStatus>[1], cap = 9) =>
        (await insight.countByStatus(cap, of))
          .filter(({ count }) => count > 0)
          .map(({ status, count, capped }) => [status, count, capped])
      expect(await counts({ since: second(2), until: second(3) })).toEqual([
        ['completed', 1, false],
        ['failed', 1, false],
      ])
      expect(await counts({ since: second(3) })).toEqual([['completed', 2, false]])
      expect(await counts({ since: second(1) }, 2)).toEqual([
        ['completed', 2, true],
        ['failed', 1, false],
      ])
      expect(await counts({ tenant: 'acme', until: second(1) })).toEqual([['completed', 1, false]])
      expect(await counts({ tenant: 'acme', since: second(3) })).toEqual([])
    },
  ],
  [
    'lists the shards of a run by id in byte order, page by page, leniently',
    'clustered',
    async (world) => {
      for (const shard_id of ['a', 'B', 'b-1', 'b1', 'ä', '10', '9']) {
        await world.plant('faucet_serve_shards', aShardRow({ shard_id, size_estimate: '18446744073709551615' }))
      }
      await world.plant('faucet_serve_shards', aShardRow({ run_id: 'other' }))
      const page = async (after?: string) =>
        (await world.history.insight.shardRows('r', 3, after)).map((row) => row.shard_id)
      expect(await page()).toEqual(['10', '9', 'B'])
      expect(await page('B')).toEqual(['a', 'b-1', 'b1'])
      expect(await page('b1')).toEqual(['ä'])
      expect(await page('ä')).toEqual([])
      await world.plant(
        'faucet_serve_shards',
        aShardRow({ run_id: 'odd', attempt: 'x', size_estimate: 'y', status: 'z' }),
      )
      expect(await world.history.insight.shardRows('odd', 0)).toEqual([
        {
          run_id: 'odd',
          shard_id: '0',
          descriptor: 'null',
          size_estimate: null,
          status: 'z',
          owner: null,
          lease_expires_at: null,
          attempt: 0,
          finished_at: null,
        },
      ])
      const [big] = await world.history.insight.shardRows('r', 1)
      expect(big?.size_estimate).toBe(18446744073709551615n)
    },
  ],
  [
    'has no shards to list',
    'single',
    async (world) => {
      expect(await world.history.insight.shardRows('r', 9)).toEqual([])
    },
  ],
  [
    'says who holds an idempotency key',
    'all',
    async (world) => {
      const claim = { key: 'k', run_id: 'r', fingerprint: 'f', claimed_at: 'whenever' }
      await world.plant('faucet_serve_idem', claim)
      expect(await world.history.insight.idempotency('k')).toEqual(claim)
      expect(await world.history.insight.idempotency('K')).toBeNull()
    },
  ],
  [
    'beats for runs: one comes, starts, is to be cancelled, ends or goes; a renewed lease is no news',
    'all',
    async (world, { clustered }) => {
      const { runs, leases } = world.history
      const run = aRun({ run_id: 'r', status: 'queued' })
      expect(
        await pulses(world, 'runs', [
          () => runs.upsert(run),
          () => runs.upsert({ ...run, status: 'running' }),
          () => leases.requestCancel('r'),
          () => runs.upsert({ ...run, status: 'failed', finished_at: world.now() }),
          () => runs.remove('r'),
        ]),
      ).toBe(clustered ? 5 : 4)
      await runs.upsert({ ...run, status: 'running' })
      world.advance(1000)
      expect(await pulses(world, 'runs', [() => leases.renew(), () => runs.get('r')])).toBe(0)
    },
  ],
  [
    'beats for an old run that is still going on when it ends',
    'all',
    async (world) => {
      const old = aRun({ run_id: 'old', status: 'running', submitted_at: at('2020-01-01T00:00:00Z') })
      await world.history.runs.upsert(old)
      for (let n = 0; n < 60; n++) await plant(world, { run_id: `r${n}`, submitted_at: second(n % 60) })
      const end = () => world.history.runs.upsert({ ...old, status: 'completed', finished_at: world.now() })
      expect(await pulses(world, 'runs', [end])).toBe(1)
    },
  ],
  [
    'beats for one run: anything in its row or body, and not for another',
    'all',
    async (world) => {
      const run = aRun({ run_id: 'r', status: 'running' })
      const { runs } = world.history
      expect(
        await pulses(world, 'run:r', [
          () => runs.upsert(run),
          () => runs.upsert({ ...run, records_written: 5 }),
          () => runs.upsert(aRun({ run_id: 'other' })),
          () => runs.upsert({ ...run, records_written: 6 }),
          () => runs.remove('other'),
        ]),
      ).toBe(3)
    },
  ],
  [
    'beats for the shards of a run',
    'clustered',
    async (world) => {
      await plant(world, { run_id: 'r', status: 'sharded' })
      const { shards } = world.history
      expect(
        await pulses(world, 'run:r', [
          () => shards.insert('r', [{ shard_id: '0', descriptor: 'null', size_estimate: null }]),
          () => shards.claim(1),
          () => shards.finalize('r', '0', 'completed'),
        ]),
      ).toBe(3)
    },
  ],
  [
    'beats for log lines and for the sentinel, of that run only',
    'all',
    async (world) => {
      const line = (run_id: string, seq: string) => () =>
        world.plant('faucet_serve_run_logs', { run_id, seq: seq.padStart(20, '0'), ts: '', level: 'INFO', line: 'x' })
      expect(
        await pulses(world, 'logs:r:1', [
          line('r:1', '0'),
          line('r:1', '1'),
          line('other', '2'),
          line('r:1', '18446744073709551615'),
        ]),
      ).toBe(3)
    },
  ],
  [
    'beats for changes: one comes, is approved by one of several, or ends',
    'all',
    async (world) => {
      const row = { kind: 'run', requester: 'p', created_at: 'c', expires_at: 'e' }
      const put = (id: string, status: string, body: string) => () =>
        world.plant('faucet_serve_changes', { ...row, id, status, body })
      expect(await pulses(world, 'changes', [put('a', 'pending', '{}'), put('b', 'rejected', '{}')])).toBe(2)
    },
  ],
  [
    'stays silent for a topic it does not know',
    'all',
    async (world) => {
      const add = () => world.history.runs.upsert(aRun())
      for (const topic of ['', 'run', 'runs:x', 'everything', 'changes:1'])
        expect(await pulses(world, topic, [add])).toBe(0)
    },
  ],
])
