import fc from 'fast-check'
import { LosslessNumber } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Json, parseJson, writeJson } from '@/lib/contract/json'
import { parseConfig } from '@/lib/derive/config-doc'
import { convertConfig, printConfig } from '@/lib/derive/config-print'

/** Texts that some reader of YAML takes for something else. */
const TRICKY = [
  ...['yes', 'No', 'on', 'OFF', 'y', 'n', 'true', 'False', 'null', 'Null', '~', '.inf', '-.INF', '.nan', ''],
  ...['1', '-1', '+1', '007', '0o17', '0x1F', '0b11', '1e3', '1.5', '.5', '1_000', '12:30:45', '1.2.3', '-'],
  ...['2026-01-01', '2026-01-01T00:00:00Z', '- item', '-item', 'a: b', 'a:', ': a', 'a #b', '#a', ' a', 'a ', 'a\tb'],
  ...[
    '*a',
    '&a',
    '!a',
    '|',
    '>',
    '%a',
    '@a',
    '`a',
    '"a"',
    "'a'",
    "it's",
    'a\\b',
    '{a}',
    '[a]',
    'a, b',
    '? a',
    '=',
    '<<',
  ],
  ...[
    'line\nline',
    'line\n',
    '\nline',
    '  indented\nline',
    'a\r\nb',
    'tab\tin\nlines',
    '\u0085',
    '\u2028',
    '\ufeffa',
    '日本',
    '😀',
  ],
  ...[
    '${env:HOME}',
    '$' + '${x}',
    '---',
    '...',
    "SELECT *\nFROM t -- c\nWHERE a = 'x'",
    'https://a.b/c?d=e#f',
    'C:\\x',
  ],
]

const tricky = fc.oneof(fc.constantFrom(...TRICKY), fc.string({ unit: 'grapheme' }), fc.string())
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    tricky,
    fc.boolean(),
    fc.constant(null),
    fc.maxSafeInteger(),
    fc.constantFrom(9_007_199_254_740_993n, new LosslessNumber('1.0'), new LosslessNumber('0.25')),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(tricky, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
/** No config holds half a character, and `__proto__` is no member of any. */
const isSound = (given: Json): boolean => !/\\ud[89a-f]|__proto__/i.test(JSON.stringify(plain(given)))
const plain = (given: unknown): unknown =>
  JSON.parse(JSON.stringify(given, (_, one) => (typeof one === 'bigint' ? `${one}n` : one)))

describe('a printed config', () => {
  it('says in either language what it was printed from', () => {
    fc.assert(
      fc.property(value.filter(isSound), fc.constantFrom('yaml' as const, 'json' as const), (given, format) => {
        const text = printConfig(given, format)
        const read = parseConfig(text, format)
        expect(read.ok && writeJson(read.doc)).toBe(writeJson(given))
      }),
      { numRuns: 500 },
    )
  })

  it.each(TRICKY)('keeps %j a text, for readers of old YAML too, as value, name and item', (text) => {
    const printed = printConfig({ [text]: text, list: [text, [text]] }, 'yaml')
    expect(parse(printed, { version: '1.1' })).toEqual({ [text]: text, list: [text, [text]] })
  })

  it('stands bare where nobody can be mistaken, and in lines where it has lines', () => {
    const sql = 'SELECT *\nFROM t\nWHERE a = 1\n'
    expect(printConfig({ path: './a/b.csv', url: 'https://a.b:8080/c', n: 5, on: 'on', sql }, 'yaml')).toBe(
      'path: ./a/b.csv\nurl: https://a.b:8080/c\n"n": 5\n"on": "on"\nsql: |\n  SELECT *\n  FROM t\n  WHERE a = 1\n',
    )
  })
})

describe('a config in the other language', () => {
  it('is the same config', () => {
    const yaml =
      'version: 1 # first\npipeline:\n  # why\n  source: { type: "1", config: &c { n: 1.0, big: 9007199254740993 } }\n  sink: *c\n'
    const json = convertConfig(yaml, 'yaml')
    expect(json).toMatchObject({ ok: true, lost: ['2 comments', '1 anchor'] })
    const text = json.ok ? json.text : ''
    expect(text).toContain('"big": 9007199254740993')
    expect(text).toContain('"n": 1.0')
    const read = parseConfig(yaml, 'yaml')
    expect(writeJson(parseJson(text))).toBe(read.ok && writeJson(read.doc))
    const back = convertConfig(text, 'json')
    expect(back).toMatchObject({ ok: true, lost: [] })
    expect(parseConfig(back.ok ? back.text : '', 'yaml')).toEqual(read)
  })

  it('is none of what cannot be read', () => {
    expect(convertConfig('a: [', 'yaml')).toMatchObject({ ok: false })
    expect(convertConfig('{', 'json')).toMatchObject({ ok: false })
    expect(convertConfig('', 'yaml')).toEqual({ ok: true, text: '', lost: [] })
  })
})
