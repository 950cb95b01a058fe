import 'server-only'
import { bodyText } from '@/lib/contract/body'
import type { CatalogStore } from '@/lib/contract/ports/catalog'
import {
  CatalogDataset,
  CatalogLineageEdge,
  CatalogSchemaVersion,
  CatalogUpdate,
  type ObservedDataset,
  STATS_RETAINED,
} from '@/lib/contract/records/catalog'
import { recordOf, type Stored } from '@/lib/contract/stored'
import { applyAnnotation, applyEdge, applyObservation } from '@/lib/derive/catalog-fold'
import { observedIn, storedDataset, storedEdge } from '@/lib/store/kit/catalog-rows'
import { foldable, foldedBody } from '@/lib/store/kit/folded-body'
import { ts9 } from '@/lib/store/kit/ts9'
import { createPrismaProfiles } from './catalog-profiles'
import { createPrismaCatalogReads, DATASET_COLUMNS, type DatasetRow, EDGE_COLUMNS, type EdgeRow } from './catalog-reads'
import type { PrismaEnv } from './env'
import { halfWritten, untilWritten } from './fold'

export function createPrismaCatalog(env: PrismaEnv): CatalogStore {
  return {
    ...createPrismaCatalogReads(env),
    ...createPrismaProfiles(env),

    async record(update) {
      bodyText(CatalogUpdate, update)
      const { datasets, edgeSources, sinkId } = observedIn(update)
      const opaqueClears = (await env.shape.current()).stamp !== null
      // A body that cannot be folded makes itself known here, before anything is written.
      const known = new Map<string, Stored<CatalogDataset> | null>()
      for (const { id } of datasets) known.set(id, foldable(CatalogDataset, await datasetAt(env, id)))
      const before = new Map<string, Stored<CatalogLineageEdge> | null>()
      for (const { id } of edgeSources) before.set(id, foldable(CatalogLineageEdge, await edgeAt(env, id, sinkId)))

      try {
        for (const seen of datasets) {
          known.set(seen.id, await foldDataset(env, known.get(seen.id) ?? null, seen, update))
          await addStat(env, seen, update)
        }
        for (const source of edgeSources) {
          await foldEdge(env, before.get(source.id) ?? null, update, source, { sinkId, opaqueClears })
        }
      } catch (cause) {
        throw halfWritten(cause)
      }
    },

    async annotate(datasetId, annotation) {
      return untilWritten(async () => {
        const row = await datasetAt(env, datasetId)
        if (row === null) return false
        const written = await writeDataset(env, datasetId, row, applyAnnotation(recordOf(row), annotation))
        return written === null ? undefined : true
      })
    },
  }
}

async function datasetAt({ db }: PrismaEnv, id: string): Promise<Stored<CatalogDataset> | null> {
  const [row] = await db.$queryRaw<
    DatasetRow[]
  >`SELECT ${DATASET_COLUMNS} FROM faucet_catalog_datasets WHERE id = ${id}`
  return row === undefined ? null : storedDataset(row)
}

async function edgeAt({ db }: PrismaEnv, src: string, dst: string): Promise<Stored<CatalogLineageEdge> | null> {
  const [row] = await db.$queryRaw<EdgeRow[]>`
    SELECT ${EDGE_COLUMNS} FROM faucet_catalog_edges WHERE src_id = ${src} AND dst_id = ${dst}`
  return row === undefined ? null : storedEdge(row)
}

/** Folds one observation into its dataset and adds the schema version, if that made one. Returns the row as it now stands. */
async function foldDataset(
  env: PrismaEnv,
  known: Stored<CatalogDataset> | null,
  seen: ObservedDataset,
  update: CatalogUpdate,
): Promise<Stored<CatalogDataset>> {
  let before = known
  return untilWritten(async () => {
    const { dataset, version } = applyObservation(before && recordOf(before), seen, update)
    const row = await writeDataset(env, seen.id, before, dataset)
    if (row === null) {
      before = await datasetAt(env, seen.id)
      return undefined
    }
    if (version !== null) await addVersion(env, version)
    return row
  })
}

/** Writes a folded dataset over exactly the row that was read. Null: somebody else changed or made it in between. */
async function writeDataset(
  { db }: PrismaEnv,
  id: string,
  before: Stored<CatalogDataset> | null,
  dataset: CatalogDataset,
): Promise<Stored<CatalogDataset> | null> {
  const row = {
    id,
    uri: dataset.uri,
    kind: dataset.kind,
    last_seen: ts9(dataset.last_seen),
    body: foldedBody(CatalogDataset, before, dataset),
  }
  const written =
    before === null
      ? await db.$executeRaw`
          INSERT INTO faucet_catalog_datasets (id, uri, kind, last_seen, body)
          VALUES (${id}, ${row.uri}, ${row.kind}, ${row.last_seen}, ${row.body}) ON CONFLICT (id) DO NOTHING`
      : await db.$executeRaw`
          UPDATE faucet_catalog_datasets
          SET uri = ${row.uri}, kind = ${row.kind}, last_seen = ${row.last_seen}, body = ${row.body}
          WHERE id = ${id} AND body = ${before.text}`
  return written === 1 ? storedDataset(row) : null
}

async function addVersion({ db }: PrismaEnv, version: CatalogSchemaVersion): Promise<void> {
  await db.$executeRaw`
    INSERT INTO faucet_catalog_schema_versions (dataset_id, version, recorded_at, body)
    VALUES (${version.dataset_id}, ${String(version.version)}, ${ts9(version.recorded_at)},
      ${bodyText(CatalogSchemaVersion, version)})
    ON CONFLICT (dataset_id, version) DO NOTHING`
}

/** One volume point per dataset and instant; the oldest beyond the cap go. */
async function addStat({ db }: PrismaEnv, { id, observation }: ObservedDataset, update: CatalogUpdate): Promise<void> {
  await db.$executeRaw`
    INSERT INTO faucet_catalog_stats (dataset_id, recorded_at, run_id, records)
    VALUES (${id}, ${ts9(update.recorded_at)}, ${update.run_id}, ${String(observation.records)})
    ON CONFLICT (dataset_id, recorded_at) DO NOTHING`
  await db.$executeRaw`
    DELETE FROM faucet_catalog_stats WHERE dataset_id = ${id} AND recorded_at < (
      SELECT recorded_at FROM faucet_catalog_stats WHERE dataset_id = ${id}
      ORDER BY recorded_at DESC LIMIT 1 OFFSET ${STATS_RETAINED - 1})`
}

async function foldEdge(
  env: PrismaEnv,
  known: Stored<CatalogLineageEdge> | null,
  update: CatalogUpdate,
  source: ObservedDataset,
  how: { sinkId: string; opaqueClears: boolean },
): Promise<void> {
  const at = ts9(update.recorded_at)
  let before = known
  await untilWritten(async () => {
    const edge = applyEdge(before && recordOf(before), update, source, how)
    const body = foldedBody(CatalogLineageEdge, before, edge)
    const written =
      before === null
        ? await env.db.$executeRaw`
            INSERT INTO faucet_catalog_edges (src_id, dst_id, last_seen, body)
            VALUES (${source.id}, ${how.sinkId}, ${at}, ${body}) ON CONFLICT (src_id, dst_id) DO NOTHING`
        : await env.db.$executeRaw`
            UPDATE faucet_catalog_edges SET last_seen = ${at}, body = ${body}
            WHERE src_id = ${source.id} AND dst_id = ${how.sinkId} AND body = ${before.text}`
    if (written === 1) return true
    before = await edgeAt(env, source.id, how.sinkId)
    return undefined
  })
}
