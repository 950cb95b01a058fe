import 'server-only'
import { z } from 'zod'
import { Count, Labels, Opaque, Real, Seq, Timestamp, U32 } from '@/lib/contract/records/primitives'

export type JsonSchema = Readonly<Record<string, unknown>>

/** What Zod cannot know of types that are checked by a function. */
const PRIMITIVES = new Map<z.core.$ZodType, JsonSchema>([
  [Timestamp, { type: 'string', format: 'date-time' }],
  [Count, { type: 'integer', minimum: 0, description: 'unsigned, 64 bits' }],
  [U32, { type: 'integer', minimum: 0, maximum: 0xffff_ffff }],
  [Seq, { type: 'string', pattern: '^\\d{1,20}$' }],
  [Real, { type: 'number' }],
  [Opaque, {}],
  [Labels, { type: 'object', additionalProperties: { type: 'string' } }],
])

/**
 * JSON Schema of what is read or answered by a Zod schema. Answers are stored texts: members with a default may be
 * missing from old ones, those that are left out when absent may be null, and later engines' members ride along.
 */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  withoutMeta(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: asOnWire }))

interface Overridden {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}

function asOnWire({ zodSchema, jsonSchema }: Overridden): void {
  const known = PRIMITIVES.get(zodSchema)
  const { def } = zodSchema._zod
  if (known !== undefined) replace(jsonSchema, known)
  else if (def.type === 'object') require(def.shape, jsonSchema)
  else if (def.type === 'pipe') replace(jsonSchema, pipe(def))
  else if (def.type === 'default') delete jsonSchema.default
}

/** A codec is on the wire what it is made from; `record()` wraps members that may be left out, which may be null too. */
function pipe(def: z.core.$ZodPipeDef): JsonSchema {
  const read = jsonSchemaOf(def.in as z.ZodType)
  if (Object.keys(read).length > 0) return read
  const written = jsonSchemaOf(def.out as z.ZodType)
  return Object.keys(written).length === 0 ? {} : { anyOf: [written, { type: 'null' }] }
}

function require(shape: z.core.$ZodShape, jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const required = Object.entries(shape)
    .filter(([, member]) => !mayBeMissing(member))
    .map(([name]) => name)
  if (required.length > 0) jsonSchema.required = required
  else delete jsonSchema.required
}

function mayBeMissing(member: z.core.$ZodType): boolean {
  const { def } = (member as z.core.$ZodTypes)._zod
  if (def.type === 'default' || def.type === 'optional') return true
  return def.type === 'pipe' && mayBeMissing(def.out)
}

function replace(target: z.core.JSONSchema.BaseSchema, source: JsonSchema): void {
  for (const name of Object.keys(target)) delete target[name]
  Object.assign(target, source)
}

function withoutMeta({ $schema: _, ...schema }: z.core.JSONSchema.BaseSchema): JsonSchema {
  return schema
}
