import { expect } from 'vitest'
import { CatalogDataset, CatalogLineageEdge, CatalogSchemaVersion } from '@/lib/contract/records/catalog'
import { type Read, readText } from '@/lib/contract/stored'
import { aDataset, aDatasetRow, anUpdate, idOf, schemaOf, second, sink, source } from '../../support/catalog'
import { at } from '../../support/clock'
import { suite, type World } from '../../support/suite'

const A = idOf('csv://a')
const B = idOf('file://b')
const C = idOf('csv://c')
const TABLES = [
  'faucet_catalog_datasets',
  'faucet_catalog_schema_versions',
  'faucet_catalog_edges',
  'faucet_catalog_stats',
] as const

async function bodiesOf<T>(world: World, table: string, read: (text: string) => Read<T>): Promise<T[]> {
  return (await world.rows(table)).flatMap((row) => {
    const body = read(row['body'] ?? '')
    if (!body.ok) throw new Error(body.reason)
    return [body.record]
  })
}
const datasets = (world: World) => bodiesOf(world, TABLES[0], (text) => readText(CatalogDataset, text))
const versions = (world: World) => bodiesOf(world, TABLES[1], (text) => readText(CatalogSchemaVersion, text))
const edges = (world: World) => bodiesOf(world, TABLES[2], (text) => readText(CatalogLineageEdge, text))
const datasetA = async (world: World) => (await datasets(world)).find(({ id }) => id === A)
const bodyOf = async (world: World, id: string) =>
  (await world.rows(TABLES[0])).find((row) => row['id'] === id)?.['body'] ?? ''

/** Every row of the catalog, to see that nothing moved. */
const everything = async (world: World) => {
  const tables = [...TABLES, 'faucet_catalog_profiles', 'faucet_config_snapshots']
  return Promise.all(tables.map((table) => world.rows(table)))
}

