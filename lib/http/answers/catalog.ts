import 'server-only'
import { writeJson } from '@/lib/contract/json'
import type { DatasetDetail } from '@/lib/contract/ports/catalog'
import { CatalogDataset, CatalogLineageEdge, CatalogSchemaVersion } from '@/lib/contract/records/catalog'
import { CatalogProfileRecord } from '@/lib/contract/records/catalog-profiles'
import type { Stored } from '@/lib/contract/stored'
import { AnnotateDatasetBody } from '@/lib/derive/catalog-requests'
import { annotateDataset } from '@/lib/services/catalog/annotate-dataset'
import { getDataset } from '@/lib/services/catalog/get-dataset'
import { getLineage } from '@/lib/services/catalog/get-lineage'
import { type DatasetPage, listDatasets } from '@/lib/services/catalog/list-datasets'
import type { Ctx } from '@/lib/services/kit/ctx'
import { checked } from '../checked-body'
import { flag, query, text, whole } from '../input'
import { type Answer, bareList, extend, item, json, list, openView } from './list'

const dataset = openView(CatalogDataset)
const edge = openView(CatalogLineageEdge)
const version = openView(CatalogSchemaVersion)
const profile = openView(CatalogProfileRecord)

export const datasetList = {
  run: listDatasets,
  input: query({ kind: text, q: text, limit: whole, cursor: text, total: flag }),
  answer({ rows, next_cursor, ...more }: DatasetPage, ctx: Ctx) {
    const page = list('datasets', rows, dataset(ctx), next_cursor)
    const printed = Object.entries(more).map(([name, value]) => [name, String(value)])
    return json(printed.length === 0 ? page : extend(page, Object.fromEntries(printed)))
  },
}

function detailText(
  { dataset: row, schema_timeline, stats, upstream, downstream, profiles }: DatasetDetail,
  ctx: Ctx,
): Answer {
  const [latest] = profiles
  const history = latest && `{"latest":${item(latest, profile(ctx))},"history":${bareList(profiles, profile(ctx))}}`
  return json(
    extend(item(row, dataset(ctx)), {
      schema_timeline: bareList(schema_timeline, version(ctx)),
      stats: writeJson(stats),
      upstream: bareList(upstream, edge(ctx)),
      downstream: bareList(downstream, edge(ctx)),
      ...(history !== undefined && { profile: history }),
    }),
  )
}

export const datasetDetail = { run: getDataset, answer: detailText }
export const datasetAnnotated = { run: annotateDataset, input: checked(AnnotateDatasetBody), answer: detailText }

export const lineage = {
  run: getLineage,
  input: query({ root: text, depth: whole }),
  answer: (edges: Stored<CatalogLineageEdge>[], ctx: Ctx) => json(`{"edges":${bareList(edges, edge(ctx))}}`),
}
