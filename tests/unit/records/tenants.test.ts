import { describe, expect, it } from 'vitest'
import { bodyText, rewriteBody } from '@/lib/contract/body'
import { ConnectionRecord, ConnectSession } from '@/lib/contract/records/connections'
import { TenantRecord, TenantStateRef } from '@/lib/contract/records/tenants'
import { readText } from '@/lib/contract/stored'
import { at } from '../../support/clock'
import { aConnection, aSession, aTenant } from '../../support/tenants'

/** As engine 1.13.1 writes it, and as 1.17.0 does after sealing the notifications. */
const OF_1_13 =
  '{"id":"globex","limits":{},"notifications":[{"channel":{"config":{"headers":{"x-k":"v"},"url":"http://127.0.0.1:18099/hook/tenant"},"type":"webhook"},"min_severity":"warning","name":"ops","on":["connection_needs_reauth","run_failure"]}],"suspended":false,"created_at":"2026-11-18T08:18:39.327947254Z","updated_at":"2026-11-18T08:18:39.327947254Z","created_by":"root-admin"}'
const OF_1_17 =
  '{"id":"globex","name":"Ünï","labels":{"plan":"gold"},"limits":{"max_concurrent_runs":5,"max_bytes_per_run":18446744073709551615},"notifications_sealed":"RkNUMQ==","suspended":true,"created_at":"2026-11-24T08:42:46Z","updated_at":"2026-11-24T08:42:46.120Z","created_by":"root-admin"}'

function decoded<S extends Parameters<typeof readText>[0]>(schema: S, text: string) {
  const read = readText(schema, text)
  if (!read.ok) throw new Error(read.reason)
  return read.record
}

describe('a tenant', () => {
  it('comes back byte for byte, whichever engine wrote it', () => {
    for (const text of [OF_1_13, OF_1_17]) expect(bodyText(TenantRecord, decoded(TenantRecord, text))).toBe(text)
  })

  it('has defaults for what may be missing', () => {
    const text = '{"id":"a","created_at":"2026-11-24T08:42:46Z","updated_at":"2026-11-24T08:42:46Z","created_by":"x"}'
    expect(decoded(TenantRecord, text)).toMatchObject({ limits: {}, suspended: false })
    expect(decoded(TenantRecord, text)).not.toHaveProperty('labels')
  })

  it('keeps every byte that a change does not touch', () => {
    const newer = OF_1_17.replace('"suspended"', '"quota":{"cpu":1.0,"max":12345678901234567890.10},"suspended"')
    const text = rewriteBody(TenantRecord, newer, { suspended: false, updated_at: at('2026-11-30T10:00:00.5Z') })
    expect(text).toBe(
      newer
        .replace('"suspended":true', '"suspended":false')
        .replace('"updated_at":"2026-11-24T08:42:46.120Z"', '"updated_at":"2026-11-30T10:00:00.5Z"'),
    )
  })

  it('puts a member it lacked where engines put it, and removes one', () => {
    expect(rewriteBody(TenantRecord, OF_1_13, { name: 'G' })).toContain('{"id":"globex","name":"G","limits":{}')
    expect(rewriteBody(TenantRecord, OF_1_13, { notifications: undefined })).toContain('"limits":{},"suspended"')
  })

  it('keeps a limit that only later engines know, and does not write one', () => {
    const newer = OF_1_13.replace('"limits":{}', '"limits":{"max_cpu":2}')
    expect(decoded(TenantRecord, newer)).toMatchObject({ limits: { max_cpu: 2 } })
    expect(() => bodyText(TenantRecord, aTenant({ limits: { max_cpu: 2 } as object }))).toThrow('max_cpu')
  })

  it.each([
    ['a fraction for a number', { limits: { max_duration_secs: 1.5 } }],
    ['a number beyond 64 bits', { limits: { max_bytes_per_run: 18446744073709551616n } }],
    ['a day for an instant', { updated_at: at('2026-11-30') }],
    ['U+0000', { name: 'a\u0000' }],
  ])('is not written with %s', (_what, wrong) => {
    expect(() => bodyText(TenantRecord, aTenant(wrong))).toThrow('not written')
  })
})

describe('a connection', () => {
  it('is active when its body does not say', () => {
    const text = bodyText(ConnectionRecord, aConnection()).replace('"status":"active",', '')
    expect(decoded(ConnectionRecord, text)).toMatchObject({ status: 'active' })
  })

  it('keeps a status that only later engines know, and does not write one', () => {
    const text = bodyText(ConnectionRecord, aConnection()).replace('"active"', '"paused"')
    expect(decoded(ConnectionRecord, text)).toMatchObject({ status: 'paused' })
    expect(() => bodyText(ConnectionRecord, aConnection({ status: 'paused' }))).toThrow('status')
  })

  it('is unreadable without its sealed value', () => {
    const text = bodyText(ConnectionRecord, aConnection()).replace('"sealed":"RkNUMQ==",', '')
    expect(readText(ConnectionRecord, text)).toMatchObject({ ok: false, reason: expect.stringContaining('sealed') })
  })
})

describe('a sign-in and a state key', () => {
  it('are printed in the order engines print them', () => {
    expect(Object.keys(JSON.parse(bodyText(ConnectSession, aSession())))).toEqual([
      ...['state', 'tenant', 'provider', 'connection', 'redirect'],
      ...['sealed_verifier', 'created_by', 'created_at', 'expires_at'],
    ])
    expect(bodyText(TenantStateRef, { tenant: 'acme', key: 'acme::sync::row-0' })).toBe(
      '{"tenant":"acme","key":"acme::sync::row-0"}',
    )
  })
})
