import { expect } from 'vitest'
import type { UsageRecord } from '@/lib/contract/records/usage'
import { recordOf } from '@/lib/contract/stored'
import { ts9 } from '@/lib/store/kit/ts9'
import { at } from '../../support/clock'
import { databaseOf, reshape } from '../../support/database'
import { expectRefused, NUL } from '../../support/refused'
import { type Row, suite, type World } from '../../support/suite'
import { aUsage } from '../../support/usage'

const TABLE = 'faucet_usage'
const ALL = { limit: 0 } as const

async function file(world: World, ...usages: UsageRecord[]): Promise<void> {
  for (const usage of usages) await world.history.usage.record(usage)
}
const ids = (rows: readonly { columns: Readonly<Row> }[]) => rows.map(({ columns }) => columns['run_id'])
const listed = async (world: World, filter: object) => ids(await world.history.usage.list({ ...ALL, ...filter }))
const minute = (digits: string) => at(`2026-11-30T10:${digits}Z`)

/** `count` rows in one statement, numbered from 0, one a second; every hundredth is tenant acme's. */
async function fill(world: World, count: number): Promise<void> {
  const body = (tenant: string) =>
    JSON.stringify({ ...aUsage(), run_id: 'r', pipeline: 'acme', ...(tenant && { tenant }) })
  await databaseOf(world).$executeRaw`
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
    INSERT INTO faucet_usage (run_id, row_id, pipeline, recorded_at, body)
    SELECT 'r' || CAST(10000 + i AS TEXT), 'row-0', 'acme', '2026-11-30T10:00:00.0000' || CAST(10000 + i / 7 AS TEXT) || 'Z',
      CASE WHEN i % 100 = 0 THEN ${body('acme')} ELSE ${body('')} END FROM n`
}

