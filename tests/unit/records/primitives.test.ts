import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bodyText } from '@/lib/contract/body'
import { parseJson } from '@/lib/contract/json'
import { Count, isTimestamp, Opaque, Real, record, Seq, strict, U32, word } from '@/lib/contract/records/primitives'
import { readText } from '@/lib/contract/stored'

const reads = (schema: z.ZodType<unknown, unknown>, text: string) => schema.safeDecode(parseJson(text)).success

describe('primitives', () => {
  it.each([
    '2026-11-30T10:00:00Z',
    '2026-11-30T10:00:00.1Z',
    '2026-11-30T10:00:00.123Z',
    '2026-11-30T10:00:00.123456789Z',
    '2026-11-30T10:00:00+00:00',
    '2026-11-30T10:00:00.5-05:30',
    '1970-01-01T00:00:00Z',
    '2028-02-29T23:59:59Z',
  ])('%s is a timestamp', (text) => expect(isTimestamp(text)).toBe(true))

  it.each([
    '',
    'now',
    '2026-11-30',
    '2026-11-30 10:00:00Z',
    '2026-11-30T10:00:00',
    '2026-11-30T10:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-30T24:00:00Z',
    '2026-11-30T10:00:00.1234567890Z',
    '2026-11-30T10:00:00.Z',
    '2026-11-30T10:00:00z ',
    '20261130T100000Z',
    '2026-11-30T10:00:00\u0000Z',
  ])('%j is none', (text) => expect(isTimestamp(text)).toBe(false))

  it.each([
    ['0', true],
    ['9007199254740993', true],
    ['18446744073709551615', true],
    ['18446744073709551616', false],
    ['-1', false],
    ['-0', false],
    ['10.0', false],
    ['1e3', false],
    ['"7"', false],
    ['null', false],
  ])('a count reads %s: %s', (text, fits) => expect(reads(Count, text)).toBe(fits))

  it.each([
    ['4294967295', true],
    ['4294967296', false],
    ['-1', false],
    ['1.0', false],
  ])('32 bits read %s: %s', (text, fits) => expect(reads(U32, text)).toBe(fits))

  it.each([
    ['7', 7, '7.0'],
    ['1.0', 1, '1.0'],
    ['0.016374039', 0.016374039, '0.016374039'],
    ['1e21', 1e21, '1e21'],
    ['-0.0', -0, '-0.0'],
    ['9007199254740993', 9007199254740992, '9007199254740992.0'],
    ['1e-400', 0, '0.0'],
  ])('a float reads %s as %d and prints %s', (text, value, printed) => {
    const body = record({ x: Real })
    const read = body.decode(parseJson(`{"x":${text}}`) as z.input<typeof body>)
    expect(Object.is(read.x, value)).toBe(true)
    expect(bodyText(body, read)).toBe(`{"x":${printed}}`)
  })

  it.each(['1e400', '-1e400', `1${'0'.repeat(400)}`, '"1"', 'null', '[]'])('a float is not %s', (text) =>
    expect(reads(Real, text)).toBe(false),
  )

  it('opaque values are any JSON, null included', () => {
    for (const text of ['null', '7', '[1.0]', '{}']) expect(reads(Opaque, text)).toBe(true)
    expect(Opaque.safeParse(undefined).success).toBe(false)
  })

  it('a log sequence is up to twenty digits', () => {
    for (const [text, fits] of [
      ['18446744073709551615', true],
      ['0', true],
      ['', false],
      ['-1', false],
      ['184467440737095516150', false],
    ] as const)
      expect(Seq.safeParse(text).success).toBe(fits)
  })

  it('a word that is unknown is read and not written', () => {
    const light = record({ light: word('red', 'green') })
    expect(light.decode({ light: 'amber' }).light).toBe('amber')
    expect(light.safeDecode({ light: 1 } as never).success).toBe(false)
    expect(() => bodyText(light, { light: 'amber' })).toThrow('light: not one of red, green')
    expect(bodyText(light, { light: 'green' })).toBe('{"light":"green"}')
  })

  it('a record keeps members it does not know, a strict one keeps them until it is written', () => {
    const shape = { a: z.string() }
    const open = record({ inner: record(shape).optional() })
    expect(bodyText(open, open.decode({ inner: { a: 'x', b: 1 } } as never))).toBe('{"inner":{"a":"x","b":1}}')
    const closed = record({ inner: strict(shape).optional() })
    const read = closed.decode({ inner: { a: 'x', b: 1 } } as never)
    expect(read.inner).toEqual({ a: 'x', b: 1 })
    expect(() => bodyText(closed, read)).toThrow('inner: no member b is known here')
    expect(bodyText(closed, {})).toBe('{}')
  })
})

describe('members that are left out when absent', () => {
  const shape = record({ name: z.string().optional(), cost: record({ total: Real }).optional(), id: z.string() })

  it('are read as null too, and not written as null', () => {
    const read = readText(shape, '{"name":null,"cost":null,"id":"a"}')
    expect(read).toEqual({ ok: true, record: { id: 'a' } })
    expect(read.ok && bodyText(shape, read.record)).toBe('{"id":"a"}')
  })

  it('keep their own type, floats at any depth printed as engines print them', () => {
    expect(readText(shape, '{"name":1,"id":"a"}').ok).toBe(false)
    expect(bodyText(shape, { id: 'a', cost: { total: 1 } })).toBe('{"cost":{"total":1.0},"id":"a"}')
  })
})
