import type { CatalogDataset, SchemaChange } from '@/lib/contract/records/catalog'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { nanosOf } from './instants'

type Known = Pick<CatalogDataset, 'id' | 'uri' | 'pipeline' | 'last_success'>

/** Which datasets nobody has refreshed for too long, longest first, and whose schema changed in the window. */
export function freshnessSection(
  datasets: readonly Known[],
  changes: readonly SchemaChange[],
  staleBefore: Timestamp,
  top: number,
) {
  const limit = nanosOf(staleBefore)
  const stale = datasets
    .map((dataset) => ({ dataset, at: nanosOf(dataset.last_success) }))
    .filter(({ at }) => at < limit)
    .sort((a, b) => (a.at === b.at ? byId(a.dataset, b.dataset) : a.at < b.at ? -1 : 1))
    .map(({ dataset: { id, uri, pipeline, last_success } }) => ({ id, uri, pipeline, last_success }))
  const changed = schemaChanged(datasets, changes)
  return {
    datasets: datasets.length,
    stale_before: staleBefore,
    stale_count: stale.length,
    stale: stale.slice(0, top),
    schema_changed_count: changed.length,
    schema_changed: changed.slice(0, top),
  }
}

/** Changes come newest first. */
function schemaChanged(datasets: readonly Known[], changes: readonly SchemaChange[]) {
  const uris = new Map(datasets.map(({ id, uri }) => [id, uri]))
  const changed = new Map<string, { id: string; uri: string; changes: number; last_changed: Timestamp }>()
  for (const { dataset_id: id, recorded_at } of changes) {
    const known = changed.get(id)
    if (known === undefined) changed.set(id, { id, uri: uris.get(id) ?? '', changes: 1, last_changed: recorded_at })
    else known.changes++
  }
  return [...changed.values()]
}

const byId = (a: Known, b: Known): number => (a.id < b.id ? -1 : 1)
