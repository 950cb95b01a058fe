import { bodyText } from '@/lib/contract/body'
import { CatalogDataset, type CatalogUpdate, type DatasetObservation } from '@/lib/contract/records/catalog'
import type { CatalogProfileRecord, ConfigSnapshot } from '@/lib/contract/records/catalog-profiles'
import { type LocalOutputObservation, LocalOutputRecord } from '@/lib/contract/records/outputs'
import { hex16 } from '@/lib/store/kit/hash'
import { ts9 } from '@/lib/store/kit/ts9'
import { at } from './clock'
import type { Row } from './suite'

export const idOf = hex16

/** `at` moved by that many seconds. */
export const second = (seconds: number) => at(`2026-11-30T10:${minutes(seconds)}.000000001Z`)
const minutes = (seconds: number) =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

export const source = (uri: string, more: Partial<DatasetObservation> = {}): DatasetObservation => ({
  uri,
  kind: 'csv',
  role: 'source',
  records: 10,
  ...more,
})

export const sink = (uri: string, more: Partial<DatasetObservation> = {}): DatasetObservation =>
  source(uri, { kind: 'jsonl', role: 'sink', ...more })

/** One run from `csv://a` to `file://b`; override what matters. */
export const anUpdate = (more: Partial<CatalogUpdate> = {}): CatalogUpdate => ({
  run_id: 'run-1',
  pipeline: 'orders',
  row: 'row-0',
  recorded_at: second(0),
  sources: [source('csv://a')],
  sink: sink('file://b'),
  ...more,
})

/** An object schema of plain columns: `{ id: 'integer' }`. */
export const schemaOf = (columns: Record<string, string | string[]>) => ({
  properties: Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, { type }])),
  type: 'object',
})

export const aDataset = (more: Partial<CatalogDataset> = {}): CatalogDataset => ({
  id: idOf('csv://a'),
  uri: 'csv://a',
  kind: 'csv',
  roles: ['source'],
  first_seen: second(0),
  last_seen: second(0),
  last_success: second(0),
  last_run_id: 'run-0',
  pipeline: 'orders',
  last_records: 1,
  total_records: 1,
  runs: 1,
  schema_versions: 0,
  ...more,
})

/** The row of a dataset as somebody else would have written it; `body` overrides what follows from the record. */
export function aDatasetRow(dataset: Partial<CatalogDataset> = {}, body?: string): Row {
  const record = aDataset(dataset)
  return {
    id: record.id,
    uri: record.uri,
    kind: record.kind,
    last_seen: ts9(record.last_seen),
    body: body ?? bodyText(CatalogDataset, record),
  }
}

export const anEdgeRow = (src: string, dst: string, last_seen: string, body = '{}'): Row => ({
  src_id: src,
  dst_id: dst,
  last_seen,
  body,
})

export const aProfile = (more: Partial<CatalogProfileRecord> = {}): CatalogProfileRecord => ({
  run_id: 'run-1',
  pipeline: 'orders',
  row: 'row-0',
  recorded_at: second(0),
  profile: { rows: 4, columns: {} },
  baseline_runs: 0,
  ...more,
})

export const aSnapshot = (more: Partial<ConfigSnapshot> = {}): ConfigSnapshot => ({
  pipeline: 'orders',
  recorded_at: second(0),
  faucet_version: '1.13.1',
  rows: {},
  ...more,
})

export const anObservation = (more: Partial<LocalOutputObservation> = {}): LocalOutputObservation => ({
  path: '/out/a.jsonl',
  dataset_uri: 'file:///out/a.jsonl',
  dataset_id: 'd1',
  kind: 'jsonl',
  pipeline: 'orders',
  row: 'row-0',
  run_id: 'run-1',
  pre_existing: false,
  replaced: false,
  observed_at: second(0),
  ...more,
})

export const anOutput = (more: Partial<LocalOutputRecord> = {}): LocalOutputRecord => ({
  id: idOf('/out/a.jsonl'),
  path: '/out/a.jsonl',
  dataset_uri: 'file:///out/a.jsonl',
  dataset_id: 'd1',
  kind: 'jsonl',
  pipeline: 'orders',
  row: 'row-0',
  run_id: 'run-1',
  pre_existing: false,
  replaced: false,
  first_written_at: second(0),
  last_written_at: second(0),
  ...more,
})

/** The row of an output as somebody else would have written it; `columns` override what follows from the record. */
export function anOutputRow(output: Partial<LocalOutputRecord> = {}, columns: Row = {}): Row {
  const record = anOutput(output)
  return {
    id: record.id,
    path: record.path,
    dataset_id: record.dataset_id,
    pipeline: record.pipeline,
    last_written_at: ts9(record.last_written_at),
    deleted_at: record.deleted_at === undefined ? null : ts9(record.deleted_at),
    body: columns['body'] ?? bodyText(LocalOutputRecord, record),
    ...columns,
  }
}
