import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import { isJsonObject, type Json, parseJson, writeReal } from '@/lib/contract/json'

export type ConfigFormat = 'yaml' | 'json'
export type ParsedConfig = { ok: true; doc: Json } | { ok: false; message: string }

/** A submitted text as JSON. Numbers keep what they are: whole ones to the digit, others with their fraction. */
export function parseConfig(text: string, format: ConfigFormat): ParsedConfig {
  try {
    return { ok: true, doc: format === 'json' ? parseJson(text) : parseYaml(text) }
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '') : 'it cannot be read'
    return { ok: false, message: `invalid ${format === 'json' ? 'JSON' : 'YAML'}: ${why}` }
  }
}

function parseYaml(text: string): Json {
  const doc = parseDocument(text, { intAsBigInt: true })
  const [error] = doc.errors
  if (error !== undefined) throw error
  let spent = 0
  function jsonOf(given: unknown, deeper: number): Json {
    if (deeper === 0 || ++spent > MOST_VALUES) throw new Error('it is nested too deeply, or repeats itself too often')
    const node = isAlias(given) ? (given.resolve(doc) ?? unnamed(given.source)) : given
    if (node === null || node === undefined) return null
    if (isScalar(node)) return scalar(node.value)
    if (isSeq(node)) return node.items.map((item) => jsonOf(item, deeper - 1))
    if (!isMap(node)) throw new Error('a value is of no kind that is known')
    return Object.fromEntries(node.items.map(({ key, value }) => [nameOf(key), jsonOf(value, deeper - 1)]))
  }
  return jsonOf(doc.contents, DEEPEST)
}

function unnamed(name: string): never {
  throw new Error(`nothing is named &${name}`)
}

/** Nobody means to nest more deeply or to hold more, and aliases can. */
const DEEPEST = 100
const MOST_VALUES = 200_000

function nameOf(key: unknown): string {
  const name = isScalar(key) ? key.value : key
  if (typeof name === 'string') return name
  throw new Error('a key is not a text')
}

function scalar(value: unknown): Json {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  // Whole numbers are bigints here: what is a number has a fraction, if only `.0`.
  if (typeof value === 'number') return writeReal(value)
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}

/** The text member of a document; null: there is none. */
export function textAt(doc: Json, name: string): string | null {
  const value = isJsonObject(doc) ? doc[name] : undefined
  return typeof value === 'string' ? value : null
}
