import { z } from 'zod'
import { Count, Opaque, record, Timestamp, U32, word } from './primitives'

const DatasetRole = word('source', 'sink')

/** Who reads a dataset without being a pipeline: a dashboard, a model (records.md 6.8). No columns: all of them. */
export const CatalogConsumer = record({
  name: z.string(),
  kind: z.string().optional(),
  contact: z.string().optional(),
  columns: z.array(z.string()).optional(),
  registered_by: z.string().default(''),
  registered_at: Timestamp.default('1970-01-01T00:00:00Z' as Timestamp),
})
export type CatalogConsumer = z.infer<typeof CatalogConsumer>

/** One dataset as all recorded runs left it (records.md 6.4). `total_records` can exceed 2^53. */
export const CatalogDataset = record({
  id: z.string(),
  uri: z.string(),
  kind: z.string(),
  roles: z.array(z.string()),
  first_seen: Timestamp,
  last_seen: Timestamp,
  last_success: Timestamp,
  last_run_id: z.string(),
  pipeline: z.string(),
  last_records: Count,
  total_records: Count,
  runs: Count,
  schema_versions: U32,
  current_schema: Opaque.optional(),
  current_schema_hash: z.string().optional(),
  owners: z.array(z.string()).optional(),
  consumers: z.array(CatalogConsumer).optional(),
})
export type CatalogDataset = z.infer<typeof CatalogDataset>

/** One entry of a schema timeline (records.md 6.5). No diff: the first version, or one that only narrowed. */
export const CatalogSchemaVersion = record({
  dataset_id: z.string(),
  version: U32,
  recorded_at: Timestamp,
  run_id: z.string(),
  schema: Opaque,
  schema_hash: z.string(),
  diff: Opaque.optional(),
})
export type CatalogSchemaVersion = z.infer<typeof CatalogSchemaVersion>

/** A version of a schema timeline, without the schema. */
export interface SchemaChange {
  dataset_id: string
  version: number
  recorded_at: Timestamp
}

/** What runs moved from one dataset to another (records.md 6.6). */
export const CatalogLineageEdge = record({
  src_id: z.string(),
  dst_id: z.string(),
  src_uri: z.string(),
  dst_uri: z.string(),
  pipeline: z.string(),
  row: z.string(),
  first_seen: Timestamp,
  last_seen: Timestamp,
  last_run_id: z.string(),
  runs: Count,
  last_records: Count,
  column_lineage: Opaque.optional(),
})
export type CatalogLineageEdge = z.infer<typeof CatalogLineageEdge>

/** The volume of one run. */
export interface CatalogStatsPoint {
  recorded_at: Timestamp
  run_id: string
  records: Count
}

/** What one run saw of a dataset (records.md 6.1). The URI is canonical and redacted; no schema: nothing was sampled. */
export const DatasetObservation = record({
  uri: z.string(),
  kind: z.string(),
  role: DatasetRole,
  schema: Opaque.optional(),
  records: Count,
})
export type DatasetObservation = z.infer<typeof DatasetObservation>

/** An observation with what only hashing tells: the id of its URI and, when something was sampled, of its schema. */
export interface ObservedDataset {
  id: string
  observation: DatasetObservation
  schemaHash: string | null
}

/** All that one successful root invocation tells the catalog. `run_id` is the serve run's. */
export const CatalogUpdate = record({
  run_id: z.string(),
  pipeline: z.string(),
  row: z.string(),
  recorded_at: Timestamp,
  sources: z.array(DatasetObservation),
  sink: DatasetObservation,
  column_lineage: Opaque.optional(),
})
export type CatalogUpdate = z.infer<typeof CatalogUpdate>

/** `owners` given replaces the list, `[]` clears it. Consumers are put in by name. */
export interface CatalogAnnotation {
  owners?: readonly string[]
  consumers: readonly CatalogConsumer[]
  /** First drops every consumer that is not named in `consumers`. */
  replace_consumers: boolean
}

export interface DatasetFilter {
  kind?: string
  /** Literal text anywhere in the URI, upper and lower case alike. */
  q?: string
  /** At least 1. */
  limit: number
  /** `id` or `<last_seen TS9>~<id>` of the last row of the page before; an unknown bare id starts at the top. */
  cursor?: string
}

export const STATS_RETAINED = 500
export const STATS_SHOWN = 50
export const PROFILES_RETAINED = 100
export const PROFILES_SHOWN = 30
