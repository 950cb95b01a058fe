import fc from 'fast-check'
import { LosslessNumber } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import {
  hasHugeNumber,
  hasLoneSurrogate,
  hasRepeatedMember,
  isJsonObject,
  isTooDeep,
  parseJson,
  writeJson,
  writeReal,
} from '@/lib/contract/json'
import { jsonText } from '../../support/json-texts'

describe('lossless JSON', () => {
  it('prints what it read, to the byte', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(writeJson(parseJson(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['7', 7],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['18446744073709551615', 18446744073709551615n],
    ['-9007199254740993', -9007199254740993n],
    ['0.1', 0.1],
    ['1.0', new LosslessNumber('1.0')],
    ['1e400', new LosslessNumber('1e400')],
    ['-0', new LosslessNumber('-0')],
    ['12345678901234567890.123', new LosslessNumber('12345678901234567890.123')],
  ])('reads %s exactly', (text, value) => {
    expect(parseJson(text)).toEqual(value)
    expect(writeJson(parseJson(text))).toBe(text)
  })

  it.each(['', '{', '[1,]', '{"a":01}', 'NaN', "{'a':1}", '{"a":1} x', '"\u0001"', '{"a":1,"a":2}', '\ufeff{}'])(
    'refuses %j',
    (text) => expect(() => parseJson(text)).toThrow(),
  )

  it('a member called __proto__ is a member', () => {
    const value = parseJson('{"__proto__":{"admin":true}}')
    expect(isJsonObject(value) && Object.keys(value)).toEqual(['__proto__'])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
    expect(writeJson(value)).toBe('{"__proto__":{"admin":true}}')
  })

  it('tells objects from the other things that are objects to JavaScript', () => {
    expect(isJsonObject({})).toBe(true)
    for (const value of [null, [], 'x', 7, 7n, new LosslessNumber('1.0')]) expect(isJsonObject(value)).toBe(false)
  })

  it('prints half a surrogate pair as a replacement character and leaves everything else', () => {
    expect(writeJson('a\ud83dz')).toBe('"a\\ufffdz"')
    expect(writeJson('\ude00\ud83d')).toBe('"\\ufffd\\ufffd"')
    expect(writeJson('\ud83d\ude00 \\ud800 \u2028')).toBe('"\ud83d\ude00 \\\\ud800 \u2028"')
    expect(writeJson({ '\ud800': 1 })).toBe('{"\\ufffd":1}')
    expect(writeJson(undefined)).toBe('null')
  })

  it('what it prints spells no half pair, whatever it was given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const printed = writeJson({ [text]: [text] })
        expect(hasLoneSurrogate(printed)).toBe(false)
        expect(printed).not.toMatch(/\p{Cs}/u)
      }),
    )
  })

  it.each([
    ['"\\ud83d"', true],
    ['"\\uDE00"', true],
    ['"\\ud83d\\ud83d\\ude00"', true],
    ['"\\ude00\\ud83d"', true],
    ['"\\ud83d\\ude00"', false],
    ['"\\\\ud83d"', false],
    ['"\\\\\\ud83d"', true],
    ['"\\ud83dx\\ude00"', true],
    ['"\ud83d\ude00 é \\u00e9"', false],
    ['"\\ue000"', false],
  ])('half a pair in %s: %s', (text, found) => expect(hasLoneSurrogate(text)).toBe(found))

  it('finds the 128th level, outside of strings only', () => {
    const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`
    expect(isTooDeep(nested(126))).toBe(false)
    expect(isTooDeep(`[${nested(126)}]`)).toBe(false)
    expect(isTooDeep(nested(128))).toBe(true)
    expect(isTooDeep(JSON.stringify('['.repeat(500)))).toBe(false)
    expect(isTooDeep(`["\\\\","\\"","${'[{'.repeat(100)}"]`)).toBe(false)
    expect(isTooDeep('[]'.repeat(500))).toBe(false)
  })

  it.each([
    ['1e400', true],
    ['[-1E+309]', true],
    [`{"a":${'9'.repeat(400)}}`, true],
    ['1e308', false],
    ['1e-400', false],
    [`0.${'9'.repeat(400)}`, false],
    ['{"id":"7e1234","1e400":"\\"1e400"}', false],
  ])('a number no float can hold in %s: %s', (text, found) => expect(hasHugeNumber(text)).toBe(found))

  it.each([
    [0, '0.0'],
    [-0, '-0.0'],
    [1, '1.0'],
    [-2.5, '-2.5'],
    [0.016374039, '0.016374039'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e16'],
    [1.5e300, '1.5e300'],
    [0.00001, '0.00001'],
    [0.000001, '1e-6'],
    [5e-324, '5e-324'],
    [1234567.25, '1234567.25'],
  ])('prints the float %d as %s', (value, text) => expect(writeReal(value)?.value).toBe(text))

  it('prints every float so that it reads back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = writeReal(value)?.value ?? ''
        expect(Object.is(Number(text), value)).toBe(true)
        expect(text).toMatch(/[.e]/)
      }),
    )
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(writeReal(value)).toBeNull()
  })
})

describe('a member that is named twice', () => {
  it.each([
    ['{"a":1,"a":2}', true],
    ['{"a":{"b":1,"\\u0062":1}}', true],
    ['[{"a":1},{"a":[{"__proto__":1,"__proto__":2}]}]', true],
    ['{"a:a":":","b":[{"a":"\\":"},{"a":2}],"__proto__":{"a":1}}', false],
    ['[]', false],
    ['":"', false],
  ])('in %s: %s', (text, found) => expect(hasRepeatedMember(text, JSON.parse(text))).toBe(found))
})
