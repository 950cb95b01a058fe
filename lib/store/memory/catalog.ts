import { bodyText } from '@/lib/contract/body'
import type { CatalogStore } from '@/lib/contract/ports/catalog'
import {
  CatalogDataset,
  CatalogLineageEdge,
  CatalogSchemaVersion,
  CatalogUpdate,
  type DatasetFilter,
  PROFILES_SHOWN,
  STATS_RETAINED,
  STATS_SHOWN,
} from '@/lib/contract/records/catalog'
import { recordOf, type Stored } from '@/lib/contract/stored'
import { applyAnnotation, applyEdge, applyObservation } from '@/lib/derive/catalog-fold'
import { parseDatasetCursor } from '@/lib/derive/cursor'
import { holdsText } from '@/lib/derive/holds-text'
import { byEdgeOrder, lineageSlice, splitEdges } from '@/lib/derive/lineage'
import {
  byVersion,
  observedIn,
  readStat,
  storedDataset,
  storedEdge,
  storedProfile,
  storedVersion,
} from '@/lib/store/kit/catalog-rows'
import { foldable, foldedBody } from '@/lib/store/kit/folded-body'
import { ts9 } from '@/lib/store/kit/ts9'
import { createMemoryProfiles, insert, keepNewest, newestOf, ofDataset } from './catalog-profiles'
import { keyOf, type MemoryEnv, type TableRow } from './state'

export function createMemoryCatalog(env: MemoryEnv): CatalogStore {
  const { state, clock } = env
  const datasets = state.table('faucet_catalog_datasets')
  const versions = state.table('faucet_catalog_schema_versions')
  const edges = state.table('faucet_catalog_edges')
  const stats = state.table('faucet_catalog_stats')
  const profiles = state.table('faucet_catalog_profiles')

  const datasetAt = (id: string) => mapped(datasets.get(id), storedDataset)
  const edgeAt = (key: string) => mapped(edges.get(key), storedEdge)
  const putDataset = (id: string, before: Stored<CatalogDataset> | null, dataset: CatalogDataset) =>
    datasets.set(id, {
      id,
      uri: dataset.uri,
      kind: dataset.kind,
      last_seen: ts9(dataset.last_seen),
      body: foldedBody(CatalogDataset, before, dataset),
    })
  const edgeRows = () => [...edges.values()].map(edgeRow).sort(byEdgeOrder)

  return {
    ...createMemoryProfiles(env),

    async record(update) {
      bodyText(CatalogUpdate, update)
      const { datasets: seen, edgeSources, sinkId } = observedIn(update)
      const at = ts9(update.recorded_at)
      // A body that cannot be folded makes itself known here, before anything is written.
      for (const { id } of seen) foldable(CatalogDataset, datasetAt(id))
      const folded = edgeSources.map((source) => {
        const key = keyOf(source.id, sinkId)
        const row = edgeAt(key)
        const edge = applyEdge(mapped(row, recordOf), update, source, { sinkId, opaqueClears: false })
        const body = foldedBody(CatalogLineageEdge, row, edge)
        return [key, { src_id: source.id, dst_id: sinkId, last_seen: at, body }] as const
      })
      for (const observed of seen) {
        const { id, observation } = observed
        const before = datasetAt(id)
        const { dataset, version } = applyObservation(mapped(before, recordOf), observed, update)
        putDataset(id, before, dataset)
        if (version !== null) {
          const number = String(version.version)
          insert(versions, keyOf(id, number), {
            dataset_id: id,
            version: number,
            recorded_at: at,
            body: bodyText(CatalogSchemaVersion, version),
          })
        }
        insert(stats, keyOf(id, at), {
          dataset_id: id,
          recorded_at: at,
          run_id: update.run_id,
          records: String(observation.records),
        })
        keepNewest(stats, id, STATS_RETAINED)
      }
      for (const [key, row] of folded) edges.set(key, row)
    },

    async listDatasets(filter) {
      const limit = Math.max(1, filter.limit)
      const found = [...datasets.values()].filter((row) => selects(filter, row)).sort(latestFirst)
      const from = filter.cursor === undefined ? 0 : startAfter(found, filter.cursor)
      const rows = found.slice(from, from + limit)
      const last = rows.at(-1)?.['id']
      return { rows: rows.map(storedDataset), ...(found.length > from + limit && last && { next_cursor: last }) }
    },

    async getDataset(id) {
      const dataset = datasetAt(id)
      if (dataset === null) return null
      const { upstream, downstream } = splitEdges(edgeRows(), id)
      return {
        dataset,
        schema_timeline: ofDataset(versions, id).sort(byVersion).map(storedVersion),
        stats: newestOf(stats, id, STATS_SHOWN).map((row) => readStat(row, clock.now())),
        upstream: upstream.map(({ row }) => storedEdge(row)),
        downstream: downstream.map(({ row }) => storedEdge(row)),
        profiles: newestOf(profiles, id, PROFILES_SHOWN).map(storedProfile),
      }
    },

    async lineage(root, depth) {
      return lineageSlice(edgeRows(), root, depth).map(({ row }) => storedEdge(row))
    },

    async annotate(datasetId, annotation) {
      const row = datasetAt(datasetId)
      if (row === null) return false
      putDataset(datasetId, row, applyAnnotation(recordOf(row), annotation))
      return true
    },
  }
}

/** Nothing stays nothing. */
const mapped = <A, B>(value: A | null | undefined, map: (value: A) => B): B | null =>
  value === null || value === undefined ? null : map(value)

const edgeRow = (row: TableRow) => ({
  src_id: row['src_id'] ?? '',
  dst_id: row['dst_id'] ?? '',
  last_seen: row['last_seen'] ?? '',
  row,
})

const selects = ({ kind, q }: DatasetFilter, row: TableRow): boolean =>
  (kind === undefined || row['kind'] === kind) && (q === undefined || holdsText(row['uri'] ?? '', q))

const latestFirst = (a: TableRow, b: TableRow) => (place(a) < place(b) ? 1 : -1)
const place = (row: TableRow) => `${row['last_seen']}\u0000${row['id']}`

/** How many rows the cursor has consumed. A bare id that is not among them starts at the top, as engines do. */
function startAfter(rows: readonly TableRow[], text: string): number {
  const cursor = parseDatasetCursor(text)
  if (cursor.at === null) return rows.findIndex((row) => row['id'] === cursor.id) + 1
  const from = `${ts9(cursor.at)}\u0000${cursor.id}`
  const at = rows.findIndex((row) => place(row) < from)
  return at === -1 ? rows.length : at
}
