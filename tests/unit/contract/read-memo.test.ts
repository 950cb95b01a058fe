import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { remembered } from '@/lib/contract/read-memo'
import { readText } from '@/lib/contract/stored'

const Shape = z.object({ name: z.string(), inside: z.object({ list: z.array(z.number()) }) })
const Other = z.object({ name: z.string().transform((name) => name.toUpperCase()) })
const bodyOf = (name: string) => `{"name":"${name}","inside":{"list":[1,2]}}`

describe('what a body holds', () => {
  it('is made once, and again for another shape', () => {
    const text = bodyOf('once')
    const first = readText(Shape, text)
    expect(readText(Shape, `${text}`)).toBe(first)
    expect(first).toEqual({ ok: true, record: { name: 'once', inside: { list: [1, 2] } } })
    expect(readText(Other, text)).toEqual({ ok: true, record: { name: 'ONCE' } })
    expect(readText(Shape, text)).toBe(first)
  })

  it('can be changed by nobody, however deep', () => {
    const read = readText(Shape, bodyOf('frozen'))
    if (!read.ok) throw new Error(read.reason)
    expect(() => read.record.inside.list.push(3)).toThrow(TypeError)
    expect(() => Object.assign(read.record.inside, { list: [] })).toThrow(TypeError)
    expect(readText(Shape, bodyOf('frozen'))).toMatchObject({ record: { inside: { list: [1, 2] } } })
  })

  it('is remembered when it cannot be read, too', () => {
    const reasons = [readText(Shape, '{"name":1}'), readText(Shape, '{"name":1}')]
    expect(reasons[0]).toMatchObject({ ok: false })
    expect(reasons[1]).toBe(reasons[0])
  })

  it('is forgotten when nobody asked for it in a long time, and never kept when it is large', () => {
    let made = 0
    const make = () => ({ made: ++made })
    const fill = 'x'.repeat(30_000)
    remembered(Shape, 'first', make)
    for (let at = 0; at < 150; at++) remembered(Shape, `${at}${fill}`, make)
    expect(remembered(Shape, 'first', make)).toEqual({ made: 1 })
    for (let at = 150; at < 500; at++) remembered(Shape, `${at}${fill}`, make)
    const before = made
    remembered(Shape, 'first', make)
    expect(made).toBe(before + 1)
    const large = 'y'.repeat(40_000)
    remembered(Shape, large, make)
    remembered(Shape, large, make)
    expect(made).toBe(before + 3)
  })
})

it('keeps a handful of kinds of one text, however many there are', () => {
  let made = 0
  const make = () => ++made
  const kinds = Array.from({ length: 20 }, () => ({}))
  for (const kind of kinds) remembered(kind, 'many kinds', make)
  const again = (at: number) => remembered(kinds[at] ?? {}, 'many kinds', make)
  expect([again(19), again(12)]).toEqual([20, 13])
  expect(again(0)).toBe(21)
})
