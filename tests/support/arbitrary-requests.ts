import fc from 'fast-check'
import type { Description, Operation, Schema } from './api-description'

/** Texts that have broken parsers, paths, databases and logs before. */
const AWKWARD = [
  '',
  ' ',
  '%',
  '_',
  '..',
  '.',
  '/',
  'a/b',
  'a:b',
  '#',
  '?',
  '&',
  '+',
  'null',
  'undefined',
  '-1',
  '0',
  '1e400',
  '18446744073709551616',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  "'; DROP TABLE faucet_serve_runs; --",
  '\u0000',
  '\ud800',
  '\u2028',
  'ü💥',
  '$' + '{env:HOME}',
  '{"a":1}',
  'x'.repeat(10_000),
]
const awkward = fc.constantFrom(...AWKWARD)

/** One request that the description allows, or nearly does. */
export interface Asked {
  method: string
  target: string
  body: string | null
  type: string | null
}

export function requestsFor(
  { components }: Description,
  method: string,
  path: string,
  operation: Operation,
  known: readonly string[],
): fc.Arbitrary<Asked> {
  const parameters = operation.parameters ?? []
  const value = (schema: Schema) =>
    fc.oneof({ weight: 3, arbitrary: textOf(schema) }, { weight: 2, arbitrary: fc.constantFrom(...known) }, awkward)
  const inPath = fc.record(
    Object.fromEntries(parameters.filter((one) => one.in === 'path').map(({ name, schema }) => [name, value(schema)])),
  )
  const inQuery = fc.array(
    parameters.filter((one) => one.in === 'query').length === 0
      ? fc.tuple(awkward, awkward)
      : fc.oneof(
          ...parameters
            .filter((one) => one.in === 'query')
            .map(({ name, schema }) => fc.tuple(fc.constant(name), value(schema))),
          fc.tuple(fc.constant('unknown'), awkward),
        ),
    { maxLength: 4 },
  )
  const content = Object.entries(operation.requestBody?.content ?? {})[0]
  const [type, described] = content ?? ['application/json', { schema: {} }]
  const json = anyValue(described.schema, components.schemas).map((made) => JSON.stringify(made))
  const body =
    content === undefined ? fc.constant(null) : fc.oneof({ weight: 6, arbitrary: json }, awkward, fc.constant(null))
  const typed = fc.oneof(
    { weight: 8, arbitrary: fc.constant(type === '*/*' ? 'text/plain' : type) },
    fc.constantFrom('text/plain', 'application/json; charset=utf-8', null),
  )
  return fc.record({ inPath, inQuery, body, typed }).map((made) => ({
    method,
    target: targetOf(path, made.inPath, made.inQuery),
    body: method === 'GET' ? null : made.body,
    type: made.body === null ? null : made.typed,
  }))
}

function targetOf(path: string, inPath: Record<string, unknown>, inQuery: readonly [string, string][]): string {
  const pathname = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = encoded(String(inPath[name]))
    // Dots and nothing at all are another path before anybody looks.
    return text === '' || /^\.{1,2}$/.test(text) ? '%20' : text
  })
  const query = inQuery.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&')
  return query === '' ? pathname : `${pathname}?${query}`
}

const encoded = (text: string): string => encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'))

function textOf(schema: Schema): fc.Arbitrary<string> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as string[]))
  switch (schema['type']) {
    case 'integer':
      return fc.oneof(fc.nat().map(String), fc.bigInt(0n, 2n ** 64n - 1n).map(String))
    case 'boolean':
      return fc.constantFrom('true', 'false')
    default:
      return schema['format'] === 'date-time'
        ? fc
            .date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
            .map((at) => at.toISOString())
        : fc.string({ maxLength: 20 })
  }
}

/** A value of the schema, now and then with something else in a place of it. */
function anyValue(schema: Schema, all: Record<string, Schema>, depth = 0): fc.Arbitrary<unknown> {
  const right = rightValue(schema, all, depth)
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: fc.oneof(awkward, fc.jsonValue()) })
}

function rightValue(schema: Schema, all: Record<string, Schema>, depth: number): fc.Arbitrary<unknown> {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  if (name !== undefined) return anyValue(all[name] ?? {}, all, depth + 1)
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  if ('const' in schema) return fc.constant(schema['const'])
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (choices !== undefined) return fc.oneof(...choices.map((one) => anyValue(one, all, depth + 1)))
  const [type] = [schema['type']].flat()
  switch (type) {
    case 'object':
      return objectOf(schema, all, depth)
    case 'array':
      return fc.array(anyValue((schema['items'] ?? {}) as Schema, all, depth + 1), { maxLength: depth > 3 ? 0 : 3 })
    case 'integer':
      return fc.oneof(fc.nat(100), fc.maxSafeNat())
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('orders', 'acme', 'version: 1', 'stable', 'prod'))
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: Schema, all: Record<string, Schema>, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  if (Object.keys(properties).length === 0) {
    const rest = typeof schema['additionalProperties'] === 'object' ? (schema['additionalProperties'] as Schema) : {}
    return fc.dictionary(fc.string({ maxLength: 10 }), anyValue(rest, all, depth + 1), { maxKeys: depth > 3 ? 0 : 3 })
  }
  const required = new Set((schema['required'] ?? []) as string[])
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, anyValue(member, all, depth + 1)])),
    { requiredKeys: [...required].filter((name) => name in properties) },
  )
}
