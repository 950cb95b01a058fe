import { expect } from 'vitest'
import { isTimestamp } from '@/lib/contract/records/primitives'
import { aDatasetRow, anEdgeRow, aProfile, aSnapshot, second } from '../../support/catalog'
import { expectRefused, NUL } from '../../support/refused'
import { suite, type World } from '../../support/suite'

const DATASETS = 'faucet_catalog_datasets'

/** Plants datasets with these ids, URIs and seconds of last activity. */
async function plant(world: World, ...given: (readonly [id: string, uri: string, seconds: number, kind?: string])[]) {
  for (const [id, uri, seconds, kind = 'csv'] of given) {
    await world.plant(DATASETS, aDatasetRow({ id, uri, kind, last_seen: second(seconds) }))
  }
}

type Columns = { columns: Readonly<Record<string, string | null>> }
const ids = (rows: readonly Columns[]) => rows.map((row) => row.columns['id'])
const ends = (rows: readonly Columns[]) => rows.map((row) => `${row.columns['src_id']}>${row.columns['dst_id']}`)

const list = (world: World, filter: object = {}) => world.history.catalog.listDatasets({ limit: 100, ...filter })
const listed = async (world: World, filter: object = {}) => ids((await list(world, filter)).rows)

export const catalogReadsSuite = suite('catalog reads', [
  [
    'lists datasets by latest activity, ties by id, and pages to the end',
    'all',
    async (world) => {
      await plant(world, ['a1', 'csv://1', 5], ['c1', 'csv://2', 1], ['b1', 'csv://3', 1], ['d1', 'csv://4', 9])
      expect(await listed(world)).toEqual(['d1', 'a1', 'c1', 'b1'])
      const first = await list(world, { limit: 2 })
      expect(ids(first.rows)).toEqual(['d1', 'a1'])
      expect(first.next_cursor).toBe('a1')
      const second = await list(world, { limit: 1, cursor: 'a1' })
      expect(ids(second.rows)).toEqual(['c1'])
      const last = await list(world, { limit: 1, cursor: second.next_cursor })
      expect(ids(last.rows)).toEqual(['b1'])
      expect(last.next_cursor).toBeUndefined()
      expect((await list(world, { limit: 4 })).next_cursor).toBeUndefined()
      expect((await list(world, { limit: 3 })).next_cursor).toBe('c1')
    },
  ],
  [
    'returns the body as it stands, and takes a limit below one as one',
    'all',
    async (world) => {
      const body = aDatasetRow({ id: 'a1' })['body']?.replace('}', ',"future":1.0}') ?? ''
      await world.plant(DATASETS, { ...aDatasetRow({ id: 'a1' }), body })
      await plant(world, ['b1', 'csv://2', 0])
      expect((await list(world)).rows[1]?.text).toBe(body)
      for (const limit of [0, -3]) expect(await listed(world, { limit })).toEqual(['b1'])
    },
  ],
  [
    'takes a cursor in either form; the long one needs no row, an unknown bare one starts over',
    'all',
    async (world) => {
      await plant(world, ['a1', 'csv://1', 1], ['b1', 'csv://2', 2], ['c1', 'csv://3', 3])
      expect(await listed(world, { cursor: 'b1' })).toEqual(['a1'])
      expect(await listed(world, { cursor: `${second(2)}~b1` })).toEqual(['a1'])
      expect(await listed(world, { cursor: `${second(2)}~b0` })).toEqual(['a1'])
      expect(await listed(world, { cursor: `${second(2)}~b2` })).toEqual(['b1', 'a1'])
      expect(await listed(world, { cursor: '2026-11-30T10:00:02.000000001Z~b1' })).toEqual(['a1'])
      expect(await listed(world, { cursor: '2026-11-30T09:00:00Z~zz' })).toEqual([])
      for (const cursor of ['gone', 'not~a~time', `~b1`, '']) {
        expect(await listed(world, { cursor })).toEqual(['c1', 'b1', 'a1'])
      }
    },
  ],
  [
    'starts over at a bare cursor that the filter does not list, as 1.13.1 does',
    'all',
    async (world) => {
      await plant(world, ['a1', 'csv://x1', 1], ['b1', 'csv://y', 2, 'jsonl'], ['c1', 'csv://x2', 3])
      expect(await listed(world, { kind: 'csv', cursor: 'b1' })).toEqual(['c1', 'a1'])
      expect(await listed(world, { q: 'X', cursor: 'b1' })).toEqual(['c1', 'a1'])
      expect(await listed(world, { q: 'X', cursor: 'c1' })).toEqual(['a1'])
      expect(await listed(world, { kind: 'csv', cursor: `${second(2)}~b1` })).toEqual(['a1'])
    },
  ],
  [
    'filters by the exact kind',
    'all',
    async (world) => {
      await plant(world, ['a1', 'csv://1', 1, 'csv'], ['b1', 'csv://2', 2, 'CSV'], ['c1', 'csv://3', 3, 'csv2'])
      expect(await listed(world, { kind: 'csv' })).toEqual(['a1'])
      expect(await listed(world, { kind: 'CSV' })).toEqual(['b1'])
      expect(await listed(world, { kind: '%' })).toEqual([])
    },
  ],
  [
    'finds literal text in the URI, upper and lower case alike, in any script',
    'all',
    async (world) => {
      await plant(
        world,
        ['a1', 's3://Bucket/100%/Ä_b.CSV', 1],
        ['b1', 's3://bucket/100x/a_b.csv', 2],
        ['c1', 's3://bucket/c\\d/ΣΟΦΌΣ', 3],
        ['d1', 's3://bucket/axb', 4],
      )
      expect(await listed(world, { q: 'BUCKET' })).toEqual(['d1', 'c1', 'b1', 'a1'])
      expect(await listed(world, { q: '100%' })).toEqual(['a1'])
      expect(await listed(world, { q: 'a_b' })).toEqual(['b1'])
      expect(await listed(world, { q: 'ä_B' })).toEqual(['a1'])
      expect(await listed(world, { q: '\\' })).toEqual(['c1'])
      expect(await listed(world, { q: 'σοφός' })).toEqual(['c1'])
      expect(await listed(world, { q: "'; --" })).toEqual([])
      expect(await listed(world, { q: '' })).toEqual(['d1', 'c1', 'b1', 'a1'])
      expect(await listed(world, { q: 'csv', kind: 'json' })).toEqual([])
    },
  ],
  [
    'searches to the end of a long catalog, and pages through what it finds',
    'all',
    async (world) => {
      const id = (at: number) => at.toString(16).padStart(4, '0')
      for (let at = 0; at < 700; at++) await plant(world, [id(at), `csv://${at < 3 ? 'needle' : 'hay'}/${at}`, at])
      const first = await list(world, { q: 'Needle', limit: 2 })
      expect(ids(first.rows)).toEqual([id(2), id(1)])
      expect(first.next_cursor).toBe(id(1))
      const last = await list(world, { q: 'Needle', limit: 2, cursor: first.next_cursor })
      expect(ids(last.rows)).toEqual([id(0)])
      expect(last.next_cursor).toBeUndefined()
      const wide = await list(world, { q: 'hay', limit: 600 })
      expect(wide.rows).toHaveLength(600)
      expect(wide.next_cursor).toBe(id(100))
    },
  ],
  [
    'keeps a dataset that cannot be read in its place, searchable by its columns',
    'all',
    async (world) => {
      await plant(world, ['a1', 'csv://1', 1], ['c1', 'csv://3', 3])
      await world.plant(DATASETS, aDatasetRow({ id: 'b1', uri: 'csv://Broken', last_seen: second(2) }, '{"id":"b1"'))
      const { rows } = await list(world)
      expect(ids(rows)).toEqual(['c1', 'b1', 'a1'])
      expect(rows[1]?.read()).toEqual({ ok: false, reason: 'the body is not JSON' })
      expect(rows[1]?.columns['uri']).toBe('csv://Broken')
      expect(await listed(world, { q: 'broken' })).toEqual(['b1'])
      expect((await world.history.catalog.getDataset('b1'))?.dataset.read().ok).toBe(false)
    },
  ],
  [
    'knows no detail of a dataset that is not there',
    'all',
    async (world) => {
      await world.plant('faucet_catalog_edges', anEdgeRow('a1', 'b1', second(0)))
      expect(await world.history.catalog.getDataset('a1')).toBeNull()
    },
  ],
  [
    'gives a dataset its timeline by version number, even past nine and past what can be read',
    'all',
    async (world) => {
      await plant(world, ['a1', 'csv://1', 1])
      for (const version of ['10', '9', '2', '1', '11']) {
        const row = { dataset_id: 'a1', version, recorded_at: second(0), body: version === '9' ? 'no' : '{}' }
        await world.plant('faucet_catalog_schema_versions', row)
      }
      await world.plant('faucet_catalog_schema_versions', {
        dataset_id: 'other',
        version: '1',
        recorded_at: second(0),
        body: '{}',
      })
      const detail = await world.history.catalog.getDataset('a1')
      expect(detail?.schema_timeline.map((row) => row.columns['version'])).toEqual(['1', '2', '9', '10', '11'])
      expect(detail?.schema_timeline[2]?.read()).toMatchObject({ ok: false })
    },
  ],
  [
    'gives a dataset its newest 50 volume points, newest first, lenient as engines are',
    'all',
    async (world) => {
      await plant(world, ['a1', 'csv://1', 1])
      const stat = (recorded_at: string, run_id: string, records: string, dataset_id = 'a1') =>
        world.plant('faucet_catalog_stats', { dataset_id, recorded_at, run_id, records })
      for (let at = 0; at < 52; at++) await stat(second(at), `run-${at}`, '1')
      await stat(second(99), 'other', '1', 'b1')
      const newest = (await world.history.catalog.getDataset('a1'))?.stats
      expect(newest).toHaveLength(50)
      expect(newest?.[0]).toEqual({ recorded_at: second(51), run_id: 'run-51', records: 1 })
      expect(newest?.[49]?.run_id).toBe('run-2')

      await plant(world, ['c1', 'csv://2', 1])
      await stat('2026-11-30T10:00:03.000000000Z', 'big', '18446744073709551615', 'c1')
      await stat('2026-11-30T10:00:02.500000000Z', 'minus', '-1', 'c1')
      await stat('2026-11-30T10:00:01.000001000Z', 'huge', '18446744073709551616', 'c1')
      await stat('1', 'odd', '1.5', 'c1')
      const odd = (await world.history.catalog.getDataset('c1'))?.stats
      expect(odd?.map(({ run_id, records }) => [run_id, records])).toEqual([
        ['big', 18446744073709551615n],
        ['minus', 0],
        ['huge', 0],
        ['odd', 0],
      ])
      expect(odd?.slice(0, 3).map((point) => point.recorded_at)).toEqual([
        '2026-11-30T10:00:03Z',
        '2026-11-30T10:00:02.500Z',
        '2026-11-30T10:00:01.000001Z',
      ])
      expect(isTimestamp(odd?.[3]?.recorded_at ?? '')).toBe(true)
    },
  ],
  [
    'splits the edges of a dataset by direction, in edge order, its own loop downstream only',
    'all',
    async (world) => {
      await plant(world, ['m1', 'csv://1', 1])
      const planted: [string, string, number][] = [
        ['m1', 'z1', 1],
        ['m1', 'b1', 1],
        ['m1', 'm1', 1],
        ['m1', 'a1', 3],
        ['z1', 'm1', 2],
        ['b1', 'm1', 2],
        ['c1', 'm1', 9],
        ['x1', 'y1', 9],
      ]
      for (const [src, dst, at] of planted)
        await world.plant('faucet_catalog_edges', anEdgeRow(src, dst, second(at), '?'))
      const detail = await world.history.catalog.getDataset('m1')
      expect(ends(detail?.downstream ?? [])).toEqual(['m1>a1', 'm1>b1', 'm1>m1', 'm1>z1'])
      expect(ends(detail?.upstream ?? [])).toEqual(['c1>m1', 'b1>m1', 'z1>m1'])
      expect(detail?.upstream[0]?.read()).toMatchObject({ ok: false })
    },
  ],
  [
    'slices the lineage around a root, at least one hop, in edge order',
    'all',
    async (world) => {
      const planted: [string, string, number][] = [
        ['a', 'b', 4],
        ['b', 'c', 3],
        ['c', 'd', 2],
        ['x', 'y', 5],
        ['d', 'd', 1],
      ]
      for (const [src, dst, at] of planted) {
        await world.plant('faucet_catalog_edges', anEdgeRow(src, dst, second(at), `{"${src}":1.0}`))
      }
      const slice = async (root: string | null, depth: number) => ends(await world.history.catalog.lineage(root, depth))
      expect(await slice(null, 5)).toEqual(['x>y', 'a>b', 'b>c', 'c>d', 'd>d'])
      expect(await slice('b', 1)).toEqual(['a>b', 'b>c'])
      expect(await slice('b', 0)).toEqual(['a>b', 'b>c'])
      expect(await slice('b', 2)).toEqual(['a>b', 'b>c', 'c>d'])
      expect(await slice('b', 32)).toEqual(['a>b', 'b>c', 'c>d', 'd>d'])
      expect(await slice('z', 3)).toEqual([])
      expect((await world.history.catalog.lineage('x', 1))[0]?.text).toBe('{"x":1.0}')
    },
  ],
  [
    'orders edges by code unit, whatever the collation of the database',
    'all',
    async (world) => {
      const keys = ['_', 'a', 'B', 'z-1', 'z1', 'z_1']
      for (const key of keys) await world.plant('faucet_catalog_edges', anEdgeRow('a', key, second(0)))
      expect(ends(await world.history.catalog.lineage(null, 1))).toEqual([...keys].sort().map((key) => `a>${key}`))
      expect(ends(await world.history.catalog.lineage('a', 1))).toEqual([...keys].sort().map((key) => `a>${key}`))
    },
  ],
  [
    'refuses U+0000 in every argument, whatever the store would do with it',
    'all',
    async ({ history: { catalog } }) => {
      await expectRefused(
        () => catalog.listDatasets({ limit: 1, kind: NUL }),
        () => catalog.listDatasets({ limit: 1, q: NUL }),
        () => catalog.listDatasets({ limit: 1, cursor: NUL }),
        () => catalog.getDataset(NUL),
        () => catalog.lineage(NUL, 1),
        () => catalog.profileHistory(NUL, 1),
        () => catalog.recordProfile(NUL, aProfile()),
        () => catalog.annotate(NUL, { owners: [], consumers: [], replace_consumers: false }),
        () => catalog.annotate('a1', { owners: [NUL], consumers: [], replace_consumers: false }),
        () => catalog.recordConfigSnapshot(aSnapshot({ pipeline: NUL })),
        () => catalog.lastConfigSnapshot(NUL),
      )
    },
  ],
])
