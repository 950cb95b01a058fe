import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/contract/json'
import { schemaDiff } from '@/lib/derive/schema-diff'
import { schemaOf } from '../../support/catalog'
import { deepFreeze } from '../../support/freeze'

type Type = string | string[] | null

/** Which list the column `c` lands in; null: none of them. */
function bucket(from: Type, to: Type): string | null {
  const schema = (type: Type) => deepFreeze(schemaOf(type === null ? {} : { c: type }))
  const diff = schemaDiff(schema(from), schema(to))
  const hits = Object.entries(diff ?? {}).filter(([, list]) => Array.isArray(list) && list.length > 0)
  expect(hits.length).toBeLessThan(2)
  return hits[0]?.[0] ?? null
}

describe('what a new schema changes', () => {
  it.each<[Type, Type, string | null]>([
    [null, 'string', 'added'],
    ['integer', 'number', 'widened'],
    ['number', 'integer', null],
    ['string', ['null', 'string'], 'widened'],
    [['null', 'string'], 'string', null],
    ['integer', 'string', 'changed'],
    ['string', null, 'removed'],
    [['null', 'string'], null, null],
    [['null'], 'string', 'widened'],
    ['null', 'string', 'widened'],
    ['string', 'string', null],
    [['integer', 'string'], 'integer', null],
    [['integer', 'string'], 'number', 'changed'],
    [['integer', 'number'], 'integer', null],
    ['integer', ['null', 'number'], 'widened'],
    [['null', 'integer'], ['null', 'string'], 'changed'],
    ['null', 'null', null],
    ['null', null, null],
  ])('from %j to %j is %j', (from, to, expected) => {
    expect(bucket(from, to)).toBe(expected)
  })

  it('lists each kind by column, as engines print it', () => {
    const before = schemaOf({ z: 'string', y: 'string', b: 'integer', a: 'integer', k: 'string', j: 'string' })
    const after = schemaOf({ n: 'string', m: 'object', b: 'number', a: 'number', k: 'integer', j: 'integer' })
    expect(JSON.stringify(schemaDiff(before, after))).toBe(
      '{"added":[{"column":"m","from":null,"to":{"type":"object"}},{"column":"n","from":null,"to":{"type":"string"}}],' +
        '"changed":[{"column":"j","from":{"type":"string"},"to":{"type":"integer"}},{"column":"k","from":{"type":"string"},"to":{"type":"integer"}}],' +
        '"removed":["y","z"],' +
        '"widened":[{"column":"a","from":{"type":"integer"},"to":{"type":"number"}},{"column":"b","from":{"type":"integer"},"to":{"type":"number"}}]}',
    )
  })

  it('says nothing when a schema only narrows or loses an optional column', () => {
    expect(schemaDiff(schemaOf({ a: 'number', b: ['null', 'string'] }), schemaOf({ a: 'integer' }))).toBeNull()
  })

  it('takes a schema without properties, or no schema at all, as one without columns', () => {
    const without: Json[] = [null, 7, [], {}, { properties: [] }]
    for (const none of without) {
      expect(schemaDiff(none, none)).toBeNull()
      expect(schemaDiff(none, schemaOf({ a: 'string' }))).toMatchObject({ added: [{ column: 'a' }], removed: [] })
      expect(schemaDiff(schemaOf({ a: 'string' }), none)).toMatchObject({ added: [], removed: ['a'] })
    }
  })

  it('knows no type of a column without one: it fits anything and nothing evolves from it', () => {
    const odd = { properties: { c: {}, d: 'text', e: { type: 7 } } }
    expect(schemaDiff(schemaOf({ c: 'string', d: 'string', e: 'string' }), odd)).toBeNull()
    expect(schemaDiff(odd, schemaOf({ c: 'string', d: 'string', e: 'string' }))).toMatchObject({
      widened: [{ column: 'c' }, { column: 'd' }, { column: 'e' }],
    })
  })
})
