import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { bodyText } from '@/lib/contract/body'
import type { Json } from '@/lib/contract/json'
import { CatalogDataset, CatalogLineageEdge, CatalogSchemaVersion } from '@/lib/contract/records/catalog'
import { CatalogProfileRecord, ConfigSnapshot } from '@/lib/contract/records/catalog-profiles'
import { LocalOutputRecord } from '@/lib/contract/records/outputs'
import { readText } from '@/lib/contract/stored'
import { parseDatasetCursor } from '@/lib/derive/cursor'
import { observedIn } from '@/lib/store/kit/catalog-rows'
import { canonicalJson, hex16 } from '@/lib/store/kit/hash'
import { anUpdate, schemaOf, sink, source } from '../../support/catalog'

describe('ids and hashes', () => {
  it.each([
    ['postgres://h:5432/db', '752374419698c403'],
    ['s3://b/k', 'a65db92acac13cb7'],
    ['file:///data/orders.csv', '904d076dd8113054'],
    [['file://./out/dt=', '{now.date}/part.jsonl'].join('$'), '86f00b2003e93564'],
    ['https://api.example.com/v1/contacts', 'dddd9074712f693b'],
    [['s3://bucket-07/data/', '{now.month}/part.jsonl'].join('$'), '046353c9d05c6638'],
    [['file://./out/', '{now.strftime.%Y/%m}/x.jsonl'].join('$'), '2fe237175ecd9bf0'],
    ['csv://./in.csv', '8c6a9fc247d760d2'],
  ])('dataset %s is %s', (uri, id) => {
    const { datasets, sinkId } = observedIn(anUpdate({ sources: [source(uri)], sink: sink(uri) }))
    expect([datasets[0]?.id, sinkId]).toEqual([id, id])
  })

  it.each([
    ['/out/a.jsonl', '6c69f48589b7c331'],
    ['/data/out/orders.jsonl', '92e17e0c44ae6178'],
    ['./out/a.jsonl', '28f46ae9e6cc23c4'],
  ])('output %s is %s', (path, id) => {
    expect(hex16(path)).toBe(id)
  })

  it.each<[Json, string]>([
    [schemaOf({ id: 'integer' }), '96111275b2e08fc0'],
    [schemaOf({ id: 'integer', name: 'string' }), '91704ea7f6696964'],
    [{ type: 'object', properties: { name: { type: 'string' }, id: { type: 'integer' } } }, '91704ea7f6696964'],
    [schemaOf({ id: 'integer', name: ['null', 'string'] }), '2e1819f86658c163'],
    [schemaOf({ id: 'integer', name: 'string', email: 'string' }), '4b8f9b4b37d39398'],
  ])('schema %j is %s', (schema, hash) => {
    expect(hex16(canonicalJson(schema))).toBe(hash)
    expect(observedIn(anUpdate({ sink: sink('file://b', { schema }) })).datasets[1]?.schemaHash).toBe(hash)
  })

  it('knows sources with one URI as one edge, which the later describes', () => {
    const sources = [source('a', { records: 1 }), source('b'), source('a', { records: 2 })]
    const { datasets, edgeSources } = observedIn(anUpdate({ sources }))
    expect(datasets).toHaveLength(4)
    expect(edgeSources.map(({ observation }) => [observation.uri, observation.records])).toEqual([
      ['a', 2],
      ['b', 10],
    ])
  })
})

describe('the cursor of a dataset list', () => {
  it('is read in both forms, split at the last tilde', () => {
    const long = parseDatasetCursor('2026-01-01T00:00:00.000000000Z~752374419698c403')
    expect(long).toEqual({ at: '2026-01-01T00:00:00.000000000Z', id: '752374419698c403' })
    expect(parseDatasetCursor('752374419698c403')).toEqual({ at: null, id: '752374419698c403' })
    expect(parseDatasetCursor('x~2026-01-01T00:00:00Z~d')).toEqual({ at: null, id: 'x~2026-01-01T00:00:00Z~d' })
  })
})

