import { describe, expect, it } from 'vitest'
import { bodyText, rewriteBody } from '@/lib/contract/body'
import { CHANGE_KINDS, ChangeRequest, changeRequestFor } from '@/lib/contract/records/changes'
import { readText } from '@/lib/contract/stored'

const FULL =
  '{"id":"c","kind":"run","status":"executed","requester":"ana","requester_role":"operator","reason":"ünï 日本",' +
  '"payload":{"10":1.0,"9":[null,true,1E5],"big":18446744073709551615},"plan":{"material":"00ff","rows":[{"row":"r","n":0.1}],' +
  '"summary":{"sinks":[]}},"budget":{"max_records":18446744073709551615,"allowed_sinks":["s3"]},"required_approvals":2,' +
  '"approvals":[{"principal":"bob","role":"admin","at":"2026-11-30T10:00:00.123456789Z","comment":"ok"},' +
  '{"principal":"eve","role":"operator","at":"2026-11-30T10:00:00Z"}],"rejection":{"principal":"eve","at":' +
  '"2026-11-30T10:00:00.500Z","reason":"no"},"created_at":"2026-11-30T10:00:00Z","updated_at":"2026-11-30T10:00:00.123456Z",' +
  '"expires_at":"2036-11-27T13:07:03.643521640Z","run_id":"r","template":{"id":"t","version":3},"error":"e","tenant":"acme",' +
  '"trusted_config":true,"caller_params":{"a":["/x"]}}'
const MINIMAL =
  '{"id":"c","kind":"run","status":"pending","requester":"ana","requester_role":"operator","payload":null,' +
  '"required_approvals":1,"created_at":"2026-11-30T10:00:00Z","updated_at":"2026-11-30T10:00:00Z","expires_at":"2026-11-30T10:00:00Z"}'

const read = (text: string) => {
  const record = readText(ChangeRequest, text)
  if (!record.ok) throw new Error(record.reason)
  return record.record
}

describe('a stored change request', () => {
  it('is printed as an engine prints it, member by member', () => {
    // A JavaScript object puts integer-like names first by value; those that are there stand so already.
    const text = FULL.replace('"10":1.0,"9"', '"9":1.0,"10"')
    expect(bodyText(ChangeRequest, read(text))).toBe(text)
    expect(bodyText(ChangeRequest, read(MINIMAL))).toBe(MINIMAL)
  })

  it('keeps every byte that a change does not touch', () => {
    expect(rewriteBody(ChangeRequest, FULL, {})).toBe(FULL)
    expect(rewriteBody(ChangeRequest, FULL, { status: 'failed' })).toBe(FULL.replace('"executed"', '"failed"'))
    expect(rewriteBody(ChangeRequest, MINIMAL, { approvals: [], tenant: 'acme' })).toBe(
      MINIMAL.replace('"created_at"', '"approvals":[],"created_at"').replace(/}$/, ',"tenant":"acme"}'),
    )
  })

  it.each(CHANGE_KINDS)('of kind %s is written where every engine knows it', (kind) => {
    const record = { ...read(MINIMAL), kind }
    const isLater = kind === 'template_delete' || kind === 'template_deprecate'
    for (const oldest of ['1.12', '1.13'] as const) {
      const write = () => bodyText(changeRequestFor(oldest), record)
      if (isLater) expect(write).toThrow(/kind/)
      else expect(write()).toContain(kind)
    }
    for (const oldest of ['1.14', '1.16'] as const) expect(bodyText(changeRequestFor(oldest), record)).toContain(kind)
  })

  it.each([
    ['an unknown kind', { kind: 'audit' }],
    ['an unknown status', { status: 'paused' }],
    ['an unknown role', { requester_role: 'owner' }],
    ['a budget with a member that no engine takes', { budget: { colour: 1 } as never }],
  ])('with %s is read, and not written', (_, more) => {
    expect(read(JSON.stringify({ ...JSON.parse(MINIMAL), ...more }))).toMatchObject(more)
    expect(() => bodyText(ChangeRequest, { ...read(MINIMAL), ...more })).toThrow(/not written/)
  })

  it.each([
    'id',
    'kind',
    'status',
    'requester',
    'requester_role',
    'payload',
    'required_approvals',
    'created_at',
    'updated_at',
    'expires_at',
  ])('without %s is unreadable', (name) => {
    const { [name]: _, ...rest } = JSON.parse(MINIMAL) as Record<string, unknown>
    expect(readText(ChangeRequest, JSON.stringify(rest)).ok).toBe(false)
  })

  it.each([
    ['a plan without material', { plan: { summary: {} } }],
    ['a plan without summary', { plan: { material: 'm' } }],
    ['a whole number spelled as a fraction', { required_approvals: 1.5 }],
    ['an approval without a time', { approvals: [{ principal: 'bob', role: 'admin' }] }],
    ['an outcome without a version', { template: { id: 't' } }],
  ])('with %s is unreadable', (_, more) => {
    expect(readText(ChangeRequest, JSON.stringify({ ...JSON.parse(MINIMAL), ...more })).ok).toBe(false)
  })

  it('keeps members that it does not know, at every depth', () => {
    const text = FULL.replace('"10":1.0,"9"', '"9":1.0,"10"')
      .replace('"summary"', '"novel":1.0,"summary"')
      .replace('"comment":"ok"', '"comment":"ok","novel":2')
      .replace(/}$/, ',"novel":{}}')
    const printed = bodyText(ChangeRequest, read(text))
    expect(printed.match(/"novel"/g)).toHaveLength(3)
  })
})
