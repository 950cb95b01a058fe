import {
  CatalogDataset,
  CatalogLineageEdge,
  CatalogSchemaVersion,
  type CatalogStatsPoint,
  type CatalogUpdate,
  type DatasetObservation,
  type ObservedDataset,
} from '@/lib/contract/records/catalog'
import { CatalogProfileRecord, ConfigSnapshot } from '@/lib/contract/records/catalog-profiles'
import { type Count, type Timestamp, U64_MAX } from '@/lib/contract/records/primitives'
import { type Stored, stored } from '@/lib/contract/stored'
import { canonicalJson, hex16 } from './hash'
import { shortest } from './ts9'

type Row = Readonly<Record<string, string | null>>

export const storedDataset = ({ body, ...columns }: Row): Stored<CatalogDataset> =>
  stored(CatalogDataset, columns, body ?? '')
export const storedVersion = ({ body, ...columns }: Row): Stored<CatalogSchemaVersion> =>
  stored(CatalogSchemaVersion, columns, body ?? '')
export const storedEdge = ({ body, ...columns }: Row): Stored<CatalogLineageEdge> =>
  stored(CatalogLineageEdge, columns, body ?? '')
export const storedProfile = ({ body, ...columns }: Row): Stored<CatalogProfileRecord> =>
  stored(CatalogProfileRecord, columns, body ?? '')
export const storedSnapshot = ({ body, ...columns }: Row): Stored<ConfigSnapshot> =>
  stored(ConfigSnapshot, columns, body ?? '')

/** A volume point, which has no body. A time that cannot be read is taken as `now`, a count as 0, as engines do. */
export const readStat = (row: Row, now: Timestamp): CatalogStatsPoint => ({
  recorded_at: shortest(row['recorded_at'] ?? '', now),
  run_id: row['run_id'] ?? '',
  records: readCount(row['records'] ?? ''),
})

function readCount(text: string): Count {
  const value = /^\+?\d+$/.test(text) ? BigInt(text.replace('+', '')) : 0n
  if (value > U64_MAX) return 0
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}

/** Versions oldest first, by number: the column is text, in which 10 comes before 9. */
export function byVersion(a: Row, b: Row): number {
  const [left, right] = [readCount(a['version'] ?? ''), readCount(b['version'] ?? '')]
  return left < right ? -1 : left > right ? 1 : 0
}

/**
 * What an update is about, with the ids and hashes that only this side can make: its datasets in the order they are folded,
 * and the source of each edge. Two sources with one URI are one edge, which the later of them describes.
 */
export function observedIn(update: CatalogUpdate) {
  const sources = update.sources.map(observed)
  const sink = observed(update.sink)
  const edgeSources = [...new Map(sources.map((source) => [source.id, source])).values()]
  return { datasets: [...sources, sink], edgeSources, sinkId: sink.id }
}

const observed = (observation: DatasetObservation): ObservedDataset => ({
  id: hex16(observation.uri),
  observation,
  schemaHash: observation.schema === undefined ? null : hex16(canonicalJson(observation.schema)),
})
