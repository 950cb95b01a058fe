import { describe, expect, it } from 'vitest'
import { remembered } from '@/lib/contract/read-memo'

const KIND = {}
const OTHER = {}
const bodyOf = (name: string) => `{"name":"${name}","inside":{"list":[1,2]}}`
const parse = (text: string) => () => JSON.parse(text) as { name: string; inside: { list: number[] } }

describe('what is made of a text', () => {
  it('is made once, and again in another manner', () => {
    const text = bodyOf('once')
    const first = remembered(KIND, text, parse(text))
    expect(remembered(KIND, bodyOf('once'), parse(text))).toBe(first)
    expect(remembered(OTHER, text, () => text.length)).toBe(text.length)
    expect(remembered(KIND, text, parse(text))).toBe(first)
  })

  it('can be changed by nobody, however deep', () => {
    const text = bodyOf('frozen')
    const made = remembered(KIND, text, parse(text))
    expect(() => made.inside.list.push(3)).toThrow(TypeError)
    expect(() => Object.assign(made.inside, { list: [] })).toThrow(TypeError)
    expect(remembered(KIND, text, parse(text))).toEqual({ name: 'frozen', inside: { list: [1, 2] } })
  })

  it('is forgotten when nobody asked for it in a long time, and never kept when it is large', () => {
    let made = 0
    const make = () => ({ made: ++made })
    const fill = 'x'.repeat(30_000)
    remembered(KIND, 'first', make)
    for (let at = 0; at < 150; at++) remembered(KIND, `${at}${fill}`, make)
    expect(remembered(KIND, 'first', make)).toEqual({ made: 1 })
    for (let at = 150; at < 500; at++) remembered(KIND, `${at}${fill}`, make)
    const before = made
    remembered(KIND, 'first', make)
    expect(made).toBe(before + 1)
    const large = 'y'.repeat(40_000)
    remembered(KIND, large, make)
    remembered(KIND, large, make)
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
