import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Opaque, record } from '@/lib/contract/records/primitives'
import { recordOf, stored } from '@/lib/contract/stored'
import { foldedBody } from '@/lib/store/kit/folded-body'

const Thing = record({ a: z.number(), b: Opaque.optional(), c: z.string().optional(), d: z.number().default(0) })
const TEXT = '{"x":{"n":1.0},"b":{"9":1.0,"10":2},"a":1,"c":"\\u00fc"}'

describe('the body of a folded record', () => {
  it('is printed when there was no row', () => {
    expect(foldedBody(Thing, null, { a: 1, c: 'ü', d: 0 })).toBe('{"a":1,"c":"ü","d":0}')
  })

  it('is the stored text when nothing changed, defaults and spellings included', () => {
    const row = stored(Thing, {}, TEXT)
    expect(foldedBody(Thing, row, { ...recordOf(row) })).toBe(TEXT)
  })

  it('changes, adds and removes only the members that differ', () => {
    const row = stored(Thing, {}, TEXT)
    expect(foldedBody(Thing, row, { ...recordOf(row), a: 2 })).toBe(TEXT.replace('"a":1', '"a":2'))
    const { c: _c, ...without } = recordOf(row)
    expect(foldedBody(Thing, row, { ...without, d: 5 })).toBe('{"x":{"n":1.0},"b":{"9":1.0,"10":2},"a":1,"d":5}')
  })

  it('is none when the stored body cannot be read', () => {
    const row = stored(Thing, {}, '{"a":"one"}')
    expect(() => foldedBody(Thing, row, { a: 1, d: 0 })).toThrow(expect.objectContaining({ kind: 'unreadable' }))
  })
})
