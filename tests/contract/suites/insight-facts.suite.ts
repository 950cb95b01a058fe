import { expect } from 'vitest'
import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import { at } from '../../support/clock'
import { reshape } from '../../support/database'
import { aRunRow, plantLabels } from '../../support/rows'
import { type Row, suite, type World } from '../../support/suite'

const ANY: RunSearch = { status: [] }
const second = (n: number) => at(`2026-11-30T10:00:${String(n).padStart(2, '0')}Z`)
const plant = (world: World, run: Partial<RunRecord>, columns: Row = {}) =>
  world.plant('faucet_serve_runs', aRunRow(run, columns))
const found = async (world: World, more: Partial<RunSearch>, look = 10_000) => {
  const scan = await world.history.insight.searchRuns({ ...ANY, ...more }, { want: 50, look })
  return scan.rows.map((row) => row.columns['run_id'])
}
const wrote = (dataset_id: string): Pick<RunRecord, 'invocations'> => ({
  invocations: [
    {
      row_id: 'r',
      parent_record_key: null,
      records_written: 1,
      duration_ms: 1,
      error: null,
      usage: {
        run_id: 'i',
        pipeline: 'p',
        row: 'r',
        source_kind: 'csv',
        sink_kind: 'jsonl',
        dataset_id,
        recorded_at: second(0),
        duration_ms: 1,
        failed: false,
        usage: { records_read: 1, records_written: 1, bytes_read: 1, bytes_written: 1 },
        cost: { currency: 'USD', total: 0, lines: [], hosted_equivalent: 0 },
      },
    },
  ],
})

const plantEntry = (world: World, id: string, run_id: string | null, ts: string, more: Row = {}) =>
  world.plant('faucet_serve_audit', {
    id,
    ts,
    principal: `who-${id}`,
    role: 'operator',
    action: 'run.submit',
    run_id,
    config_fingerprint: null,
    source_ip: null,
    result: 'ok',
    ...more,
  })

