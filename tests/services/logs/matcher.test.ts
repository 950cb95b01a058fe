import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { mandatoryText } from '@/lib/services/logs/internal-mandatory'
import { matcherOf } from '@/lib/services/logs/internal-matcher'

const LINE = '2026-11-29T17:55:02.494Z WARN faucet_core::pipeline: retrying row=eu_orders status=429'
const READ = LINE.slice('2026-11-29T17:55:02.494Z WARN '.length)
const words = (text: string, isCaseSensitive = false) => matcherOf({ words: text, isPattern: false, isCaseSensitive })
const pattern = (text: string, isCaseSensitive = false) => matcherOf({ words: text, isPattern: true, isCaseSensitive })
const found = (text: string, places: number[] | null) =>
  places === null
    ? null
    : Array.from({ length: places.length / 2 }, (_, at) => text.slice(places[2 * at], places[2 * at + 1]))

describe('words', () => {
  it('are found as they stand, in any case unless asked otherwise, and nothing in them is a pattern', () => {
    expect(found(READ, words('ORDERS').places(LINE))).toEqual(['orders'])
    expect(words('ORDERS', true).places(LINE)).toBeNull()
    expect(words('row=.*').places(LINE)).toBeNull()
    for (const text of [...'\\^$.*+?()[]{}|/-#&~!,:=<> \t"`@%_'])
      expect(words(text).places(`a${text}b`), text).toEqual([1, 2])
    expect(words('ÄRGER').places('großer ärger')).toEqual([7, 12])
  })

  it('are looked for in what is read: not in the time and level before it, and through colours', () => {
    expect(words('2026').places(LINE)).toBeNull()
    expect(words('warn').places(LINE)).toBeNull()
    expect(words('committed batch').places('\u001b[32mcommitted\u001b[0m batch=\u001b[1m7\u001b[0m')).toEqual([0, 15])
  })

  it('give the store only text that every letter of is the same in every database', () => {
    expect(words('row=eu').holds).toBe('row=eu')
    expect(words('größe in bytes').holds).toBe('e in bytes')
    expect(words('日本').holds).toBeNull()
  })

  it('tell twenty places of a line and no more', () => {
    expect(words('a').places('a'.repeat(1_000))).toHaveLength(40)
  })
})

describe('patterns', () => {
  it('are matched and placed', () => {
    expect(found(READ, pattern('status=(429|503)').places(LINE))).toEqual(['status=429'])
    expect(found(READ, pattern('[a-z]+_[a-z]+').places(LINE))).toEqual(['faucet_core', 'eu_orders'])
    expect(pattern('^retrying').places(LINE)).toBeNull()
    expect(pattern('^faucet').places(LINE)).toEqual([0, 6])
    expect(pattern('ROW', true).places(LINE)).toBeNull()
  })

  it('that cannot be read are refused with the reason', () => {
    expect(() => pattern('row=(')).toThrow(/the regular expression cannot be read: .*missing closing \)/)
    for (const text of ['(a)\\1', '(?=a)b', '(?<!a)b']) expect(() => pattern(text)).toThrow(/cannot be read/)
  })

  it('made to take for ever take a moment', () => {
    const line = `${'a'.repeat(50_000)}!`
    for (const text of ['(a+)+$', '(a|aa)+$', '(a*)*b', '(.*a){20}$', '([a-zA-Z]+)*$', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
      const began = performance.now()
      pattern(text).places(line)
      expect(performance.now() - began, text).toBeLessThan(2_000)
    }
  })
})

describe('what a pattern cannot do without', () => {
  it.each([
    ['status=(429|503)', 'status='],
    ['error|warn', null],
    ['batch=\\d+ is done\\.', ' is done.'],
    ['abc?de', 'ab'],
    ['abc*', 'ab'],
    ['ab+c', 'ab'],
    ['ab{2,3}cde', 'cde'],
    ['x{(a|b}c)', null],
    ['[a-z|(]long', 'long'],
    ['[]abc]d', 'd'],
    ['(ab(c)[)])def', 'def'],
    ['(?i)abc', 'abc'],
    ['\\Qa(b\\Ecd', null],
    ['\\x41bc', null],
    ['.*', null],
    ['gröbe', 'gr'],
  ])('%s: %s', (text, mandatory) => {
    expect(mandatoryText(text)).toBe(mandatory)
  })

  it('is in everything that it matches, whatever the pattern', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      'ab',
      'A',
      '.',
      '\\.',
      '\\d',
      '[ab]',
      '[^a]',
      '[]a]',
      '(a|b)',
      '(ab)',
      '(?:b)',
      'ö',
      '|',
      '^',
      '$',
      ' ',
      '{',
      '}',
      ']',
      '\\b',
    )
    const repeat = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,1}', '+?', '??')
    const patterns = fc
      .array(fc.tuple(piece, repeat), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.flat().join(''))
    const texts = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'B', '.', '0', ' ', 'ö', '{', '}', ']', '|'),
      maxLength: 12,
    })
    let matched = 0
    fc.assert(
      fc.property(patterns, texts, (text, line) => {
        const holds = mandatoryText(text)
        let compiled: RE2JS
        try {
          compiled = RE2JS.compile(text, RE2JS.CASE_INSENSITIVE)
        } catch {
          return true
        }
        if (holds === null || !compiled.test(line)) return true
        matched++
        return line.toLowerCase().includes(holds.toLowerCase())
      }),
      { numRuns: 20_000 },
    )
    expect(matched).toBeGreaterThan(500)
  })
})
