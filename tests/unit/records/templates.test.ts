import { describe, expect, it } from 'vitest'
import { bodyText, rewriteBody } from '@/lib/contract/body'
import { ParamSpec, TemplateRecord, templateRecordFor } from '@/lib/contract/records/templates'
import { oldestEngine } from '@/lib/contract/records/vocabulary'
import { readText } from '@/lib/contract/stored'

const body = (more: string, params = '{}') =>
  `{"id":"t","version":1,${more}"body":"","format":"yaml","params":${params},"created_at":"2026-11-30T10:00:00.5Z"}`
const PLAIN = body('"kind":"pipeline",')
const read = (text: string) => {
  const record = readText(TemplateRecord, text)
  if (!record.ok) throw new Error(record.reason)
  return record.record
}
const spec = (members: string) => `{"p":{"type":"string","required":false,"secret":false${members}}}`

describe('a stored template version', () => {
  it('is printed as an engine prints it', () => {
    const text =
      '{"id":"acme/billing","version":4294967295,"kind":"source-template","name":"n","description":"","body":"a: \\"ü\\"\\n",' +
      '"format":"json","params":{"a":{"type":"float","required":false,"default":1.0,"secret":false,"description":"d"},' +
      '"b":{"type":"int","required":true,"secret":true},"c":{"type":"string","required":false,"secret":false,' +
      '"computed":"x"},"d":{"type":"int","required":false,"secret":false,"values":[1,2]}},' +
      '"created_at":"2026-11-30T10:00:00.123456789Z","created_by":"ana"}'
    expect(bodyText(TemplateRecord, read(text))).toBe(text)
  })

  it('without a kind is a pipeline: engines up to 1.12 wrote none', () => {
    expect(read(body('')).kind).toBe('pipeline')
    expect(bodyText(TemplateRecord, read(body('')))).toBe(PLAIN)
    expect(rewriteBody(TemplateRecord, body(''), {})).toBe(body(''))
  })

  it('may lack parameters, and the defaults of theirs', () => {
    expect(read('{"id":"t","version":1,"body":"","format":"yaml","created_at":"2026-11-30T10:00:00Z"}').params).toEqual(
      {},
    )
    expect(read(body('', '{"p":{}}')).params['p']).toEqual({ type: 'string', required: false, secret: false })
  })

  it.each([
    ['"kind":"test-suite",', '{}', '1.14'],
    ['', spec(',"items":{"type":"int","required":false,"secret":false}').replace('string', 'list'), '1.16'],
    [
      '',
      spec(',"properties":{"a":{"type":"list","required":false,"secret":false}}').replace('string', 'object'),
      '1.16',
    ],
    ['', spec(',"min_items":1'), '1.16'],
    ['', spec(',"max_items":5'), '1.16'],
    ['', spec(',"trusted":true'), '1.16'],
    ['', spec(',"values":["a"]'), '1.13'],
  ] as const)('with %s%s is read everywhere and written where engines from %s on work', (more, params, since) => {
    const text = body(more || '"kind":"pipeline",', params)
    for (const oldest of ['1.12', '1.13', '1.14', '1.16'] as const) {
      const write = () => bodyText(templateRecordFor(oldest), read(text))
      if (oldest >= since) expect(write()).toBe(text)
      else expect(write).toThrow(/not written/)
    }
  })

  it.each([
    [body('"kind":"report",'), /kind/],
    [body('', spec(',"colour":"red"')), /colour/],
    [body('', spec('').replace('"string"', '"date"')), /type/],
    [body('', spec(',"items":{"type":"date"}').replace('string', 'list')), /items/],
    [body('', spec(',"items":{"colour":1}').replace('string', 'list')), /items/],
    [body('', spec(',"properties":{"a":7}').replace('string', 'object')), /properties/],
  ])('%s is read, and written nowhere', (text, reason) => {
    expect(() => bodyText(templateRecordFor('1.16'), read(text))).toThrow(reason)
  })

  it.each([
    ['a version that is text', PLAIN.replace('"version":1', '"version":"1"')],
    ['a negative version', PLAIN.replace('"version":1', '"version":-1')],
    ['a version above 32 bits', PLAIN.replace('"version":1', '"version":4294967296')],
    ['no text', PLAIN.replace('"body":"",', '')],
    ['no format', PLAIN.replace('"format":"yaml",', '')],
    ['a time that is none', PLAIN.replace('2026-11-30T10:00:00.5Z', 'yesterday')],
    ['parameters that are a list', PLAIN.replace('"params":{}', '"params":[]')],
  ])('with %s is unreadable', (_, text) => {
    expect(readText(TemplateRecord, text).ok).toBe(false)
  })

  it('keeps members that it does not know', () => {
    const text = PLAIN.replace('"created_at"', '"novel":{"b":1.0},"created_at"')
    expect(bodyText(TemplateRecord, read(text))).toBe(`${PLAIN.slice(0, -1)},"novel":{"b":1.0}}`)
    expect(rewriteBody(TemplateRecord, text, { description: 'd' })).toBe(
      text.replace('"body":""', '"description":"d","body":""'),
    )
  })

  it('knows a declaration by its type', () => {
    expect(ParamSpec.decode({ type: 'int' } as never)).toEqual({ type: 'int', required: false, secret: false })
  })
})

describe('the oldest engine of a store', () => {
  it.each([
    [null, '1.13'],
    [3, '1.13'],
    [6, '1.14'],
    [7, '1.16'],
    [8, '1.16'],
    [9, '1.16'],
  ] as const)('with stamp %s is %s', (stamp, oldest) => expect(oldestEngine(stamp)).toBe(oldest))
})
