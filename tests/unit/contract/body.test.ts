import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bodyText, rewriteBody } from '@/lib/contract/body'
import { parseJson } from '@/lib/contract/json'
import { Count, Opaque, Real, record, word } from '@/lib/contract/records/primitives'
import { jsonMembers, jsonText } from '../../support/json-texts'

const Thing = record({
  id: z.string(),
  note: z.string().nullable().default(null),
  state: word('open', 'shut'),
  size: Count.optional(),
  share: Real.optional(),
  extra: Opaque.optional(),
  attempt: Count.default(0),
})
const KNOWN = ['id', 'note', 'state', 'size', 'share', 'extra', 'attempt']

/** A stored thing: the members that must be there among any others, in any order. */
const thingMembers = jsonMembers.chain((others) =>
  fc.shuffledSubarray(
    [
      ['id', '"x"'],
      ['state', '"open"'],
      ['share', '1.0'],
      ...others.filter(([name]) => !KNOWN.includes(name)),
    ] as const,
    { minLength: others.filter(([name]) => !KNOWN.includes(name)).length + 3 },
  ),
)
const print = (members: readonly (readonly [string, string])[]) =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`

const kind = (expected: string, message: RegExp) =>
  expect.objectContaining({ kind: expected, message: expect.stringMatching(message) })

describe('the gate to a body column', () => {
  it('prints declared members in order, defaults included, and unknown ones after them', () => {
    expect(bodyText(Thing, Thing.decode({ state: 'open', later: { b: 1 }, id: 'x' } as never))).toBe(
      '{"id":"x","note":null,"state":"open","attempt":0,"later":{"b":1}}',
    )
  })

  it.each<[string, unknown, RegExp]>([
    ['a wrong type', { id: 7, state: 'open' }, /id: /],
    ['an unknown word', { id: 'x', state: 'ajar' }, /state: not one of open, shut/],
    ['a negative count', { id: 'x', state: 'open', size: -1 }, /size: /],
    ['a fraction for a count', { id: 'x', state: 'open', size: 1.5 }, /size: /],
    ['a count beyond 64 bits', { id: 'x', state: 'open', size: 18446744073709551616n }, /size: /],
    ['U+0000 in a value', { id: 'x\u0000', state: 'open' }, /U\+0000/],
    ['U+0000 in a name at depth', { id: 'x', state: 'open', extra: [{ '\u0000': 1 }] }, /U\+0000/],
    ['U+0000 in a member it does not know', { id: 'x', state: 'open', later: '\u0000' }, /U\+0000/],
    ['a number no float can hold', { id: 'x', state: 'open', extra: parseJson('[1e400]') }, /out of range/],
    [
      'more levels than an engine reads',
      { id: 'x', state: 'open', extra: parseJson(`${'['.repeat(127)}${']'.repeat(127)}`) },
      /deeply/,
    ],
  ])('refuses %s', (_, thing, message) => {
    const whole = Object.assign({ note: null, attempt: 0 }, thing as z.output<typeof Thing>)
    expect(() => bodyText(Thing, whole)).toThrow(kind('refused', message))
  })

  it('takes a backslash before u0000 for what it is', () => {
    expect(bodyText(Thing, { id: '\\u0000', note: null, state: 'open', attempt: 0 })).toContain('"id":"\\\\u0000"')
  })
})

describe('rewriting a body', () => {
  it('without a change gives the same text, whatever else is in it', () => {
    fc.assert(
      fc.property(thingMembers, (members) => {
        expect(rewriteBody(Thing, print(members), {})).toBe(print(members))
      }),
      { numRuns: 300 },
    )
  })

  it('changes the named members and not one byte of the others', () => {
    fc.assert(
      fc.property(thingMembers, jsonText, (members, value) => {
        const change = { state: 'shut', share: 0.5, extra: parseJson(value) }
        const spelled = new Map([
          ['state', '"shut"'],
          ['share', '0.5'],
        ])
        const expected = members.map(([name, text]) => [name, spelled.get(name) ?? text] as const)
        const rewritten = rewriteBody(Thing, print(members), change)
        expect(rewritten).toContain(`"extra":${value}`)
        expect(rewritten.replace(`,"extra":${value}`, '').replace(`"extra":${value},`, '')).toBe(print(expected))
      }),
      { numRuns: 300 },
    )
  })

  it('done twice is the same as done once', () => {
    fc.assert(
      fc.property(thingMembers, (members) => {
        const change = { note: 'n', attempt: 2, size: 18446744073709551615n }
        const once = rewriteBody(Thing, print(members), change)
        expect(rewriteBody(Thing, once, change)).toBe(once)
      }),
    )
  })

  it('puts a new member before the first that is declared after it, and removes one that is undefined', () => {
    const text = '{"later":1,"id":"x","state":"open","attempt":3,"z":2}'
    expect(rewriteBody(Thing, text, { size: 7 })).toBe('{"later":1,"id":"x","state":"open","size":7,"attempt":3,"z":2}')
    expect(rewriteBody(Thing, text, { note: 'n' })).toBe(
      '{"later":1,"id":"x","note":"n","state":"open","attempt":3,"z":2}',
    )
    expect(rewriteBody(Thing, '{"id":"x","state":"open"}', { attempt: 1 })).toBe(
      '{"id":"x","state":"open","attempt":1}',
    )
    expect(rewriteBody(Thing, '{"id":"x","size":7,"state":"open"}', { size: undefined })).toBe(
      '{"id":"x","state":"open"}',
    )
    expect(rewriteBody(Thing, '{"id":"x","state":"open"}', { size: undefined })).toBe('{"id":"x","state":"open"}')
  })

  it('finds members whatever spaces and spellings surround them', () => {
    const text = ' {\n "\\u0073tate" : "open" , "id":"}{,\\"" ,"extra":{"state":[1, 2 ]} } '
    expect(rewriteBody(Thing, text, { state: 'shut' })).toBe(
      '{"\\u0073tate":"shut","id":"}{,\\"","extra":{"state":[1, 2 ]}}',
    )
  })

  it.each([
    ['', /not JSON/],
    ['[]', /not an object/],
    ['"x"', /not an object/],
    ['{"id":"x"}', /state/],
    ['{"id":"x","state":"open","id":"y"}', /not JSON/],
    ['{"id":"x","state":"open","id":"x"}', /twice/],
    ['{"id":"\\ud800","state":"open"}', /surrogate/],
  ])('does not touch what it cannot read: %j', (text, message) => {
    expect(() => rewriteBody(Thing, text, { note: 'n' })).toThrow(kind('unreadable', message))
  })

  it.each([
    ['{"id":"x","state":"ajar"}', /state: not one of/],
    ['{"id":"x","state":"open","later":"\\u0000"}', /U\+0000/],
    [`{"id":"x","state":"open","later":${'['.repeat(127)}${']'.repeat(127)}}`, /deeply/],
  ])('writes back nothing that an engine could not decode: %j', (text, message) => {
    expect(() => rewriteBody(Thing, text, { note: 'n' })).toThrow(kind('refused', message))
  })

  it('refuses a change that does not fit', () => {
    const text = '{"id":"x","state":"open"}'
    expect(() => rewriteBody(Thing, text, { state: 'ajar' })).toThrow(kind('refused', /state/))
    expect(() => rewriteBody(Thing, text, { note: 'a\u0000' })).toThrow(kind('refused', /U\+0000/))
  })
})