/** Bodies as engines wrote them; what differs between releases is in them. */
const BODIES = {
  dataset: [
    CatalogDataset,
    '{"id":"6a77d273e7fa2e59","uri":"file:///srv/faucet/out/orders.jsonl","kind":"jsonl","roles":["sink"],"first_seen":"2026-11-18T08:18:38.860790201Z","last_seen":"2026-11-30T13:07:04.414905677Z","last_success":"2026-11-30T13:07:04.414905677Z","last_run_id":"01a22c90-ea5a-766d-af63-5a7a7096a066","pipeline":"to_be_deleted","last_records":40,"total_records":560,"runs":14,"schema_versions":4,"current_schema":{"properties":{"amount":{"type":"number"}},"type":"object"},"current_schema_hash":"3d1641c4544414f6","owners":["data-platform","finance team"],"consumers":[{"name":"revenue-dashboard","kind":"dashboard","contact":"#analytics","columns":["order_id","amount"],"registered_by":"ops-one","registered_at":"2026-11-29T15:31:02.351047593Z"},{"name":"audit-export","registered_by":"ops-one","registered_at":"2026-11-29T15:31:02.354653606Z"}]}',
  ],
  version: [
    CatalogSchemaVersion,
    '{"dataset_id":"793f69dfb4fcd42b","version":2,"recorded_at":"2026-11-24T05:54:41.026229852Z","run_id":"01a20c1e-e4f7-7188-befc-63fa36e0dd69","schema":{"properties":{"channel":{"type":"string"}},"type":"object"},"schema_hash":"3fbab4b1415d18f0","diff":{"added":[{"column":"channel","from":null,"to":{"type":"string"}}],"changed":[],"removed":[],"widened":[]}}',
  ],
  edge: [
    CatalogLineageEdge,
    '{"src_id":"793f69dfb4fcd42b","dst_id":"6a77d273e7fa2e59","src_uri":"file:///srv/faucet/data/orders.csv","dst_uri":"file:///srv/faucet/out/orders.jsonl","pipeline":"to_be_deleted","row":"row-0","first_seen":"2026-11-18T08:18:38.860790201Z","last_seen":"2026-11-30T13:07:04.414905677Z","last_run_id":"01a22c90-ea5a-766d-af63-5a7a7096a066","runs":14,"last_records":40,"column_lineage":{"fields":{"amount":["amount"]}}}',
  ],
  profile: [
    CatalogProfileRecord,
    '{"run_id":"01a1edbc-8a82-709b-a0cb-d4a116a2c4d0","pipeline":"orders_to_jsonl","row":"row-0","recorded_at":"2026-11-18T08:18:38.864406775Z","profile":{"rows":40,"columns":{"amount":{"rows":40,"present":40,"nulls":0,"null_rate":0.0,"types":{"null":0,"boolean":0,"integer":0,"number":40,"string":0,"object":0,"array":0},"distinct":39,"numeric":{"count":40,"min":25.25,"max":888.24,"mean":398.705,"stddev":239.06373276806335,"p50":382.725,"p95":816.0704999999999},"top_values":[{"value":"111.03","count":1,"share":0.025}],"high_cardinality":false},"currency":{"rows":40,"present":40,"nulls":0,"null_rate":0.0,"types":{"null":0,"boolean":0,"integer":0,"number":0,"string":40,"object":0,"array":0},"distinct":3,"string":{"count":40,"len_min":3,"len_max":3,"len_mean":3.0},"high_cardinality":true}}},"baseline_runs":0}',
  ],
  snapshot: [
    ConfigSnapshot,
    '{"pipeline":"orders_to_jsonl","recorded_at":"2026-11-30T13:07:04.103322445Z","faucet_version":"1.13.1","rows":{"row-0":{"source":{"kind":"csv","config":{"path":"/srv/faucet/data/orders.csv"}},"sink":{"kind":"jsonl","config":{"path":"/srv/faucet/out/odd-8.jsonl"}},"transforms":[{"kind":"cast","config":{"fields":{"amount":"float"},"on_error":"null"}}],"state_key":"orders_to_jsonl::row-0","delivery_guarantee":"AtLeastOnce","on_error":"continue","dlq":false}}}',
  ],
  output: [
    LocalOutputRecord,
    '{"id":"92a2e9e616c38dca","path":"/srv/faucet/out/inventory_export.jsonl","dataset_uri":"file:///srv/faucet/out/inventory_export.jsonl","dataset_id":"1982ffbb3e881e97","kind":"jsonl","pipeline":"inventory_export","row":"row-0","run_id":"01a22c90-e5c3-724d-ac93-c80d2236ebcb","pre_existing":false,"replaced":false,"retention_days":30,"first_written_at":"2026-11-18T08:18:38.954255205Z","last_written_at":"2026-11-30T13:07:03.242651813Z","deleted_at":"2026-11-30T13:07:04Z","deleted_bytes":18446744073709551615,"host":"web-1","file_id":{"dev":2049,"ino":9007199254740993}}',
  ],
} as const

function reprinted<S extends z.ZodType<unknown, unknown>>(schema: S, text: string): string {
  const read = readText(schema, text)
  return read.ok ? bodyText(schema, read.record) : read.reason
}

describe('bodies of engines', () => {
  it.each(Object.entries(BODIES))('a %s is printed as it was read', (_name, [schema, text]) => {
    expect(reprinted(schema, text)).toBe(text)
  })

  it.each(Object.entries(BODIES))('a %s keeps members that only a later engine knows', (_name, [schema, text]) => {
    const later = text.replace(/}$/, ',"future":{"x":1.0}}')
    expect(reprinted(schema, later)).toBe(later)
  })

  it('read members that older ones left out', () => {
    const consumer = readText(
      CatalogDataset,
      BODIES.dataset[1].replace(/"registered_by":"ops-one","registered_at":"[^"]+"}\]/, '"x":1}]'),
    )
    expect(consumer.ok && consumer.record.consumers?.[1]).toMatchObject({
      registered_by: '',
      registered_at: '1970-01-01T00:00:00Z',
    })
    const output = readText(LocalOutputRecord, BODIES.output[1].replace('"replaced":false,', ''))
    expect(output.ok && output.record.replaced).toBe(false)
    const profile = readText(CatalogProfileRecord, BODIES.profile[1].replace(',"baseline_runs":0', ''))
    expect(profile.ok && profile.record.baseline_runs).toBe(0)
  })

  it.each([
    ['a number with a fraction for a counter', BODIES.dataset[1].replace('"runs":14', '"runs":14.0'), CatalogDataset],
    ['a missing member', BODIES.edge[1].replace('"row":"row-0",', ''), CatalogLineageEdge],
    [
      'a version beyond 32 bits',
      BODIES.version[1].replace('"version":2', '"version":4294967296'),
      CatalogSchemaVersion,
    ],
    ['a wrong timestamp', BODIES.output[1].replace('2026-11-30T13:07:04Z', '2026-11-30 13:07:04'), LocalOutputRecord],
  ])('are not read with %s', (_name, text, schema) => {
    expect(readText<typeof schema>(schema, text).ok).toBe(false)
  })
})