export const insightFactsSuite = suite('insight facts', [
  [
    'tells who submitted runs from the entries filed around their submission, and from no others',
    'all',
    async (world) => {
      for (const [n, run_id] of ['a', 'b', 'c', 'd'].entries()) {
        await plant(world, { run_id, submitted_at: second(20 + n) }, { body: 'broken' })
      }
      await plantEntry(world, 'e1', 'a', '2026-11-30T10:00:20.400000000Z')
      await plantEntry(world, 'e2', 'a', '2026-11-30T10:00:25.000000000Z')
      await plantEntry(world, 'e3', 'b', '2026-11-30T10:00:21.100000000Z', { action: 'run.cancel' })
      await plantEntry(world, 'e4', 'c', '2026-11-30T11:00:22.000000000Z')
      await plantEntry(world, 'e5', null, '2026-11-30T10:00:23.000000000Z')
      const { insight } = world.history
      expect(await insight.submitters(['a', 'b', 'c', 'd', 'unknown', 'a'])).toEqual({ a: 'who-e1' })
      expect(await insight.submitters([])).toEqual({})
    },
  ],
  [
    'tells the submitters of more runs than one statement asks for',
    'all',
    async (world) => {
      const ids = Array.from({ length: 130 }, (_, n) => `r${String(n).padStart(3, '0')}`)
      for (const run_id of ids) {
        await plant(world, { run_id, submitted_at: second(30) })
        await plantEntry(world, run_id, run_id, '2026-11-30T10:00:30.000000000Z')
      }
      expect(await world.history.insight.submitters(ids)).toEqual(
        Object.fromEntries(ids.map((id) => [id, `who-${id}`])),
      )
    },
  ],
  [
    'finds runs by name as engines of 1.17 do: case counts, and the pipeline label stands in for a name',
    'all',
    async (world) => {
      await plant(world, { run_id: 'a', name: 'orders_daily%', submitted_at: second(3) })
      await plant(world, { run_id: 'b', name: null, labels: { pipeline: 'orders' }, submitted_at: second(2) })
      await plant(world, { run_id: 'c', name: '', labels: { pipeline: 'orders' }, submitted_at: second(1) })
      expect(await found(world, { name_holds: 'orders' })).toEqual(['a', 'b'])
      expect(await found(world, { name_holds: 'Orders' })).toEqual([])
      expect(await found(world, { name_holds: '%' })).toEqual(['a'])
      expect(await found(world, { name_holds: '_' })).toEqual(['a'])
    },
  ],
  [
    'finds runs by the dataset that an invocation wrote, and among given ones',
    'all',
    async (world) => {
      await plant(world, { run_id: 'a', ...wrote('d1'), submitted_at: second(3) })
      await plant(world, { run_id: 'b', ...wrote('d2'), submitted_at: second(2) })
      await plant(world, { run_id: 'c', labels: { d1: 'd1' }, submitted_at: second(1) })
      expect(await found(world, { dataset_id: 'd1' })).toEqual(['a'])
      expect(await found(world, { dataset_id: 'd' })).toEqual([])
      expect(await found(world, { ids: new Set(['c', 'a', 'z']) })).toEqual(['a', 'c'])
      expect(await found(world, { ids: new Set() })).toEqual([])
    },
  ],
  [
    'finds runs by labels, of several all, whatever characters they are made of',
    'all',
    async (world, { later }) => {
      const labels: Record<string, Record<string, string>> = {
        a: { team: 'data', env: 'prod' },
        b: { team: 'data', 'ü"\\ key': 'x' },
        c: { team: 'Data' },
      }
      for (const [n, [run_id, own]] of Object.entries(labels).entries()) {
        await plant(world, { run_id, labels: own, submitted_at: second(9 - n) })
      }
      if (later) await plantLabels(world, labels)
      expect(await found(world, { labels: [{ key: 'team' }] })).toEqual(['a', 'b', 'c'])
      expect(await found(world, { labels: [{ key: 'team', value: 'data' }] })).toEqual(['a', 'b'])
      expect(await found(world, { labels: [{ key: 'team', value: 'data' }, { key: 'env' }] })).toEqual(['a'])
      expect(await found(world, { labels: [{ key: 'ü"\\ key', value: 'x' }] })).toEqual(['b'])
      expect(await found(world, { labels: [{ key: 'none' }] })).toEqual([])
      expect(await found(world, { labels: [{ key: 'team' }], status: ['failed'] })).toEqual([])
    },
  ],
  [
    'answers a rare label from its index, however far back the runs are',
    'clustered',
    async (world, { later }) => {
      for (let n = 0; n < 30; n++) await plant(world, { run_id: `run-${n}`, submitted_at: second(n) })
      await plant(world, { run_id: 'old', labels: { rare: 'x' }, submitted_at: at('2026-11-29T10:00:00Z') })
      if (later) await plantLabels(world, { old: { rare: 'x' } })
      expect(await found(world, { labels: [{ key: 'rare', value: 'x' }] }, 10)).toEqual(later ? ['old'] : [])
    },
  ],
  [
    'adds up what fits and says how far it looked',
    'all',
    async (world, { later }) => {
      await plant(world, { run_id: 'a', status: 'failed', submitted_at: second(1) })
      await plant(world, { run_id: 'b', status: 'failed', labels: { team: 'x' }, submitted_at: second(2) })
      await plant(world, { run_id: 'c', status: 'completed', labels: { team: 'x' }, submitted_at: second(3) })
      await plant(world, { run_id: 'd', submitted_at: second(4) }, { body: '{"labels":{"team"' })
      if (later) await plantLabels(world, { b: { team: 'x' }, c: { team: 'x' } })
      const fold = (bodies: boolean) => ({
        start: (): string[] => [],
        add: (sum: string[], run: { columns: Readonly<Record<string, string | null>>; text: string }) => {
          sum.push(`${run.columns['run_id']} ${run.columns['status']} ${run.text !== ''}`)
        },
        bodies,
      })
      const all = await world.history.insight.foldRuns(ANY, 100, fold(true))
      expect(all.sum).toEqual(['d completed true', 'c completed true', 'b failed true', 'a failed true'])
      expect(all).toMatchObject({ looked: 4, unreadable: 0, next: null })
      const some = await world.history.insight.foldRuns({ ...ANY, status: ['failed'] }, 100, fold(false))
      expect(some.sum.map((line) => line.slice(0, 8))).toEqual(['b failed', 'a failed'])
      const labelled = await world.history.insight.foldRuns({ ...ANY, labels: [{ key: 'team' }] }, 100, fold(false))
      expect(labelled.sum.map((line) => line.slice(0, 1)).filter((id) => id !== 'd')).toEqual(['c', 'b'])
      const two = await world.history.insight.foldRuns(ANY, 2, fold(false))
      expect(two).toMatchObject({ looked: 2, next: expect.stringContaining('T10:00:03.') })
      expect(two.sum).toHaveLength(2)
      const brief = await world.history.insight.foldRuns(ANY, { look: 2, ms: 60_000 }, fold(false))
      expect(brief).toMatchObject({ looked: 2, next: two.next, sum: two.sum })
      const none = await world.history.insight.foldRuns({ ...ANY, name: 'nobody' }, 100, fold(true))
      expect(none).toMatchObject({ sum: [], looked: 4, next: null })
    },
  ],
  [
    'counts datasets as the list filters them, up to a cap',
    'all',
    async (world) => {
      const dataset = (id: string, kind: string, uri: string): Row => ({
        id,
        uri,
        kind,
        last_seen: '2026-11-30T10:00:00.000000000Z',
        body: 'anything',
      })
      for (const row of [
        dataset('a', 'file', 'file:///A%'),
        dataset('b', 'file', 'file:///b'),
        dataset('c', 'rest', 'x'),
      ]) {
        await world.plant('faucet_catalog_datasets', row)
      }
      const { insight } = world.history
      expect(await insight.countDatasets({}, 10)).toEqual({ count: 3, capped: false })
      expect(await insight.countDatasets({ kind: 'file' }, 10)).toEqual({ count: 2, capped: false })
      expect(await insight.countDatasets({ q: '///a' }, 10)).toEqual({ count: 1, capped: false })
      expect(await insight.countDatasets({ q: '%' }, 10)).toEqual({ count: 1, capped: false })
      expect(await insight.countDatasets({ kind: 'rest', q: '' }, 10)).toEqual({ count: 1, capped: false })
      expect(await insight.countDatasets({}, 2)).toEqual({ count: 2, capped: true })
      expect(await insight.countDatasets({}, 3)).toEqual({ count: 3, capped: false })
    },
  ],
  [
    'lists schema versions after the first of a window, newest first',
    'all',
    async (world) => {
      const version = (dataset_id: string, number: string, recorded_at: string): Row => ({
        dataset_id,
        version: number,
        recorded_at,
        body: '{}',
      })
      for (const row of [
        version('a', '1', '2026-11-30T10:00:01.000000000Z'),
        version('a', '2', '2026-11-30T10:00:02.000000000Z'),
        version('a', '3', '2026-11-30T10:00:04.500000000Z'),
        version('b', '2', '2026-11-30T10:00:03.000000000Z'),
        version('b', 'two', '2026-11-30T10:00:03.500000000Z'),
      ]) {
        await world.plant('faucet_catalog_schema_versions', row)
      }
      const list = (until: number, limit = 10) => world.history.insight.schemaChanges(second(2), second(until), limit)
      const [newest, ...older] = (await list(5)).filter(({ version: number }) => Number.isInteger(number))
      expect(newest).toEqual({ dataset_id: 'a', version: 3, recorded_at: '2026-11-30T10:00:04.500Z' })
      expect(older.map(({ dataset_id, version: number }) => [dataset_id, number])).toEqual([
        ['b', 2],
        ['a', 2],
      ])
      expect((await list(3)).map(({ dataset_id }) => dataset_id)).toEqual(['a'])
      expect(await list(5, 1)).toEqual([newest])
    },
  ],
  [
    'gives test results of templates where a store keeps any',
    'all',
    async (world, { later }) => {
      if (!later) {
        expect(await world.history.insight.templateTests(5)).toBeNull()
        return
      }
      for (const n of [1, 2, 3]) {
        await world.plant('faucet_template_test_results', {
          result_id: `r${n}`,
          id: 't',
          version: String(n),
          recorded_at: `2026-11-30T10:00:0${n}.000000000Z`,
          body: `{"n":${n}}`,
        })
      }
      const { insight } = world.history
      expect(await insight.templateTests(2)).toEqual(['{"n":3}', '{"n":2}'])
      expect(await insight.templateTests(5, { id: 't', version: 2 })).toEqual(['{"n":2}'])
      expect(await insight.templateTests(5, { id: 'x', version: 2 })).toEqual([])
    },
  ],
  [
    'finds connections that wait for a sign-in, of one tenant or of all',
    'all',
    async (world) => {
      const connection = (tenant: string, name: string, status: string): Row => ({
        tenant,
        name,
        status,
        updated_at: '2026-11-30T10:00:00.000000000Z',
        body: JSON.stringify({ tenant, name, status }),
      })
      for (const row of [
        connection('b', 'x', 'needs_reauth'),
        connection('a', 'z', 'needs_reauth'),
        connection('a', 'Y', 'needs_reauth'),
        connection('a', 'w', 'active'),
      ]) {
        await world.plant('faucet_tenant_connections', row)
      }
      const names = async (limit: number, tenant?: string) =>
        (await world.history.insight.connectionsInNeed(limit, tenant))?.map(({ columns }) => columns['name'])
      expect(await names(10)).toEqual(['Y', 'z', 'x'])
      expect(await names(2)).toEqual(['Y', 'z'])
      expect(await names(10, 'b')).toEqual(['x'])
    },
  ],
  [
    'knows nothing where a store has no such tables',
    'clustered',
    async (world, { later }) => {
      await reshape(world, 'DROP TABLE faucet_tenant_connections')
      await reshape(world, 'DROP TABLE faucet_catalog_schema_versions')
      if (later) await reshape(world, 'DROP TABLE faucet_template_test_results')
      const { insight } = world.history
      expect(await insight.connectionsInNeed(5)).toBeNull()
      expect(await insight.schemaChanges(second(1), second(9), 5)).toEqual([])
      expect(await insight.templateTests(5)).toBeNull()
    },
  ],
])
