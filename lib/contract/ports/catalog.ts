import type { Page } from '../page'
import type {
  CatalogAnnotation,
  CatalogDataset,
  CatalogLineageEdge,
  CatalogSchemaVersion,
  CatalogStatsPoint,
  CatalogUpdate,
  DatasetFilter,
} from '../records/catalog'
import type { CatalogProfileRecord, ConfigSnapshot } from '../records/catalog-profiles'
import type { Stored } from '../stored'

/** Everything known of one dataset. */
export interface DatasetDetail {
  dataset: Stored<CatalogDataset>
  /** Oldest first, by version number. */
  schema_timeline: Stored<CatalogSchemaVersion>[]
  /** The newest 50, newest first. */
  stats: CatalogStatsPoint[]
  /** Edges into it, in edge order. */
  upstream: Stored<CatalogLineageEdge>[]
  /** Edges out of it, in edge order; an edge from it to itself is here only. */
  downstream: Stored<CatalogLineageEdge>[]
  /** The newest 30, newest first; none when nothing was profiled, or this store keeps no profiles. */
  profiles: Stored<CatalogProfileRecord>[]
}

/**
 * Datasets, what flows between them, and what was learned about them (storage.md 4.8). Nothing here is ever purged by run
 * retention. Edge order: last_seen descending, then src_id, dst_id.
 */
export interface CatalogStore {
  /**
   * Folds one run into its datasets (sources, then the sink), their schema timelines and volumes, and one edge per source.
   * Edges continue from before the update: two sources with one URI advance theirs once. One volume point per dataset and
   * instant, the first wins; the newest 500 stay. Each row is written only while its body is still what was read. A body
   * that cannot be read is never overwritten (`unreadable`), nor one that must not be written again (`refused`), and then
   * nothing of the update is written. An edge whose run hides the columns keeps its column lineage, or loses it where the
   * store shows an engine from 1.13.3 on.
   */
  record(update: CatalogUpdate): Promise<void>
  /** Latest activity first (last_seen, then id, both descending). `next_cursor` only while another row exists. */
  listDatasets(filter: DatasetFilter): Promise<Page<CatalogDataset>>
  getDataset(id: string): Promise<DatasetDetail | null>
  /** The edges within `depth` hops of `root` in both directions, at least one hop; all of them without a root. In edge order. */
  lineage(root: string | null, depth: number): Promise<Stored<CatalogLineageEdge>[]>
  /** Adds a profile; one per dataset and instant, the first wins; the newest 100 stay. The dataset need not exist. */
  recordProfile(datasetId: string, profile: CatalogProfileRecord): Promise<void>
  /** Newest first. `limit` 0: []. */
  profileHistory(datasetId: string, limit: number): Promise<Stored<CatalogProfileRecord>[]>
  /** Sets owners and consumers of a dataset. False: no such dataset, and none is made. Guarded like `record`. */
  annotate(datasetId: string, annotation: CatalogAnnotation): Promise<boolean>
  /** Replaces the snapshot of its pipeline: the last call wins, whatever the times say. */
  recordConfigSnapshot(snapshot: ConfigSnapshot): Promise<void>
  lastConfigSnapshot(pipeline: string): Promise<Stored<ConfigSnapshot> | null>
}
