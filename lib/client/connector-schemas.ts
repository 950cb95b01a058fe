import { z } from 'zod'
import { type Json, parseJson } from '@/lib/contract/json'
import type { KnownBlock } from '@/lib/derive/config-parts'
import { shapeOf } from '@/lib/derive/schema-shape'
import { jsonAs, wireQuery } from './wire-query'

const Named = z.array(z.object({ name: z.string(), description: z.string().nullish() })).default([])
const SchemaList = z.object({
  sources: Named,
  sinks: Named,
  transforms: Named,
  state: z.array(z.string()).default([]),
  blocks: z
    .array(z.object({ name: z.string(), description: z.string().nullish(), placement: z.string().default('pipeline') }))
    .default([]),
})
export type SchemaList = z.infer<typeof SchemaList>

/** An engine's connectors change with its build alone. */
const FRESH_MS = 10 * 60_000

/** What the engine was built with. */
export const schemaListQuery = () => ({
  ...wireQuery<SchemaList>({ queryKey: ['schemas', 'list'], path: '/v1/schemas', read: jsonAs(SchemaList) }),
  staleTime: FRESH_MS,
  retry: false,
})

export type SchemaKind = 'source' | 'sink' | 'transform' | 'block'

/** The schema of one connector or block, as a form; the schema itself for completion. */
export const schemaQuery = (kind: SchemaKind, name: string) => ({
  ...wireQuery({
    queryKey: ['schemas', kind, name],
    path: `/v1/schemas/${kind}/${encodeURIComponent(name)}`,
    read: (text) => {
      const schema: Json = parseJson(text)
      return { schema, shape: shapeOf(schema) }
    },
  }),
  staleTime: FRESH_MS,
  retry: false,
})

export const blocksIn = (list: SchemaList | undefined): KnownBlock[] =>
  (list?.blocks ?? []).map(({ name, description = null, placement }) => ({ name, description, placement }))
