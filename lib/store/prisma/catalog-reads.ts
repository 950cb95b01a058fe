import 'server-only'
import type { Page } from '@/lib/contract/page'
import type { CatalogStore } from '@/lib/contract/ports/catalog'
import { type CatalogDataset, type DatasetFilter, PROFILES_SHOWN, STATS_SHOWN } from '@/lib/contract/records/catalog'
import { parseDatasetCursor } from '@/lib/derive/cursor'
import { holdsText } from '@/lib/derive/holds-text'
import { byEdgeOrder, lineageSlice, splitEdges } from '@/lib/derive/lineage'
import { byVersion, readStat, storedDataset, storedEdge, storedVersion } from '@/lib/store/kit/catalog-rows'
import { ts9 } from '@/lib/store/kit/ts9'
import { profilesOf } from './catalog-profiles'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { piecesOf } from './fold'

/** Rows looked through for a text: few at first, then more at once, since no index helps and each look sorts anew. */
const FIRST_LOOK = 500
const LARGEST_LOOK = 50_000

export type DatasetRow = { id: string; uri: string; kind: string; last_seen: string; body: string }
export const DATASET_COLUMNS = Prisma.sql`id, uri, kind, last_seen, body`

export type EdgeRow = { src_id: string; dst_id: string; last_seen: string; body: string }
export const EDGE_COLUMNS = Prisma.sql`src_id, dst_id, last_seen, body`

type Reads = Pick<CatalogStore, 'listDatasets' | 'getDataset' | 'lineage'>

export function createPrismaCatalogReads(env: PrismaEnv): Reads {
  const { db, clock } = env

  return {
    listDatasets: (filter) => listDatasets(env, filter),

    async getDataset(id) {
      const [dataset] = await db.$queryRaw<DatasetRow[]>`
        SELECT ${DATASET_COLUMNS} FROM faucet_catalog_datasets WHERE id = ${id}`
      if (dataset === undefined) return null
      const [versions, stats, edges, profiles] = await Promise.all([
        db.$queryRaw<{ dataset_id: string; version: string; recorded_at: string; body: string }[]>`
          SELECT dataset_id, version, recorded_at, body FROM faucet_catalog_schema_versions WHERE dataset_id = ${id}`,
        db.$queryRaw<{ recorded_at: string; run_id: string; records: string }[]>`
          SELECT recorded_at, run_id, records FROM faucet_catalog_stats WHERE dataset_id = ${id}
          ORDER BY recorded_at DESC LIMIT ${STATS_SHOWN}`,
        db.$queryRaw<EdgeRow[]>`
          SELECT ${EDGE_COLUMNS} FROM faucet_catalog_edges WHERE src_id = ${id} OR dst_id = ${id}`,
        profilesOf(env, id, PROFILES_SHOWN),
      ])
      const { upstream, downstream } = splitEdges(edges.sort(byEdgeOrder), id)
      return {
        dataset: storedDataset(dataset),
        schema_timeline: versions.sort(byVersion).map(storedVersion),
        stats: stats.map((row) => readStat(row, clock.now())),
        upstream: upstream.map(storedEdge),
        downstream: downstream.map(storedEdge),
        profiles,
      }
    },

    async lineage(root, depth) {
      if (root === null) {
        const rows = await db.$queryRaw<EdgeRow[]>`SELECT ${EDGE_COLUMNS} FROM faucet_catalog_edges`
        return rows.sort(byEdgeOrder).map(storedEdge)
      }
      // The graph needs the ends only; bodies are read for the edges that stay.
      const ends = await db.$queryRaw<Omit<EdgeRow, 'body'>[]>`
        SELECT src_id, dst_id, last_seen FROM faucet_catalog_edges`
      const kept = lineageSlice(ends.sort(byEdgeOrder), root, depth)
      const rows = await edgesFrom(env, [...new Set(kept.map((edge) => edge.src_id))])
      const byEnds = new Map(rows.map((row) => [`${row.src_id} ${row.dst_id}`, row]))
      return kept.flatMap(({ src_id, dst_id }) => byEnds.get(`${src_id} ${dst_id}`) ?? []).map(storedEdge)
    },
  }
}

