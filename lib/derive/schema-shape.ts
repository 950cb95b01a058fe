import { LosslessNumber } from 'lossless-json'
import { isJsonObject, type Json, type JsonObject } from '@/lib/contract/json'
import { isSecretName } from './config-secrets'

/** What a value may be, as a form draws it. */
export type Shape =
  | { kind: 'text'; isLong: boolean; pattern: string | null }
  | { kind: 'number'; isWhole: boolean; min: number | null; max: number | null }
  | { kind: 'switch' }
  | { kind: 'choice'; options: Choice[] }
  | { kind: 'list'; item: Shape }
  | { kind: 'map'; value: Shape }
  | { kind: 'object'; fields: FieldShape[]; isOpen: boolean }
  | { kind: 'union'; tag: string; variants: Variant[] }
  /** Anything else: its JSON. */
  | { kind: 'raw' }

export interface Choice {
  value: Json
  note: string | null
}
export interface Variant {
  value: string
  note: string | null
  fields: FieldShape[]
}
export interface FieldShape {
  name: string
  note: string | null
  isRequired: boolean
  /** What holds where it is left out; undefined: nothing is said of it. */
  preset: Json | undefined
  isSecret: boolean
  shape: Shape
}

/** A schema that repeats itself ends somewhere, and is no larger than somebody would fill in. */
const DEEPEST = 6
const MOST = 4_000
const RAW: Shape = { kind: 'raw' }
const TEXT: Shape = { kind: 'text', isLong: false, pattern: null }

/** A JSON Schema as a form; what it has no field for is its JSON. */
export function shapeOf(schema: Json): Shape {
  reads = 0
  return read(schema, schema, DEEPEST, '')
}
let reads = 0

function read(given: Json, root: Json, deeper: number, name: string): Shape {
  const schema = settled(given, root)
  if (schema === null || deeper === 0 || ++reads > MOST) return RAW
  const literals = choicesIn(schema)
  if (literals !== null) return { kind: 'choice', options: literals }
  const options = listIn(schema, 'oneOf') ?? listIn(schema, 'anyOf')
  if (options !== null) return unionOf(options, root, deeper, name)
  switch (typeOf(schema)) {
    case 'string':
      return { kind: 'text', isLong: isSql(name, textIn(schema, 'description')), pattern: textIn(schema, 'pattern') }
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        isWhole: typeOf(schema) === 'integer',
        min: numberIn(schema, 'minimum'),
        max: numberIn(schema, 'maximum'),
      }
    case 'boolean':
      return { kind: 'switch' }
    case 'array':
      return { kind: 'list', item: schema['items'] === undefined ? RAW : read(schema['items'], root, deeper - 1, name) }
    case 'object':
      return objectOf(schema, root, deeper)
    default:
      return RAW
  }
}

function objectOf(schema: JsonObject, root: Json, deeper: number): Shape {
  const more = schema['additionalProperties']
  if (!isJsonObject(schema['properties'] ?? null)) {
    return {
      kind: 'map',
      value: isJsonObject(more ?? null) ? read(more ?? null, root, deeper - 1, '') : inferred(more),
    }
  }
  return { kind: 'object', fields: fieldsOf(schema, root, deeper), isOpen: more !== undefined && more !== false }
}

const inferred = (more: Json | undefined): Shape => (more === undefined || more === true ? RAW : TEXT)

function fieldsOf(schema: JsonObject, root: Json, deeper: number, without?: string): FieldShape[] {
  const properties = schema['properties'] ?? null
  if (!isJsonObject(properties)) return []
  const required = listIn(schema, 'required') ?? []
  return Object.entries(properties).flatMap(([name, given]) => {
    if (name === without) return []
    const property = settled(given, root)
    const outer = isJsonObject(given) ? given : {}
    const note = textIn(outer, 'description') ?? (property === null ? null : textIn(property, 'description'))
    const title = textIn(outer, 'title')
    return {
      name,
      note,
      isRequired: required.includes(name),
      preset: outer['default'] ?? property?.['default'],
      isSecret: isSecretName(name) || (title !== null && isSecretName(title)),
      shape: read(given, root, deeper - 1, name),
    }
  })
}

/** Follows references and takes "or nothing" away: a value that may be left out is a value. */
function settled(given: Json, root: Json): JsonObject | null {
  let schema = given
  for (let step = 0; step < 12; step++) {
    if (!isJsonObject(schema)) return null
    const reference = textIn(schema, '$ref')
    const all: Json[] | null = listIn(schema, 'allOf')
    const [one, another] = without(listIn(schema, 'anyOf') ?? listIn(schema, 'oneOf'))
    if (reference !== null) schema = target(reference, root)
    else if (all?.length === 1) schema = all[0] ?? null
    else if (one !== undefined && another === undefined) schema = one
    else return schema
  }
  return null
}

const without = (options: Json[] | null): Json[] =>
  (options ?? []).filter((one) => !isJsonObject(one) || one['type'] !== 'null')

