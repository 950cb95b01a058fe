import { z } from 'zod'
import { defineQuery } from '../kit/use-case'

const DEFAULT_DEPTH = 5
const MAX_DEPTH = 32

/** Edges around a dataset, or all of them. A dataset nobody knows has none. */
export const getLineage = defineQuery({
  label: 'catalog.lineage',
  permission: 'catalog_read',
  scope: 'global',
  input: z.object({ root: z.string().optional(), depth: z.number().default(DEFAULT_DEPTH) }),
  needs: ['catalog'],
  run: ({ catalog }, { root, depth }) => catalog.lineage(root ?? null, Math.min(Math.max(depth, 1), MAX_DEPTH)),
})
