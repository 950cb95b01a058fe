import { isJsonObject, type Json } from '@/lib/contract/json'
import type { InvocationRow } from '@/lib/contract/records/invocations'
import type { Count } from '@/lib/contract/records/primitives'
import type { RunCatalog } from '@/lib/contract/records/run-catalog'
import type { Stored } from '@/lib/contract/stored'
import { addCounts, compareCounts } from './counts'

/** What a schema version changed, by column. */
export interface SchemaStep {
  version: number
  /** The dataset had no schema before. */
  is_first: boolean
  added: string[]
  widened: string[]
  changed: string[]
  removed: string[]
}

export interface TouchedDataset {
  role: 'read' | 'written'
  dataset_id: string | null
  uri: string
  kind: string
  /** Null: not recorded. */
  rows: Count | null
  /** Invocations that wrote it; 0 of what was read. */
  invocations: number
  /** Rows of the usual run before it; null: there are too few to say. */
  usual: Count | null
  schema: SchemaStep[]
  drift: { column: string; metric: string; detail: string }[]
  profiled: boolean
}

/** What invocations say that they wrote, most rows first. */
export function writtenDatasets(rows: readonly InvocationRow[]): TouchedDataset[] {
  const written = new Map<string, TouchedDataset>()
  for (const { usage, records_written } of rows) {
    if (usage?.dataset_uri === undefined) continue
    const before = written.get(usage.dataset_uri)
    written.set(usage.dataset_uri, {
      ...BLANK,
      role: 'written',
      dataset_id: usage.dataset_id ?? before?.dataset_id ?? null,
      uri: usage.dataset_uri,
      kind: usage.connectors.split(' → ')[1] ?? '',
      rows: addCounts(before?.rows ?? 0, records_written),
      invocations: (before?.invocations ?? 0) + 1,
    })
  }
  return [...written.values()].sort((a, b) => compareCounts(b.rows ?? 0, a.rows ?? 0) || (a.uri < b.uri ? -1 : 1))
}

const BLANK = { usual: null, schema: [], drift: [], profiled: false }

/** The same with what the catalog knows, and what fed them as far as it still says so. */
export function touchedDatasets(
  runId: string,
  written: readonly TouchedDataset[],
  catalog: RunCatalog,
): TouchedDataset[] {
  const told = (dataset: TouchedDataset): TouchedDataset =>
    dataset.dataset_id === null ? dataset : { ...dataset, ...catalogSays(runId, dataset.dataset_id, catalog) }
  const ids = new Set(written.map(({ dataset_id }) => dataset_id))
  const sources = new Map<string, Count | null>()
  for (const edge of records(catalog.edges)) {
    const own = volumeOf(runId, edge.src_id, catalog)
    if (!ids.has(edge.dst_id) || (own === null && edge.last_run_id !== runId)) continue
    sources.set(edge.src_id, own ?? edge.last_records)
  }
  const read = records(catalog.datasets).flatMap(({ id, uri, kind }): TouchedDataset[] =>
    sources.has(id)
      ? [{ ...BLANK, role: 'read', dataset_id: id, uri, kind, rows: sources.get(id) ?? null, invocations: 0 }]
      : [],
  )
  return [...read.sort((a, b) => (a.uri < b.uri ? -1 : 1)), ...written].map(told)
}

const records = <T>(rows: readonly Stored<T>[]): T[] =>
  rows.flatMap((row) => {
    const read = row.read()
    return read.ok ? [read.record] : []
  })

function volumeOf(runId: string, id: string, { volumes }: RunCatalog): Count | null {
  const own = volumes.filter(({ dataset_id, run_id }) => dataset_id === id && run_id === runId)
  return own.length === 0 ? null : own.reduce<Count>((sum, { records: count }) => addCounts(sum, count), 0)
}

/** Fewer say nothing about what is usual. */
const LEAST_RUNS = 3

function usualOf(runId: string, id: string, { volumes }: RunCatalog): Count | null {
  const runs = new Map<string, Count>()
  for (const { dataset_id, run_id, records: count } of volumes)
    if (dataset_id === id && run_id !== runId) runs.set(run_id, addCounts(runs.get(run_id) ?? 0, count))
  if (runs.size < LEAST_RUNS) return null
  const sorted = [...runs.values()].sort(compareCounts)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

function catalogSays(runId: string, id: string, catalog: RunCatalog) {
  const profiles = catalog.profiles.filter(({ columns }) => columns['dataset_id'] === id)
  return {
    usual: usualOf(runId, id, catalog),
    schema: records(catalog.versions)
      .filter(({ dataset_id }) => dataset_id === id)
      .map(({ version, diff }) => stepOf(version, diff as Json | undefined)),
    drift: records(profiles).flatMap(({ drift = [] }) =>
      drift.map(({ column, metric, detail }) => ({ column, metric, detail })),
    ),
    profiled: profiles.length > 0,
  }
}

function stepOf(version: number, diff: Json | undefined): SchemaStep {
  const columns = (name: string): string[] => {
    const list = diff !== undefined && isJsonObject(diff) ? diff[name] : undefined
    if (!Array.isArray(list)) return []
    return list.flatMap((one) => {
      const column = isJsonObject(one) ? one['column'] : one
      return typeof column === 'string' ? [column] : []
    })
  }
  return {
    version,
    is_first: version === 1,
    added: columns('added'),
    widened: columns('widened'),
    changed: columns('changed'),
    removed: columns('removed'),
  }
}
