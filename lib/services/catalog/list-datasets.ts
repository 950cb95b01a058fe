import { z } from 'zod'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'

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
  }),
  needs: ['catalog'],
  run: ({ catalog }, { limit, ...filter }) => catalog.listDatasets({ ...filter, limit: clamp(limit, 100, 1_000) }),
})