export const usageSuite = suite('usage', [
  [
    'returns the body it was given, byte for byte',
    'all',
    async (world) => {
      const usage = aUsage({
        run_id: 'r',
        dataset_uri: 'file:///srv/out ü.jsonl',
        usage: {
          records_read: 18446744073709551615n,
          records_written: 9007199254740993n,
          bytes_read: 0,
          bytes_written: 1,
          source_roundtrips: { list: 2 },
          throttle_wait_secs: 1,
        },
        cost: { currency: 'EUR', total: 0, lines: [], hosted_equivalent: 0.0006000000000000001 },
        tenant: 'acme',
      })
      await file(world, usage)
      const [row] = await world.history.usage.list(ALL)
      expect(row && recordOf(row)).toEqual(usage)
      expect(row?.text).toBe(
        '{"run_id":"r","pipeline":"orders","row":"row-0","source_kind":"csv","sink_kind":"jsonl","dataset_uri":"file:///srv/out ü.jsonl","recorded_at":"2026-11-30T10:00:00.123456789Z","duration_ms":10,"failed":false,"usage":{"records_read":18446744073709551615,"records_written":9007199254740993,"bytes_read":0,"bytes_written":1,"source_roundtrips":{"list":2},"throttle_wait_secs":1.0},"cost":{"currency":"EUR","total":0.0,"lines":[],"hosted_equivalent":0.0006000000000000001},"tenant":"acme"}',
      )
    },
  ],
  [
    'places a record by its own ids and its time at full width, its tenant where the store has a place',
    'all',
    async (world, backend) => {
      await file(world, aUsage({ run_id: 'r', row: 'x', recorded_at: minute('00:00'), tenant: 'acme' }))
      const [row] = await world.rows(TABLE)
      expect(row).toMatchObject({ run_id: 'r', row_id: 'x', pipeline: 'orders' })
      expect(row?.['recorded_at']).toBe('2026-11-30T10:00:00.000000000Z')
      expect(row?.['tenant']).toBe(backend.later ? 'acme' : undefined)
    },
  ],
  [
    'keeps the first record of an invocation and row',
    'clustered',
    async (world) => {
      await file(world, aUsage({ run_id: 'r', duration_ms: 1 }), aUsage({ run_id: 'r', duration_ms: 2 }))
      await file(world, aUsage({ run_id: 'r', row: 'row-1', duration_ms: 3 }))
      const rows = await world.history.usage.list(ALL)
      expect(rows.map((row) => recordOf(row).duration_ms)).toEqual([1, 3])
    },
  ],
  [
    'keeps repeats of an invocation and row',
    'single',
    async (world) => {
      await file(world, aUsage({ run_id: 'r' }), aUsage({ run_id: 'r' }))
      expect(await listed(world, {})).toEqual(['r', 'r'])
    },
  ],
  [
    'takes the beginning of a window in and its end not, to the nanosecond',
    'all',
    async (world) => {
      const times = ['00:00', '00:00.000000001', '00:01', '00:01.000000001']
      await file(world, ...times.map((time, index) => aUsage({ run_id: `${index}`, recorded_at: minute(time) })))
      expect(await listed(world, { since: minute('00:00.000000001'), until: minute('00:01') })).toEqual(['1'])
      expect(await listed(world, { since: minute('00:00'), until: minute('00:01.000000001') })).toEqual(['2', '1', '0'])
      expect(await listed(world, { since: minute('00:01'), until: minute('00:01') })).toEqual([])
      expect(await listed(world, { since: at('2026-11-30T12:00:01+02:00') })).toEqual(['3', '2'])
    },
  ],
  [
    'lists newest first, then by run and row',
    'all',
    async (world) => {
      const place = [
        ['b', 'row-0', '00:00'],
        ['a', 'row-1', '00:00'],
        ['a', 'row-0', '00:00'],
        ['c', 'row-0', '00:00.5'],
        ['d', 'row-0', '00:00.000000001'],
      ] as const
      await file(world, ...place.map(([run_id, row, time]) => aUsage({ run_id, row, recorded_at: minute(time) })))
      const rows = await world.history.usage.list(ALL)
      expect(rows.map(({ columns }) => `${columns['run_id']} ${columns['row_id']}`)).toEqual([
        'c row-0',
        'd row-0',
        'a row-0',
        'a row-1',
        'b row-0',
      ])
    },
  ],
  [
    'filters by pipeline and tenant, exactly and together, and limits what is left',
    'all',
    async (world) => {
      await file(
        world,
        aUsage({ run_id: 'a', pipeline: 'orders', tenant: 'acme', recorded_at: minute('00:01') }),
        aUsage({ run_id: 'b', pipeline: 'acme', recorded_at: minute('00:02') }),
        aUsage({ run_id: 'c', pipeline: 'orders', tenant: 'acme-eu', recorded_at: minute('00:03') }),
        aUsage({ run_id: 'd', pipeline: 'stock', tenant: 'acme', recorded_at: minute('00:04') }),
        aUsage({ run_id: 'e', pipeline: 'orders', tenant: 'acme', recorded_at: minute('00:05') }),
      )
      expect(await listed(world, { pipeline: 'orders' })).toEqual(['e', 'c', 'a'])
      expect(await listed(world, { tenant: 'acme' })).toEqual(['e', 'd', 'a'])
      expect(await listed(world, { tenant: 'acme', limit: 2 })).toEqual(['e', 'd'])
      expect(await listed(world, { tenant: 'acme', pipeline: 'orders', until: minute('00:05') })).toEqual(['a'])
      for (const none of [{ pipeline: 'Orders' }, { pipeline: '' }, { tenant: '' }, { tenant: '(no tenant)' }]) {
        expect(await listed(world, none)).toEqual([])
      }
    },
  ],
  [
    'looks for a tenant in the column where there is one, else in the bodies',
    'clustered',
    async (world, backend) => {
      const usage = aUsage({ run_id: 'r', tenant: 'acme' })
      const columns = { run_id: 'r', row_id: 'row-0', pipeline: 'orders', recorded_at: ts9(usage.recorded_at) }
      await world.plant(TABLE, { ...columns, body: JSON.stringify(usage) })
      expect(await listed(world, { tenant: 'acme' })).toEqual(backend.later ? [] : ['r'])
    },
  ],
  [
    'lists 5,000 when no number is given, and finds a tenant among as many',
    'clustered',
    async (world, backend) => {
      await fill(world, 5_001)
      expect(await listed(world, {})).toHaveLength(5_000)
      expect(await listed(world, { limit: 3 })).toEqual(['r14998', 'r14999', 'r15000'])
      if (backend.later) return
      const found = await listed(world, { tenant: 'acme' })
      expect(found).toEqual(Array.from({ length: 51 }, (_, index) => `r${15_000 - index * 100}`))
      expect(await listed(world, { tenant: 'acme', limit: 7 })).toEqual(found.slice(0, 7))
    },
  ],
  [
    'finds a tenant behind chunks of rows that only mention its name',
    'clustered',
    async (world, backend) => {
      const mentions = aUsage({ tenant: 'globex', source_kind: 'acme' })
      for (let index = 0; index < 510; index++) {
        const run_id = `m${String(index).padStart(3, '0')}`
        await world.plant(TABLE, {
          run_id,
          row_id: 'row-0',
          pipeline: 'orders',
          recorded_at: '2026-11-30T11:00:00.000000000Z',
          body: JSON.stringify({ ...mentions, run_id }),
        })
      }
      await file(world, aUsage({ run_id: 'mine', tenant: 'acme' }))
      expect(await listed(world, { tenant: 'acme' })).toEqual(['mine'])
      expect(await listed(world, { tenant: 'globex', limit: 505 })).toHaveLength(backend.later ? 0 : 505)
    },
  ],
  [
    'says that a store older than usage has none',
    'clustered',
    async (world) => {
      await reshape(world, `DROP TABLE ${TABLE}`)
      const { usage } = world.history
      for (const call of [
        () => usage.record(aUsage()),
        () => usage.list(ALL),
        () => usage.list({ ...ALL, tenant: 'a' }),
      ])
        await expect(call()).rejects.toMatchObject({ kind: 'missing' })
    },
  ],
  [
    'keeps the 10,000 that were filed last',
    'single',
    async (world) => {
      const [first, ...others] = Array.from({ length: 10_001 }, (_, index) => aUsage({ run_id: `${index}` }))
      if (first) await file(world, first, ...others)
      expect(await listed(world, { limit: 20_000 })).toHaveLength(10_000)
      expect(await listed(world, { limit: 20_000 })).not.toContain('0')
      expect(await listed(world, {})).toHaveLength(5_000)
    },
  ],
  [
    'removes every row of the given invocations and says how many',
    'all',
    async (world) => {
      const { usage } = world.history
      await file(world, ...['a', 'b', 'c'].map((run_id) => aUsage({ run_id })), aUsage({ run_id: 'a', row: 'row-1' }))
      expect(await usage.removeRuns([])).toBe(0)
      expect(await usage.removeRuns(['A', ''])).toBe(0)
      const many = Array.from({ length: 1_200 }, (_, index) => `none-${index}`)
      expect(await usage.removeRuns(['a', ...many, 'b', 'a'])).toBe(3)
      expect(await listed(world, {})).toEqual(['c'])
    },
  ],
  [
    'stays when the runs of its age are purged',
    'all',
    async (world) => {
      await file(world, aUsage({ run_id: 'a' }))
      world.advance(10 * 365 * 86_400_000)
      await world.history.runs.purgeExpired(0)
      expect(await listed(world, {})).toEqual(['a'])
    },
  ],
  [
    'keeps an unreadable record in its place, and gives it to no tenant',
    'all',
    async (world) => {
      await file(world, aUsage({ run_id: 'a' }), aUsage({ run_id: 'c' }))
      const columns = { row_id: 'row-0', pipeline: 'orders', recorded_at: '2026-11-30T10:00:00.123456789Z' }
      await world.plant(TABLE, { ...columns, run_id: 'b', body: '{"tenant":"acme"' })
      const rows = await world.history.usage.list(ALL)
      expect(ids(rows)).toEqual(['a', 'b', 'c'])
      expect(rows[1]?.read()).toEqual({ ok: false, reason: 'the body is not JSON' })
      expect(rows[1]?.columns['pipeline']).toBe('orders')
      expect(await listed(world, { tenant: 'acme' })).toEqual([])
    },
  ],
  [
    'keeps members that only a later engine knows',
    'all',
    async (world) => {
      const usage = aUsage({ run_id: 'a' })
      const newer = { ...usage, usage: { ...usage.usage, rows_skipped: 1 }, region: 'eu' }
      await file(world, newer)
      expect((await world.history.usage.list(ALL)).map(recordOf)).toEqual([newer])
    },
  ],
  [
    'refuses what an engine could not read and U+0000 in filters, and files nothing',
    'all',
    async (world) => {
      const { usage } = world.history
      await expectRefused(
        () => usage.record(aUsage({ duration_ms: -1 })),
        () => usage.record(aUsage({ duration_ms: 1.5 })),
        () => usage.record(aUsage({ row: NUL })),
        () => usage.list({ ...ALL, pipeline: NUL }),
        () => usage.list({ ...ALL, tenant: NUL }),
        () => usage.removeRuns(['a', NUL]),
      )
      expect(await world.rows(TABLE)).toEqual([])
    },
  ],
])