async function edgesFrom({ db }: PrismaEnv, sources: readonly string[]): Promise<EdgeRow[]> {
  const pieces = piecesOf(sources).map(
    (ids) => db.$queryRaw<EdgeRow[]>`
      SELECT ${EDGE_COLUMNS} FROM faucet_catalog_edges WHERE src_id IN (${Prisma.join(ids)})`,
  )
  return (await Promise.all(pieces)).flat()
}

async function listDatasets(env: PrismaEnv, filter: DatasetFilter): Promise<Page<CatalogDataset>> {
  const limit = Math.max(1, filter.limit)
  const after = filter.cursor === undefined ? null : await cursorPlace(env, filter, filter.cursor)
  const found = await (filter.q ? search(env, filter, filter.q, after, limit) : firstAfter(env, filter, after, limit))
  const last = found.rows.at(-1)
  return { rows: found.rows.map(storedDataset), ...(found.more && last && { next_cursor: last.id }) }
}

type Place = { at: string; id: string }

/** Where a cursor stands. A bare id that the filter does not list restarts at the top, as 1.13.1 does; the long form needs no row. */
async function cursorPlace({ db }: PrismaEnv, { kind, q = '' }: DatasetFilter, text: string): Promise<Place | null> {
  const cursor = parseDatasetCursor(text)
  if (cursor.at !== null) return { at: ts9(cursor.at), id: cursor.id }
  const [row] = await db.$queryRaw<Omit<DatasetRow, 'body'>[]>`
    SELECT id, uri, kind, last_seen FROM faucet_catalog_datasets WHERE id = ${cursor.id}`
  if (row === undefined || (kind !== undefined && row.kind !== kind) || !holdsText(row.uri, q)) return null
  return { at: row.last_seen, id: row.id }
}

/** The datasets after a place in listing order, as a condition. */
function behind({ kind }: DatasetFilter, after: Place | null): Prisma.Sql {
  const clauses = [
    kind !== undefined && Prisma.sql`kind = ${kind}`,
    after !== null && Prisma.sql`(last_seen, id) < (${after.at}, ${after.id})`,
  ].filter((clause) => clause !== false)
  return clauses.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(clauses, ' AND ')}`
}

async function firstAfter({ db }: PrismaEnv, filter: DatasetFilter, after: Place | null, limit: number) {
  const rows = await db.$queryRaw<DatasetRow[]>`
    SELECT ${DATASET_COLUMNS} FROM faucet_catalog_datasets ${behind(filter, after)}
    ORDER BY last_seen DESC, id DESC LIMIT ${limit + 1}`
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

/** Looks through the URIs in pieces, without bodies; those are read for the page alone. */
async function search({ db }: PrismaEnv, filter: DatasetFilter, q: string, after: Place | null, limit: number) {
  const ids: string[] = []
  for (let from = after, look = FIRST_LOOK; ids.length <= limit; look = Math.min(look * 4, LARGEST_LOOK)) {
    const looked = await db.$queryRaw<Omit<DatasetRow, 'body' | 'kind'>[]>`
      SELECT id, uri, last_seen FROM faucet_catalog_datasets ${behind(filter, from)}
      ORDER BY last_seen DESC, id DESC LIMIT ${look}`
    for (const { id, uri } of looked) if (holdsText(uri, q)) ids.push(id)
    const last = looked.at(-1)
    if (last === undefined || looked.length < look) break
    from = { at: last.last_seen, id: last.id }
  }
  const page = ids.slice(0, limit)
  const pieces = piecesOf(page).map(
    (some) => db.$queryRaw<DatasetRow[]>`
      SELECT ${DATASET_COLUMNS} FROM faucet_catalog_datasets WHERE id IN (${Prisma.join(some)})`,
  )
  const byId = new Map((await Promise.all(pieces)).flat().map((row) => [row.id, row]))
  return { rows: page.flatMap((id) => byId.get(id) ?? []), more: ids.length > limit }
}
