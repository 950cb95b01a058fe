import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/contract/json'
import { blocksOf, partsOf } from '@/lib/derive/config-parts'
import { valueProblems } from '@/lib/derive/schema-check'
import { shapeOf, shapeOfValue } from '@/lib/derive/schema-shape'

/** As a Rust program derives one. */
const SCHEMA: Json = {
  type: 'object',
  required: ['url', 'auth'],
  properties: {
    url: { type: 'string', description: 'Where', pattern: '^https?://' },
    query: { type: 'string' },
    batch: { type: ['integer', 'null'], format: 'uint64', minimum: 1, default: 500 },
    password: { type: ['string', 'null'] },
    api_key_path: { type: 'string' },
    mode: { oneOf: [{ const: 'append', description: 'Adds' }, { enum: ['upsert'] }] },
    auth: { $ref: '#/$defs/Auth' },
    tags: { type: 'array', items: { type: 'string' } },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    maybe: { anyOf: [{ $ref: '#/$defs/Inner' }, { type: 'null' }] },
    self: { $ref: '#' },
    odd: { anyOf: [{ type: 'object' }, { type: 'string' }] },
  },
  $defs: {
    Inner: { type: 'object', properties: { on: { type: 'boolean' } } },
    Auth: {
      oneOf: [
        { type: 'object', required: ['type'], properties: { type: { const: 'none' } } },
        {
          type: 'object',
          required: ['type', 'token'],
          properties: { type: { enum: ['bearer'] }, token: { type: 'string' } },
        },
      ],
    },
  },
}
const shape = shapeOf(SCHEMA)
const fields = shape.kind === 'object' ? Object.fromEntries(shape.fields.map((field) => [field.name, field])) : {}
const problems = (value: Json) =>
  valueProblems(shape, value).map(({ path, message }) => `${path.join('.')}: ${message}`)
const GOOD = { url: 'https://h', auth: { type: 'none' } }

const ref = (body: string): string => `\${${body}}`

describe('a schema as a form', () => {
  it('has a field of its kind for every member', () => {
    expect(Object.values(fields).map(({ name, shape: { kind } }) => `${name} ${kind}`)).toEqual([
      ...['url text', 'query text', 'batch number', 'password text', 'api_key_path text', 'mode choice'],
      ...['auth union', 'tags list', 'headers map', 'maybe object', 'self object', 'odd raw'],
    ])
    expect(fields['url']).toMatchObject({ isRequired: true, note: 'Where' })
    expect(fields['query']?.shape).toMatchObject({ isLong: true })
    expect(fields['batch']).toMatchObject({ preset: 500, shape: { isWhole: true, min: 1 } })
    expect([fields['password']?.isSecret, fields['api_key_path']?.isSecret]).toEqual([true, false])
    expect(fields['auth']?.shape).toMatchObject({
      tag: 'type',
      variants: [
        { value: 'none', fields: [] },
        { value: 'bearer', fields: [{ name: 'token', isSecret: true }] },
      ],
    })
  })

  it('says what is wrong with a value, and where', () => {
    expect(problems(GOOD)).toEqual([])
    expect(problems({})).toEqual(['url: This is needed', 'auth: This is needed'])
    expect(
      problems({ ...GOOD, url: 'ftp://h', batch: 0, mode: 'x', tags: ['a', {}], maybe: { on: 1 }, password: '***' }),
    ).toEqual([
      'url: This is to look like ^https?://',
      'batch: This is to be at least 1',
      'password: Its value was masked: give it again',
      'mode: This is to be one of append, upsert',
      'tags.1: This is to be a text',
      'maybe.on: This is to be true or false',
    ])
    expect(problems({ ...GOOD, auth: { type: 'bearer' } })).toEqual(['auth.token: This is needed'])
    expect(problems({ ...GOOD, auth: { type: 'x' } })).toEqual(['auth.type: This is to be one of none, bearer'])
  })

  it('takes a reference anywhere', () => {
    expect(problems({ ...GOOD, batch: ref('env:BATCH'), url: ref('secret:u') })).toEqual([])
  })

  it('is made of a value where there is none', () => {
    expect(shapeOfValue({ a: 'x', n: 1, b: true, l: ['x'], o: { secret: 'y' }, m: [{}] })).toMatchObject({
      kind: 'object',
      fields: [
        { shape: { kind: 'text' } },
        { shape: { kind: 'number' } },
        { shape: { kind: 'switch' } },
        { shape: { kind: 'list' } },
        { shape: { kind: 'object', fields: [{ name: 'secret', isSecret: true }] } },
        { shape: { kind: 'raw' } },
      ],
    })
  })
})

describe('the parts of a config', () => {
  it('are its ends, its transforms, and every block that an engine knows or the text has', () => {
    const doc: Json = {
      ...{ version: 1, name: 'n', hooks: {} },
      pipeline: { source: { type: 'csv' }, sink: { type: 'jsonl' }, transforms: [{ type: 'cast' }], dlq: {} },
    }
    expect(partsOf(doc)).toMatchObject({ name: 'n', source: { type: 'csv' }, endless: null })
    const known = [
      { name: 'dlq', description: 'Dead letters', placement: 'pipeline' },
      { name: 'budget', description: null, placement: 'top' },
    ]
    expect(blocksOf(doc, known).map(({ path, isSet }) => [path.join('.'), isSet])).toEqual([
      ['pipeline.dlq', true],
      ['budget', false],
      ['hooks', true],
    ])
  })

  it('are no ends where the pipeline is made of nodes', () => {
    expect(partsOf({ pipeline: { nodes: {} } }).endless).toContain('nodes')
    expect(partsOf('x')).toMatchObject({ source: null, transforms: [], name: null })
  })
})
