import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAuth } from '@/lib/auth/auth-config'
import { cookieOptions, openSession, SESSION_COOKIE, sealSession } from '@/lib/http/session'
import { MOST_FAILURES, signIn } from '@/lib/http/sign-in'
import { fingerprintOf, principalOfHeader, principalOfToken } from '@/lib/http/token'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { aRun } from '../support/records'
import { startRuntime } from '../support/runtime'

const HOUR = 3_600
const NOW = 1_800_000_000
const auth = readAuth({
  host: '127.0.0.1',
  file: { path: 'a', text: 'principals: [{ name: ann, token: tok-ann, role: operator, tenant: acme }]' },
})
const sealed = { auth, sessionKey: new Uint8Array(32).fill(7) }

describe('the sealed cookie', () => {
  it('opens to the principal as the configuration knows them now', async () => {
    const cookie = await sealSession(sealed, 'ann', NOW)
    expect(await openSession(sealed, cookie, NOW + 1)).toMatchObject({
      principal: { name: 'ann', role: 'operator', tenant: 'acme' },
      ends: NOW + 8 * HOUR,
    })
    const promoted = {
      ...sealed,
      auth: { ...auth, credentials: auth.credentials.map((one) => ({ ...one, role: 'admin' as const })) },
    }
    expect((await openSession(promoted, cookie, NOW))?.principal.role).toBe('admin')
  })

  it('holds neither the token nor a name that can be read', async () => {
    const cookie = await sealSession(sealed, 'ann', NOW)
    const readable = cookie
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join()
    expect(readable).not.toMatch(/tok-ann|ann/)
  })

  it('runs out when it lies idle, and in the end whatever is done', async () => {
    const cookie = await sealSession(sealed, 'ann', NOW)
    expect(await openSession(sealed, cookie, NOW + 8 * HOUR)).not.toBeNull()
    expect(await openSession(sealed, cookie, NOW + 8 * HOUR + 1)).toBeNull()
    const used = await sealSession(sealed, 'ann', NOW + 167 * HOUR, NOW)
    expect((await openSession(sealed, used, NOW + 168 * HOUR))?.ends).toBe(NOW + 168 * HOUR)
    expect(await openSession(sealed, used, NOW + 168 * HOUR + 1)).toBeNull()
  })

  it('ends with the token or the principal it stood for', async () => {
    const cookie = await sealSession(sealed, 'ann', NOW)
    const changed = (more: object) => ({
      ...sealed,
      auth: { ...auth, credentials: auth.credentials.map((one) => ({ ...one, ...more })) },
    })
    expect(await openSession(changed({ token: 'another' }), cookie, NOW)).toBeNull()
    expect(await openSession(changed({ name: 'bob' }), cookie, NOW)).toBeNull()
  })

  it('is nobody’s when it was sealed elsewhere, altered, or is no cookie', async () => {
    const cookie = await sealSession(sealed, 'ann', NOW)
    const other = { ...sealed, sessionKey: new Uint8Array(32).fill(8) }
    expect(await openSession(other, cookie, NOW)).toBeNull()
    expect(await openSession(sealed, `${cookie.slice(0, -2)}xx`, NOW)).toBeNull()
    expect(await openSession(sealed, 'x', NOW)).toBeNull()
  })

  it.each([
    ['127.0.0.1:3000', 'http', false],
    ['localhost', 'http', false],
    ['[::1]:3000', 'http', false],
    ['localhost', 'https', true],
    ['console.example', 'http', true],
    ['console.example', 'https', true],
  ])('on %s over %s is Secure: %s', (host, proto, secure) => {
    expect(cookieOptions(new Headers({ host, 'x-forwarded-proto': proto }))).toEqual({
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      maxAge: 168 * HOUR,
    })
  })
})

describe('tokens', () => {
  it('are compared with every principal, whichever fits', () => {
    const many = readAuth({
      host: '127.0.0.1',
      file: {
        path: 'a',
        text: 'principals: [{ name: a, token: one, role: viewer }, { name: b, token: two, role: admin }]',
      },
    })
    expect(principalOfToken(many, 'one')?.name).toBe('a')
    expect(principalOfToken(many, 'two')?.name).toBe('b')
    expect(principalOfToken(many, 'three')).toBeNull()
    expect(fingerprintOf(many, 'a')).not.toBe(fingerprintOf(many, 'b'))
  })

  it('are not needed where everybody is let in', () => {
    const open = readAuth({ host: '127.0.0.1', open: true })
    expect(principalOfHeader(open, null)).toEqual({ name: 'anonymous', role: 'admin', tenant: null })
  })
})

