import { z } from 'zod'
import { isJsonObject, type Json } from '@/lib/contract/json'
import { Opaque } from '@/lib/contract/records/primitives'
import type { ParamSpec, TemplateRecord } from '@/lib/contract/records/templates'
import { type ConfigFormat, parseConfig, textAt } from './config-doc'
import { declarationError } from './params'
import { pipelineError } from './pipeline-check'
import { choice, maybe, present, readShape } from './request-shape'

type Kind = TemplateRecord['kind']

/** What a text that is to be a template says of itself. */
export interface TemplateDocument {
  kind: Kind
  /** A pipeline's own name, or the id a building block must be registered under. */
  name?: string
  /** Of building blocks; a pipeline has none of its own. */
  description?: string
  params: Record<string, ParamSpec>
}
export type ReadTemplate = { ok: true; document: TemplateDocument } | { ok: false; message: string }

/** Scalars only: engines of stores that we register on know no others. */
const Param = z.strictObject({
  type: choice('string', 'int', 'float', 'bool').default('string'),
  required: z.boolean().default(false),
  default: Opaque.optional(),
  secret: z.boolean().default(false),
  description: maybe(z.string()),
  computed: maybe(z.string()),
  values: z.array(Opaque).default([]),
})

/**
 * Reads a text as a template, with the checks that need no connector; what its source and sink make of their configs an
 * engine finds out at the first run. Messages are the engine's.
 */
export function readTemplate(text: string, format: ConfigFormat): ReadTemplate {
  const parsed = parseConfig(text, format)
  if (!parsed.ok) return no(`config error: ${parsed.message}`)
  const { doc } = parsed
  if (!isJsonObject(doc)) {
    return no(
      'config error: a template must be a YAML/JSON mapping (`kind: source-template`, `kind: sink-template`, or `kind: ' +
        'pipeline`)',
    )
  }
  const declared = readParams(doc['params'] ?? null)
  if (typeof declared === 'string') return no(declared)
  const kind = textAt(doc, 'kind')
  const shape = kind === null || !Object.hasOwn(BLOCKS, kind) ? undefined : BLOCKS[kind]
  if (shape === undefined) {
    const reason = pipelineError(doc)
    if (reason !== null) return no(reason)
    const name = textAt(doc, 'name')
    return { ok: true, document: { kind: 'pipeline', ...(name !== null && { name }), params: declared } }
  }
  const read = readShape(shape, doc)
  if (!read.ok) return no(`config error: ${kind}: ${read.complaint}`)
  const { name, owner, description } = read.data
  return {
    ok: true,
    document: {
      kind: kind as Kind,
      name: owner === undefined ? name : `${owner}/${name}`,
      ...(description !== undefined && { description }),
      params: declared,
    },
  }
}

/** The declarations, or why they cannot stand. */
export function readParams(block: Json): Record<string, ParamSpec> | string {
  if (block === null) return {}
  const read = readShape(z.record(z.string(), Param), block)
  if (!read.ok) return `config error: invalid \`params:\` block: ${read.complaint}`
  const params = Object.fromEntries(
    Object.entries(read.data).map(([name, { values, ...spec }]): [string, ParamSpec] => [
      name,
      { ...present(spec), ...(values.length > 0 && { values }) },
    ]),
  )
  return declarationError(params) ?? params
}

const no = (message: string): ReadTemplate => ({ ok: false, message })

const Name = z.string().min(1, 'must not be empty')
const metadata = {
  kind: z.string(),
  version: z.literal(1).default(1),
  name: Name,
  owner: maybe(Name),
  description: maybe(z.string()),
  tags: z.array(z.string()).default([]),
  params: Opaque.optional(),
}
const Connector = z.looseObject({ type: z.string(), config: maybe(Opaque) })
const Mapping = z.record(z.string(), Opaque)

const Stream = z.strictObject({
  name: Name,
  description: maybe(z.string()),
  source: z.looseObject({ config: maybe(Mapping) }).optional(),
  transforms: z.array(Opaque).default([]),
  primary_keys: z.array(Name).default([]),
  write: Opaque.optional(),
  parent: maybe(z.string()),
  parent_key: maybe(z.string()),
  inherit_transforms: z.boolean().default(true),
})

/** The kinds that are composed (governance of the hub is the engine's): their members, so that each can be decoded again. */
const BLOCKS: Readonly<
  Record<string, z.ZodType<{ name: string; owner?: string | undefined; description?: string | undefined }>>
> = {
  'source-template': z.strictObject({
    ...metadata,
    docs: maybe(z.string()),
    auth: maybe(Mapping),
    source: Connector,
    sources: z.record(z.string(), Connector).default({}),
    transforms: z.array(Opaque).default([]),
    contract: maybe(Opaque),
    streams: z.array(Stream).min(1, 'is empty — a source template must produce at least one table'),
  }),
  'sink-template': z.strictObject({
    ...metadata,
    docs: maybe(z.string()),
    auth: maybe(Mapping),
    sink: Connector,
    per_stream: Mapping,
    write_mode_aliases: z.record(z.string(), z.string()).default({}),
  }),
  deployment: z.strictObject({
    ...metadata,
    ...Object.fromEntries(
      [
        'state',
        'dlq',
        'notifications',
        'notify',
        'sla',
        'profiling',
        'policy',
        'usage',
        'budget',
        'resilience',
        'execution',
        'delivery',
        'schedule',
      ].map((block) => [block, Opaque.optional()]),
    ),
    streams: z.record(z.string(), Mapping).default({}),
  }),
}