export const catalogSuite = suite('catalog', [
  [
    'makes a dataset for each side of a run, and the edge between them',
    'all',
    async (world) => {
      await world.history.catalog.record(anUpdate({ sink: sink('file://b', { records: 7 }) }))
      expect(await bodyOf(world, A)).toBe(
        `{"id":"${A}","uri":"csv://a","kind":"csv","roles":["source"],"first_seen":"${second(0)}","last_seen":"${second(0)}",` +
          `"last_success":"${second(0)}","last_run_id":"run-1","pipeline":"orders","last_records":10,"total_records":10,"runs":1,"schema_versions":0}`,
      )
      expect((await datasets(world)).map(({ id, roles, last_records }) => [id, roles, last_records])).toEqual(
        [
          [A, ['source'], 10],
          [B, ['sink'], 7],
        ].sort(),
      )
      const [edge] = await world.rows(TABLES[2])
      expect(edge?.['body']).toBe(
        `{"src_id":"${A}","dst_id":"${B}","src_uri":"csv://a","dst_uri":"file://b","pipeline":"orders","row":"row-0",` +
          `"first_seen":"${second(0)}","last_seen":"${second(0)}","last_run_id":"run-1","runs":1,"last_records":7}`,
      )
      expect((await world.rows(TABLES[3])).map((row) => [row['dataset_id'], row['run_id'], row['records']])).toEqual(
        [
          [A, 'run-1', '10'],
          [B, 'run-1', '7'],
        ].sort(),
      )
    },
  ],
  [
    'writes every timestamp column at full width, whatever the precision it was told',
    'all',
    async (world) => {
      for (const recorded_at of ['2026-11-30T10:00:00Z', '2026-11-30T10:00:01.5Z', '2026-11-30T12:00:02.25+02:00']) {
        const sources = [source('csv://a', { schema: schemaOf({ [recorded_at]: 'string' }) })]
        await world.history.catalog.record(anUpdate({ recorded_at: at(recorded_at), sources }))
      }
      await world.history.catalog.annotate(A, { owners: ['x'], consumers: [], replace_consumers: false })
      const columns = [
        ...(await world.rows(TABLES[0])).map((row) => row['last_seen']),
        ...(await world.rows(TABLES[1])).map((row) => row['recorded_at']),
        ...(await world.rows(TABLES[2])).map((row) => row['last_seen']),
        ...(await world.rows(TABLES[3])).map((row) => row['recorded_at']),
      ]
      expect(columns).toHaveLength(2 + 3 + 1 + 6)
      for (const column of columns) expect(column).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
      expect(columns).toContain('2026-11-30T10:00:02.250000000Z')
      expect((await datasetA(world))?.last_seen).toBe('2026-11-30T12:00:02.25+02:00')
    },
  ],
  [
    'takes the latest run for kind, times and last records, adds roles in order, and sums the rest',
    'all',
    async (world) => {
      await world.history.catalog.record(anUpdate())
      await world.history.catalog.record(
        anUpdate({
          run_id: 'run-2',
          pipeline: 'back',
          recorded_at: second(9),
          sources: [source('file://b', { records: 3 })],
          sink: sink('csv://a', { kind: 'file', records: 2 }),
        }),
      )
      expect(await datasetA(world)).toMatchObject({
        kind: 'file',
        roles: ['sink', 'source'],
        first_seen: second(0),
        last_seen: second(9),
        last_success: second(9),
        last_run_id: 'run-2',
        pipeline: 'back',
        last_records: 2,
        total_records: 12,
        runs: 2,
      })
      const [row] = (await world.rows(TABLES[0])).filter((each) => each['id'] === A)
      expect(row).toMatchObject({ kind: 'file', uri: 'csv://a', last_seen: second(9) })
    },
  ],
  [
    'counts beyond 2^53 to the last unit, and stops at the largest 64-bit number',
    'all',
    async (world) => {
      const records = 9007199254740993n
      for (const recorded_at of [second(0), second(1)]) {
        await world.history.catalog.record(anUpdate({ recorded_at, sources: [source('csv://a', { records })] }))
      }
      expect(await bodyOf(world, A)).toContain('"last_records":9007199254740993,"total_records":18014398509481986,')
      expect((await world.history.catalog.getDataset(A))?.stats.map((stat) => stat.records)).toEqual([records, records])
      const largest = 18446744073709551615n
      for (const recorded_at of [second(2), second(3)]) {
        await world.history.catalog.record(
          anUpdate({ recorded_at, sources: [source('csv://a', { records: largest })] }),
        )
      }
      expect((await datasetA(world))?.total_records).toBe(largest)
      expect((await world.history.catalog.getDataset(A))?.stats[0]?.records).toBe(largest)
    },
  ],
  [
    'adds a schema version only when the hash is another one, with its difference',
    'all',
    async (world) => {
      const schemas = [
        schemaOf({ id: 'integer', name: 'string' }),
        { type: 'object', properties: { name: { type: 'string' }, id: { type: 'integer' } } },
        schemaOf({ id: 'number', name: 'string', email: 'string' }),
        undefined,
        schemaOf({ id: 'number', name: 'string', email: ['null', 'string'] }),
        schemaOf({ id: 'integer', name: 'string', email: ['null', 'string'] }),
      ]
      for (const [at, schema] of schemas.entries()) {
        const seen = source('csv://a', schema && { schema })
        await world.history.catalog.record(anUpdate({ run_id: `run-${at}`, recorded_at: second(at), sources: [seen] }))
      }
      const timeline = (await versions(world)).sort((a, b) => a.version - b.version)
      expect(timeline.map(({ version, run_id, recorded_at }) => [version, run_id, recorded_at])).toEqual([
        [1, 'run-0', second(0)],
        [2, 'run-2', second(2)],
        [3, 'run-4', second(4)],
        [4, 'run-5', second(5)],
      ])
      expect(timeline[0]?.schema_hash).toBe('91704ea7f6696964')
      expect(timeline.map(({ diff }) => diff)).toEqual([
        undefined,
        {
          added: [{ column: 'email', from: null, to: { type: 'string' } }],
          changed: [],
          removed: [],
          widened: [{ column: 'id', from: { type: 'integer' }, to: { type: 'number' } }],
        },
        {
          added: [],
          changed: [],
          removed: [],
          widened: [{ column: 'email', from: { type: 'string' }, to: { type: ['null', 'string'] } }],
        },
        undefined,
      ])
      const last = timeline[3]
      expect(await datasetA(world)).toMatchObject({
        schema_versions: 4,
        current_schema: last?.schema,
        current_schema_hash: last?.schema_hash,
      })
    },
  ],
  [
    'leaves a schema version alone that somebody else has already written',
    'all',
    async (world) => {
      const theirs = { dataset_id: A, version: '1', recorded_at: second(0), body: '{"theirs":1}' }
      await world.plant(TABLES[1], theirs)
      await world.history.catalog.record(
        anUpdate({ sources: [source('csv://a', { schema: schemaOf({ id: 'integer' }) })] }),
      )
      expect(await world.rows(TABLES[1])).toEqual([theirs])
      expect((await datasetA(world))?.schema_versions).toBe(1)
    },
  ],
  [
    'keeps the first volume point of a dataset and instant, and folds both sides of a run onto one dataset',
    'all',
    async (world) => {
      const both = { sources: [source('csv://a', { records: 4 })], sink: sink('csv://a', { records: 5 }) }
      await world.history.catalog.record(anUpdate(both))
      expect(await datasetA(world)).toMatchObject({
        runs: 2,
        total_records: 9,
        last_records: 5,
        roles: ['sink', 'source'],
      })
      expect(await edges(world)).toMatchObject([{ src_id: A, dst_id: A, runs: 1, last_records: 5 }])
      await world.history.catalog.record(anUpdate({ ...both, run_id: 'run-2' }))
      expect((await world.rows(TABLES[3])).map((row) => [row['run_id'], row['records']])).toEqual([['run-1', '4']])
    },
  ],
  [
    'keeps the newest 500 volume points of a dataset and none of another one is touched',
    'all',
    async (world) => {
      for (let at = 0; at < 501; at++) {
        await world.plant(TABLES[3], { dataset_id: A, recorded_at: second(at), run_id: `old-${at}`, records: '1' })
      }
      await world.plant(TABLES[3], { dataset_id: 'other', recorded_at: second(0), run_id: 'old', records: '1' })
      await world.history.catalog.record(anUpdate({ recorded_at: second(900) }))
      const kept = (await world.rows(TABLES[3])).filter((row) => row['dataset_id'] === A)
      expect(kept).toHaveLength(500)
      expect(kept[0]?.['recorded_at']).toBe(second(2))
      expect(kept.at(-1)?.['recorded_at']).toBe(second(900))
      expect((await world.rows(TABLES[3])).filter((row) => row['dataset_id'] === 'other')).toHaveLength(1)
    },
  ],
  [
    'gives each edge of a merge what its own source read, and advances one for two sources with one URI',
    'all',
    async (world) => {
      const sources = [
        source('csv://a', { records: 4 }),
        source('csv://c', { records: 6 }),
        source('csv://a', { records: 5 }),
      ]
      for (const at of [0, 1]) {
        const run_id = `run-${at}`
        await world.history.catalog.record(
          anUpdate({ run_id, row: `row-${at}`, pipeline: `p${at}`, recorded_at: second(at), sources }),
        )
      }
      const seen = {
        pipeline: 'p1',
        row: 'row-1',
        last_run_id: 'run-1',
        first_seen: second(0),
        last_seen: second(1),
        runs: 2,
      }
      const found = await edges(world)
      expect(found).toHaveLength(2)
      expect(found.find(({ src_id }) => src_id === A)).toMatchObject({ ...seen, last_records: 5 })
      expect(found.find(({ src_id }) => src_id === C)).toMatchObject({ ...seen, last_records: 6 })
      expect((await world.rows(TABLES[2])).map((row) => row['last_seen'])).toEqual([second(1), second(1)])
      expect(await datasetA(world)).toMatchObject({ runs: 4, total_records: 18 })
    },
  ],
  [
    'keeps the column lineage of an edge through an opaque run, or drops it where later engines work',
    'all',
    async (world, backend) => {
      const first = { fields: { id: ['id'] } }
      const newer = { fields: { id: ['id', 'key'] } }
      await world.history.catalog.record(anUpdate({ column_lineage: first }))
      await world.history.catalog.record(anUpdate({ recorded_at: second(1), column_lineage: newer }))
      expect((await edges(world))[0]?.column_lineage).toEqual(newer)
      await world.history.catalog.record(anUpdate({ recorded_at: second(2) }))
      expect((await edges(world))[0]?.column_lineage).toEqual(backend.later ? undefined : newer)
      expect((await edges(world))[0]?.runs).toBe(3)
    },
  ],
  [
    'changes nothing but what the fold says: unknown members, digits, owners and consumers stay as written',
    'all',
    async (world) => {
      const body =
        `{"future":{"x":1.0,"big":12345678901234567890123},"id":"${A}","uri":"csv://a","kind":"csv","roles":["source"],` +
        '"first_seen":"2026-11-01T00:00:00Z","last_seen":"2026-11-02T00:00:00.5Z","last_success":"2026-11-02T00:00:00.5Z",' +
        '"last_run_id":"r","pipeline":"p","last_records":1,"total_records":9007199254740993,"runs":3,"schema_versions":1,' +
        '"current_schema":{"10":1.0,"9":{"type":"string"}},"current_schema_hash":"h","owners":["a","b"],' +
        '"consumers":[{"name":"bi","extra":1.50,"registered_by":"x","registered_at":"2026-11-02T00:00:00.500Z"}],"tail":[1e300,0.10]}'
      await world.plant(TABLES[0], aDatasetRow({}, body))
      const edge =
        `{"src_id":"${A}","dst_id":"${B}","src_uri":"csv://a","dst_uri":"file://b","pipeline":"p","row":"r","first_seen":"2026-11-01T00:00:00Z",` +
        '"last_seen":"2026-11-01T00:00:00Z","last_run_id":"r","runs":9007199254740993,"last_records":1,"column_lineage":{"fields":{"b":[],"a":[1.0]}},"future":2.0}'
      await world.plant(TABLES[2], { src_id: A, dst_id: B, last_seen: second(0), body: edge })
      const lineage = { fields: { b: [], a: [1] } }
      await world.history.catalog.record(anUpdate({ recorded_at: second(5), column_lineage: lineage }))
      const at = second(5)
      expect(await bodyOf(world, A)).toBe(
        body
          .replaceAll('"2026-11-02T00:00:00.5Z"', `"${at}"`)
          .replace(
            '"last_run_id":"r","pipeline":"p","last_records":1',
            '"last_run_id":"run-1","pipeline":"orders","last_records":10',
          )
          .replace('9007199254740993,"runs":3', '9007199254741003,"runs":4'),
      )
      const [row] = await world.rows(TABLES[2])
      expect(row?.['body']).toBe(
        edge
          .replace('"pipeline":"p","row":"r"', '"pipeline":"orders","row":"row-0"')
          .replace('"last_seen":"2026-11-01T00:00:00Z","last_run_id":"r"', `"last_seen":"${at}","last_run_id":"run-1"`)
          .replace('9007199254740993,"last_records":1', '9007199254740994,"last_records":10')
          .replace('[1.0]', '[1]'),
      )
    },
  ],
  [
    'overwrites no body that it cannot read, and then writes nothing of the run',
    'all',
    async (world) => {
      const sound = aDatasetRow({ id: C, uri: 'csv://c' })
      const nul = { ...sound, body: sound['body']?.replace(/}$/, ',"x":"\\u0000"}') ?? '' }
      const cases = [
        [aDatasetRow({ id: B, uri: 'file://b' }, '{"id":'), anUpdate(), 'unreadable'],
        [aDatasetRow({}, '{"id":"only"}'), anUpdate({ sink: sink('file://new') }), 'unreadable'],
        [nul, anUpdate({ sink: sink('csv://c'), sources: [source('csv://new')] }), 'refused'],
      ] as const
      for (const [broken, update, kind] of cases) {
        await world.plant(TABLES[0], broken)
        const before = await everything(world)
        await expect(world.history.catalog.record(update)).rejects.toMatchObject({ kind })
        expect(await everything(world)).toEqual(before)
      }
    },
  ],
  [
    'overwrites no edge that it cannot read, and then writes nothing of the run',
    'all',
    async (world) => {
      await world.plant(TABLES[2], { src_id: A, dst_id: B, last_seen: second(0), body: 'no json' })
      const before = await everything(world)
      await expect(world.history.catalog.record(anUpdate())).rejects.toMatchObject({ kind: 'unreadable' })
      expect(await everything(world)).toEqual(before)
    },
  ],
  [
    'refuses what an engine could not read before anything is written',
    'all',
    async (world) => {
      const wrong = [
        anUpdate({ row: 'a\u0000b' }),
        anUpdate({ sink: sink('file://b', { schema: { 'a\u0000b': 1 } }) }),
        anUpdate({ sink: sink('file://b', { role: 'both' }) }),
        anUpdate({ sink: sink('file://b', { records: -1 }) }),
        anUpdate({ sink: sink('file://b', { records: 18446744073709551616n }) }),
      ]
      for (const update of wrong) {
        await expect(world.history.catalog.record(update)).rejects.toMatchObject({ kind: 'refused' })
      }
      expect((await everything(world)).flat()).toEqual([])
    },
  ],
  [
    'loses no run when two instances record the same datasets at once',
    'clustered',
    async (world) => {
      const peer = await world.peer('instance-b')
      await world.history.catalog.record(anUpdate())
      await Promise.all(
        [world.history, peer, world.history].map(({ catalog }, at) =>
          catalog.record(anUpdate({ recorded_at: second(at + 1), run_id: `run-${at}` })),
        ),
      )
      expect(await datasetA(world)).toMatchObject({ runs: 4, total_records: 40 })
      expect(await edges(world)).toMatchObject([{ runs: 4 }])
    },
  ],
  [
    'makes a dataset once when two instances see it first',
    'clustered',
    async (world) => {
      const peer = await world.peer('instance-b')
      await Promise.all(
        [world.history, peer].map(({ catalog }, at) =>
          catalog.record(
            anUpdate({ recorded_at: second(at), sources: [source('csv://a', { schema: schemaOf({ a: 'string' }) })] }),
          ),
        ),
      )
      expect(await datasetA(world)).toMatchObject({ runs: 2, schema_versions: 1 })
      expect(await versions(world)).toHaveLength(1)
      expect(await edges(world)).toMatchObject([{ runs: 2 }])
    },
  ],
  [
    'annotates a dataset: owners cleaned, consumers put in by name',
    'all',
    async (world) => {
      const consumer = (name: string, more = {}) => ({ name, registered_by: 'ops', registered_at: second(3), ...more })
      await world.history.catalog.record(anUpdate())
      const annotate = (more: object) =>
        world.history.catalog.annotate(A, { consumers: [], replace_consumers: false, ...more })
      expect(await annotate({ owners: ['a', ' a ', '', 'b'], consumers: [consumer('bi'), consumer('ml')] })).toBe(true)
      expect(await datasetA(world)).toMatchObject({ owners: ['a', 'b'], consumers: [consumer('bi'), consumer('ml')] })
      await annotate({ consumers: [consumer('ml', { kind: 'model' }), consumer('new', { columns: ['id'] })] })
      expect(await datasetA(world)).toMatchObject({
        owners: ['a', 'b'],
        consumers: [consumer('bi'), consumer('ml', { kind: 'model' }), consumer('new', { columns: ['id'] })],
      })
      await annotate({ consumers: [consumer('new')], replace_consumers: true, owners: ['a', 'b', 'a'] })
      expect(await datasetA(world)).toMatchObject({ owners: ['a', 'b', 'a'], consumers: [consumer('new')] })
      await annotate({ owners: [], replace_consumers: true })
      expect(await bodyOf(world, A)).toMatch(/"schema_versions":0}$/)
    },
  ],
  [
    'keeps annotations through runs, and runs through annotations',
    'all',
    async (world) => {
      await world.history.catalog.record(anUpdate())
      await world.history.catalog.annotate(A, { owners: ['me'], consumers: [], replace_consumers: false })
      await world.history.catalog.record(anUpdate({ recorded_at: second(1) }))
      expect(await datasetA(world)).toMatchObject({ owners: ['me'], runs: 2, last_seen: second(1) })
    },
  ],
  [
    'annotates in place: unknown members and digits stay, columns follow the body',
    'all',
    async (world) => {
      const body =
        `{"id":"${A}","uri":"csv://a","kind":"csv","roles":[],"first_seen":"2026-11-01T00:00:00Z","last_seen":"2026-11-02T00:00:00.5Z",` +
        '"last_success":"2026-11-02T00:00:00.5Z","last_run_id":"r","pipeline":"p","last_records":1,"total_records":1,"runs":3,"schema_versions":0,' +
        '"consumers":[{"name":"old","weight":1.50}],"future":{"n":1.0}}'
      await world.plant(TABLES[0], { ...aDatasetRow({}, body), uri: 'stale', kind: 'stale', last_seen: second(0) })
      await world.history.catalog.annotate(A, { owners: ['me'], consumers: [], replace_consumers: false })
      const [row] = await world.rows(TABLES[0])
      expect(row?.['body']).toBe(body.replace('"consumers"', '"owners":["me"],"consumers"'))
      expect(row).toMatchObject({ uri: 'csv://a', kind: 'csv', last_seen: '2026-11-02T00:00:00.500000000Z' })
      const added = { name: 'new', registered_by: 'x', registered_at: second(1) }
      await world.history.catalog.annotate(A, { consumers: [added], replace_consumers: false })
      expect((await datasetA(world))?.consumers?.[0]).toMatchObject({ name: 'old', weight: expect.anything() })
      expect(await bodyOf(world, A)).toContain('"weight":1.50')
    },
  ],
  [
    'annotates neither a dataset that is not there nor one that cannot be read',
    'all',
    async (world) => {
      const annotation = { owners: ['me'], consumers: [], replace_consumers: false }
      expect(await world.history.catalog.annotate(A, annotation)).toBe(false)
      expect((await everything(world)).flat()).toEqual([])
      await world.plant(TABLES[0], aDatasetRow({}, '[]'))
      await expect(world.history.catalog.annotate(A, annotation)).rejects.toMatchObject({ kind: 'unreadable' })
      expect(await bodyOf(world, A)).toBe('[]')
    },
  ],
  [
    'loses no annotation when two instances annotate and record at once',
    'clustered',
    async (world) => {
      const peer = await world.peer('instance-b')
      await world.plant(TABLES[0], aDatasetRow(aDataset()))
      const consumer = (name: string) => ({ name, registered_by: 'x', registered_at: second(1) })
      await Promise.all([
        world.history.catalog.annotate(A, { consumers: [consumer('bi')], replace_consumers: false }),
        peer.catalog.annotate(A, { consumers: [consumer('ml')], replace_consumers: false }),
        peer.catalog.record(anUpdate({ recorded_at: second(2) })),
      ])
      const after = await datasetA(world)
      expect(after?.consumers?.map(({ name }) => name).sort()).toEqual(['bi', 'ml'])
      expect(after?.runs).toBe(2)
    },
  ],
  [
    'is left alone by the purge of runs',
    'all',
    async (world) => {
      await world.history.catalog.record(
        anUpdate({ sources: [source('csv://a', { schema: schemaOf({ a: 'string' }) })] }),
      )
      const before = await everything(world)
      world.advance(10 * 365 * 86_400_000)
      await world.history.runs.purgeExpired(0)
      expect(await everything(world)).toEqual(before)
    },
  ],
])
