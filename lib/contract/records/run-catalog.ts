import type { Stored } from '../stored'
import type { CatalogDataset, CatalogLineageEdge, CatalogSchemaVersion, CatalogStatsPoint } from './catalog'
import type { CatalogProfileRecord } from './catalog-profiles'

/** What the catalog keeps of one run. */
export interface RunCatalog {
  /** Those that were asked for, and those that feed them. */
  datasets: Stored<CatalogDataset>[]
  /** Edges into what was asked for. */
  edges: Stored<CatalogLineageEdge>[]
  /** Volumes of these datasets up to the end of the run, the newest few of each, newest first; its own among them. */
  volumes: (CatalogStatsPoint & { dataset_id: string })[]
  /** Schema versions that the run made. */
  versions: Stored<CatalogSchemaVersion>[]
  /** What was profiled of the run. */
  profiles: Stored<CatalogProfileRecord>[]
}
