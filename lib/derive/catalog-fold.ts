import type {
  CatalogAnnotation,
  CatalogConsumer,
  CatalogDataset,
  CatalogLineageEdge,
  CatalogSchemaVersion,
  CatalogUpdate,
  ObservedDataset,
} from '@/lib/contract/records/catalog'
import { addCounts } from './counts'
import { schemaDiff } from './schema-diff'

/** Folds one run's observation into what was known of a dataset; a version when the schema is another one than before. */
export function applyObservation(
  before: CatalogDataset | null,
  { id, observation, schemaHash }: ObservedDataset,
  { run_id, pipeline, recorded_at }: Pick<CatalogUpdate, 'run_id' | 'pipeline' | 'recorded_at'>,
): { dataset: CatalogDataset; version: CatalogSchemaVersion | null } {
  const known = before ?? newDataset(id, observation.uri, recorded_at)
  const seen: CatalogDataset = {
    ...known,
    kind: observation.kind,
    roles: known.roles.includes(observation.role) ? known.roles : [...known.roles, observation.role].sort(),
    last_seen: recorded_at,
    last_success: recorded_at,
    last_run_id: run_id,
    pipeline,
    last_records: observation.records,
    total_records: addCounts(known.total_records, observation.records),
    runs: addCounts(known.runs, 1),
  }
  const schema = observation.schema ?? null
  if (schema === null || schemaHash === null || schemaHash === known.current_schema_hash) {
    return { dataset: seen, version: null }
  }
  const version = known.schema_versions + 1
  const old = known.current_schema ?? null
  const diff = old === null ? null : schemaDiff(old, schema)
  return {
    dataset: { ...seen, schema_versions: version, current_schema: schema, current_schema_hash: schemaHash },
    version: {
      dataset_id: id,
      version,
      recorded_at,
      run_id,
      schema,
      schema_hash: schemaHash,
      ...(diff !== null && { diff }),
    },
  }
}

const newDataset = (id: string, uri: string, at: CatalogDataset['first_seen']): CatalogDataset => ({
  id,
  uri,
  kind: '',
  roles: [],
  first_seen: at,
  last_seen: at,
  last_success: at,
  last_run_id: '',
  pipeline: '',
  last_records: 0,
  total_records: 0,
  runs: 0,
  schema_versions: 0,
})

/**
 * Folds one run into the edge from `source` to the sink. `opaqueClears`: a run whose transforms hide the columns takes the
 * old column lineage away (1.13.3 and later); 1.13.1 keeps it.
 */
export function applyEdge(
  before: CatalogLineageEdge | null,
  update: CatalogUpdate,
  source: ObservedDataset,
  { sinkId, opaqueClears }: { sinkId: string; opaqueClears: boolean },
): CatalogLineageEdge {
  const { column_lineage: oldLineage, ...known } = before ?? newEdge(update, source, sinkId)
  const lineage = update.column_lineage ?? (opaqueClears ? null : (oldLineage ?? null))
  return {
    ...known,
    pipeline: update.pipeline,
    row: update.row,
    last_seen: update.recorded_at,
    last_run_id: update.run_id,
    runs: addCounts(known.runs, 1),
    // What a merge wrote came from all its sources: each edge carries what its own source gave.
    last_records: update.sources.length === 1 ? update.sink.records : source.observation.records,
    ...(lineage !== null && { column_lineage: lineage }),
  }
}

const newEdge = (update: CatalogUpdate, source: ObservedDataset, sinkId: string): CatalogLineageEdge => ({
  src_id: source.id,
  dst_id: sinkId,
  src_uri: source.observation.uri,
  dst_uri: update.sink.uri,
  pipeline: update.pipeline,
  row: update.row,
  first_seen: update.recorded_at,
  last_seen: update.recorded_at,
  last_run_id: update.run_id,
  runs: 0,
  last_records: 0,
})

/** A dataset with owners and consumers as somebody declared them (records.md 6.8). Empty lists leave the record. */
export function applyAnnotation(dataset: CatalogDataset, annotation: CatalogAnnotation): CatalogDataset {
  const { owners: oldOwners = [], consumers: oldConsumers = [], ...rest } = dataset
  const owners = annotation.owners === undefined ? oldOwners : cleanOwners(annotation.owners)
  const kept = annotation.consumers.length === 0 && !annotation.replace_consumers
  const consumers = kept ? oldConsumers : mergeConsumers(oldConsumers, annotation)
  return { ...rest, ...(owners.length > 0 && { owners }), ...(consumers.length > 0 && { consumers }) }
}

/** Trimmed, without blanks; a name that follows itself counts once. */
function cleanOwners(owners: readonly string[]): string[] {
  return owners
    .map((owner) => owner.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, ''))
    .filter((owner) => owner !== '')
    .filter((owner, at, all) => owner !== all[at - 1])
}

function mergeConsumers(
  old: readonly CatalogConsumer[],
  { consumers, replace_consumers }: CatalogAnnotation,
): CatalogConsumer[] {
  const merged = old.filter(({ name }) => !replace_consumers || consumers.some((given) => given.name === name))
  for (const consumer of consumers) {
    const at = merged.findIndex(({ name }) => name === consumer.name)
    if (at === -1) merged.push(consumer)
    else merged[at] = consumer
  }
  return merged
}

/**
 * The pipeline name that catalog rows of a run carry. `prefixed`: engines from 1.13.3 on put a tenant's runs under
 * `<tenant>::<pipeline>`; 1.13.1 uses the bare name.
 */
export const catalogPipeline = (
  pipeline: string,
  { tenant, prefixed }: { tenant: string | null; prefixed: boolean },
): string => (tenant !== null && prefixed ? `${tenant}::${pipeline}` : pipeline)