function target(reference: string, root: Json): Json {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return null
  let at: Json = root
  for (const step of reference.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isJsonObject(at)) return null
    at = at[name] ?? null
  }
  return at
}

/** Values that are named one by one, with what is said of each. */
function choicesIn(schema: JsonObject): Choice[] | null {
  const named = listIn(schema, 'enum')
  if (named !== null) return named.filter((value) => value !== null).map((value) => ({ value, note: null }))
  if (schema['const'] !== undefined) return [{ value: schema['const'], note: textIn(schema, 'description') }]
  const options = without(listIn(schema, 'oneOf') ?? listIn(schema, 'anyOf'))
  if (options.length === 0) return null
  const found = options.map((one) => (isJsonObject(one) && one['properties'] === undefined ? literalsIn(one) : null))
  return found.includes(null) ? null : found.flatMap((some) => some ?? [])
}

function literalsIn(schema: JsonObject): Choice[] | null {
  const note = textIn(schema, 'description')
  if (schema['const'] !== undefined) return [{ value: schema['const'], note }]
  const named = listIn(schema, 'enum')
  return named === null ? null : named.map((value) => ({ value, note: named.length === 1 ? note : null }))
}

/** Variants told apart by one member of a fixed value; other unions are JSON. */
function unionOf(options: Json[], root: Json, deeper: number, name: string): Shape {
  const objects = without(options).map((one) => settled(one, root))
  const tag = objects.length > 0 ? tagOf(objects[0] ?? null) : null
  if (tag === null) return simplest(objects, name)
  const variants: Variant[] = []
  for (const one of objects) {
    const value = one === null ? null : tagged(one, tag)
    if (one === null || value === null) return RAW
    variants.push({ value, note: textIn(one, 'description'), fields: fieldsOf(one, root, deeper - 1, tag) })
  }
  return { kind: 'union', tag, variants }
}

/** "A text or a number" is a text; what has objects in it is JSON. */
const simplest = (objects: readonly (JsonObject | null)[], name: string): Shape =>
  objects.length > 0 && objects.every((one) => one !== null && SIMPLE.has(typeOf(one) ?? ''))
    ? { kind: 'text', isLong: isSql(name, null), pattern: null }
    : RAW
const SIMPLE: ReadonlySet<string> = new Set(['string', 'number', 'integer'])

function tagOf(schema: JsonObject | null): string | null {
  const properties = schema?.['properties'] ?? null
  if (schema === null || !isJsonObject(properties)) return null
  return Object.keys(properties).find((name) => tagged(schema, name) !== null) ?? null
}

function tagged(schema: JsonObject, tag: string): string | null {
  const properties = schema['properties'] ?? null
  const property = isJsonObject(properties) ? (properties[tag] ?? null) : null
  if (!isJsonObject(property)) return null
  const [value, another] = literalsIn(property) ?? []
  return value !== undefined && another === undefined && typeof value.value === 'string' ? value.value : null
}

function typeOf(schema: JsonObject): string | null {
  const { type } = schema
  if (typeof type === 'string') return type
  const named = Array.isArray(type) ? type.filter((one) => one !== 'null') : []
  if (named.length === 1 && typeof named[0] === 'string') return named[0]
  return schema['properties'] !== undefined ? 'object' : null
}

const isSql = (name: string, note: string | null): boolean =>
  /(?:^|_)(?:sql|query|statement)$/i.test(name) || /\bSQL\b/.test(note?.slice(0, 60) ?? '')

const listIn = (schema: JsonObject, name: string): Json[] | null => {
  const value = schema[name]
  return Array.isArray(value) ? value : null
}
const textIn = (schema: JsonObject, name: string): string | null => {
  const value = schema[name]
  return typeof value === 'string' && value !== '' ? value : null
}
const numberIn = (schema: JsonObject, name: string): number | null => {
  const value = schema[name]
  const number =
    value instanceof LosslessNumber ? Number(value.value) : typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' ? number : null
}

/** What a value is, where no schema says it: its members by what they hold now. */
export function shapeOfValue(value: Json, name = ''): Shape {
  if (typeof value === 'string')
    return { kind: 'text', isLong: value.includes('\n') || isSql(name, null), pattern: null }
  if (typeof value === 'boolean') return { kind: 'switch' }
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof LosslessNumber) {
    return { kind: 'number', isWhole: false, min: null, max: null }
  }
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item === 'string')
    return isPlain ? { kind: 'list', item: TEXT } : RAW
  }
  if (!isJsonObject(value)) return TEXT
  const fields = Object.entries(value).map(([member, inside]) => fieldOfValue(member, inside))
  return { kind: 'object', fields, isOpen: true }
}

export const fieldOfValue = (name: string, value: Json): FieldShape => ({
  ...{ name, note: null, isRequired: false, preset: undefined },
  isSecret: isSecretName(name) && (typeof value === 'string' || value === null),
  shape: shapeOfValue(value, name),
})