describe('a browser', () => {
  let runtime: Runtime
  beforeAll(async () => {
    runtime = await startRuntime('')
    await runtime.deps.runs.upsert(aRun({ run_id: 'r', status: 'completed' }))
  })
  afterAll(() => runtime.close())

  const cookieOf = (name: string, began?: number, at = Math.floor(Date.now() / 1_000)) =>
    sealSession(runtime, name, at, began)
  const request = (method: string, path: string, cookie: string, headers: Record<string, string> = {}) =>
    ask(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: { cookie: `theme=dark; ${SESSION_COOKIE}=${cookie}`, host: '127.0.0.1', ...headers },
      }),
    )

  it('reads with its cookie', async () => {
    const answer = await request('GET', '/v1/whoami', await cookieOf('viewer-one'))
    expect(await answer?.json()).toMatchObject({ principal: 'viewer-one', role: 'viewer' })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('cannot %s with it', async (method) => {
    const answer = await request(method, '/v1/runs/r', await cookieOf('root-admin'))
    expect(answer?.status).toBe(401)
    expect(await runtime.deps.runs.get('r')).not.toBeNull()
  })

  it('is who its token says, when it sends both', async () => {
    const answer = await request('GET', '/v1/whoami', await cookieOf('root-admin'), {
      authorization: 'Bearer tok-viewer-one',
    })
    expect(await answer?.json()).toMatchObject({ principal: 'viewer-one' })
    const wrong = await request('GET', '/v1/whoami', await cookieOf('root-admin'), { authorization: 'Bearer wrong' })
    expect(wrong?.status).toBe(401)
  })

  it('gets a fresh cookie once it has used the old one for a while', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const recent = await request('GET', '/v1/whoami', await cookieOf('viewer-one', undefined, now - 10))
    expect(recent?.headers.get('set-cookie')).toBeNull()
    const older = await request('GET', '/v1/whoami', await cookieOf('viewer-one', now - HOUR, now - 400))
    const line = older?.headers.get('set-cookie') ?? ''
    expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/)
    const value = /=([^;]+)/.exec(line)?.[1] ?? ''
    expect(await openSession(runtime, value, now)).toMatchObject({
      began: now - HOUR,
      principal: { name: 'viewer-one' },
    })
  })

  it('is told who is signed in and until when', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const answer = await request('GET', '/console/session', await cookieOf('tenant-a-view', undefined, now))
    expect(await answer?.json()).toMatchObject({
      principal: 'tenant-a-view',
      role: 'viewer',
      tenant: 'acme',
      ends_at: new Date((now + 8 * HOUR) * 1_000).toISOString(),
    })
  })

  it('learns what the store can do, and where it stands unless it is confined', async () => {
    const free = await (await request('GET', '/console/capabilities', await cookieOf('viewer-one')))?.json()
    expect(free).toMatchObject({ kind: 'memory', where: 'memory', stamp: null, read_only: null, degraded_since: null })
    const confined = await (await request('GET', '/console/capabilities', await cookieOf('tenant-a-view')))?.json()
    expect(confined).toMatchObject({ kind: 'memory', where: '' })
  })

  it('hears topics ring, but none of another tenant’s runs', async () => {
    const answer = await request('GET', '/console/events?topics=runs', await cookieOf('viewer-one'))
    const reader = answer?.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe('event: ring\ndata: runs\n\n')
    await reader?.cancel()
    expect((await request('GET', '/console/events?topics=run:r', await cookieOf('tenant-a-view')))?.status).toBe(404)
    expect((await request('GET', '/console/events', await cookieOf('viewer-one')))?.status).toBe(400)
  })
})

describe('signing in', () => {
  let runtime: Runtime
  beforeEach(async () => {
    runtime = await startRuntime('')
  })
  const attempt = (token: string, from = '10.0.0.9') =>
    signIn(runtime, token, new Headers({ 'x-forwarded-for': from }), 'q')
  const filed = async () =>
    (await runtime.deps.audit.list({ limit: 50 })).map(({ principal, action, result, source_ip }) => ({
      principal,
      action,
      result,
      source_ip,
    }))

  it('gives a cookie for a token and files who came from where', async () => {
    const outcome = await attempt(' tok-ops-one\n')
    expect(outcome).toMatchObject({ ok: true, principal: { name: 'ops-one' } })
    expect(await filed()).toEqual([
      { principal: 'ops-one', action: 'console.sign_in', result: 'ok', source_ip: '10.0.0.9' },
    ])
  })

  it('shuts the door on an address that guesses, files the first and the last guess, and never the token', async () => {
    for (let n = 0; n < MOST_FAILURES; n++)
      expect(await attempt(`guess-${n}`)).toEqual({ ok: false, reason: 'unauthorized' })
    expect(await attempt('tok-ops-one')).toEqual({ ok: false, reason: 'limit_exceeded' })
    expect(await attempt('tok-ops-one', '10.0.0.10')).toMatchObject({ ok: true })
    const rows = (await filed()).filter(({ source_ip }) => source_ip === '10.0.0.9')
    expect(rows).toEqual(
      Array(2).fill({
        principal: 'unauthenticated',
        action: 'console.sign_in',
        result: 'denied',
        source_ip: '10.0.0.9',
      }),
    )
    expect(JSON.stringify(await runtime.deps.audit.list({ limit: 50 }))).not.toContain('guess')
  })
})

describe('open to everybody on this machine', () => {
  let runtime: Runtime
  beforeAll(async () => {
    runtime = await startRuntime('', { FAUCET_CONSOLE_AUTH_CONFIG: '', FAUCET_CONSOLE_NO_AUTH: '1' })
  })
  afterAll(() => runtime.close())
  const whoami = (headers: Record<string, string>) => ask(new Request('http://127.0.0.1/v1/whoami', { headers }))

  it('takes whoever comes for the anonymous admin', async () => {
    expect(await (await whoami({ host: '127.0.0.1:3000' }))?.json()).toMatchObject({
      principal: 'anonymous',
      role: 'admin',
    })
  })

  it.each<[string, Record<string, string>]>([
    ['a name of theirs that points here', { host: 'evil.example' }],
    ['a page of theirs', { host: '127.0.0.1:3000', origin: 'https://evil.example' }],
  ])('lets no other site in through %s', async (_, headers) => {
    expect((await whoami(headers))?.status).toBe(401)
  })
})
