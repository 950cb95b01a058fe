import { z } from 'zod'
import type { Page } from '@/lib/contract/page'
import type { CatalogDataset } from '@/lib/contract/records/catalog'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'

const MOST = 100_000

export type DatasetPage = Page<CatalogDataset> & {
  total?: number
  /** There are more; counting stopped. */
  total_capped?: boolean
}

/** One page of the catalog, latest activity first. */
export const listDatasets = defineQuery({
  label: 'catalog.list',
  permission: 'catalog_read',
  scope: 'global',
  input: z.object({
    kind: z.string().optional(),
    q: z.string().optional(),
    limit: z.number().optional(),
    cursor: z.string().optional(),
    /** Engines of 1.17 say it on every first page, 1.13.1 never: here whoever asks is told. */
    total: z.boolean().default(false),
  }),
  needs: ['catalog', 'insight'],
  async run({ catalog, insight }, { limit, total, cursor, ...filter }): Promise<DatasetPage> {
    const page = await catalog.listDatasets({
      ...filter,
      ...(cursor !== undefined && { cursor }),
      limit: clamp(limit, 100, 1_000),
    })
    if (!total || cursor !== undefined) return page
    const { count, capped } = await insight.countDatasets(filter, MOST)
    return { ...page, total: count, ...(capped && { total_capped: true }) }
  },
})
