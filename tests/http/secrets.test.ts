import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_COOKIE, sealSession } from '@/lib/http/session'
import { systemClock } from '@/lib/runtime/clock'
import { createLog } from '@/lib/runtime/log'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { copyOfFile, type EngineStore } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'
import { json, type StandIn, standInEngine } from '../support/stand-in-engine'

/** Each could only come out of one place: what may never be told is recognisable wherever it turns up. */
const VAULT_KEY = 'canary-vault-key-0123456789abcdef'
const SESSION_KEY = Buffer.from('canary-session-key-0123456789abc').toString('base64url')
const CONNECTION_SECRET = 'canary-connection-secret'
const CONFIG_SECRET = 'canary-config-secret'
const WRONG_TOKEN = 'canary-wrong-token'
const CONNECT_STATE = 'canary-connect-state'

describe('no secret ever leaves', () => {
  const lines: string[] = []
  const answers: string[] = []
  let store: EngineStore
  let engine: StandIn
  let runtime: Runtime
  let tokens: string[]
  beforeAll(async () => {
    store = copyOfFile('engine-1.13.1', 'single.db')
    engine = await standInEngine((response) => json(response, 200, { ok: true }))
    const log = createLog(systemClock(), (line) => lines.push(line))
    runtime = await startRuntime(
      store.history,
      { FAUCET_VAULT_KEY: VAULT_KEY, FAUCET_CONSOLE_SESSION_KEY: SESSION_KEY, FAUCET_CONSOLE_ENGINES: engine.url },
      { log },
    )
    tokens = runtime.auth.credentials.map(({ token }) => token)
  })
  afterAll(async () => {
    await runtime.close()
    await engine.close()
    await store.remove()
  })

  async function put(path: string, { method = 'GET', token = tokens[0], body, cookie }: Put = {}): Promise<Response> {
    const headers = new Headers({ 'content-type': 'application/json' })
    if (cookie === undefined) headers.set('authorization', `Bearer ${token}`)
    else headers.set('cookie', `${SESSION_COOKIE}=${cookie}`)
    const request = new Request(`http://127.0.0.1:3000${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const response = await ask(request)
    if (response === null) throw new Error(`no route for ${path}`)
    answers.push(await response.clone().text(), [...response.headers].join('\n'))
    return response
  }
  interface Put {
    method?: string
    token?: string | undefined
    body?: unknown
    cookie?: string
  }

  it('through what is read, written, refused, or goes wrong', async () => {
    for (const token of [WRONG_TOKEN, `${tokens[0]}x`, '']) await put('/v1/runs', { token })
    const saved = await put('/v1/tenants/acme/connections', {
      method: 'POST',
      body: { name: 'canary', provider: { type: 'static', config: { token: CONNECTION_SECRET } } },
    })
    expect(saved.status).toBe(201)
    for (const path of [
      '/v1/tenants/acme',
      '/v1/tenants/acme/connections',
      '/v1/tenants/acme/connections/canary',
      '/v1/audit?limit=20',
      '/v1/tenants',
      '/console/capabilities',
      '/console/session',
      '/metrics',
      '/openapi.json',
    ]) {
      expect((await put(path)).status, path).toBe(200)
    }
    const config = `version: 1\nname: c\npipeline:\n  source: { type: rest, config: { auth: { type: bearer, config: { token: ${CONFIG_SECRET} } } } }\n`
    await put('/v1/doctor', { method: 'POST', body: { config } })
    await put('/v1/doctor', { method: 'POST', body: { config, password: CONFIG_SECRET, nul: '\u0000' } })
    await put('/v1/tenants/acme/connections', { method: 'POST', body: { name: 'BAD NAME', secret: CONNECTION_SECRET } })
    await put(`/v1/connect/callback?state=${CONNECT_STATE}&code=canary-code`)
    const cookie = await sealSession(runtime, 'root-admin', Math.floor(Date.now() / 1_000))
    expect((await put('/v1/whoami', { cookie })).status).toBe(200)
    await put('/v1/whoami', { cookie: `${cookie.slice(0, -4)}AAAA` })
    await engine.close()
    await put('/v1/plan', { method: 'POST', body: { config } })
    runtime.log.error('something broke', {
      error: new Error(`Bearer ${tokens[1]} at postgres://u:${VAULT_KEY}@h/d`, { cause: { note: `${SESSION_KEY}` } }),
      authorization: `Bearer ${tokens[2]}`,
      sealed: 'RkNUMQ-canary-sealed',
      nested: { deep: [`token ${tokens[0]}`] },
    })

    const stored = readFileSync(store.history.slice('sqlite:'.length)).toString('latin1')
    const sealed = [...stored.matchAll(/RkNUMQ[A-Za-z0-9+/=]{20,}/g)].map(([text]) => text)
    expect(sealed.length).toBeGreaterThan(0)
    const secrets = [
      ...tokens,
      ...sealed,
      ...[VAULT_KEY, SESSION_KEY, CONNECTION_SECRET, CONFIG_SECRET, WRONG_TOKEN, CONNECT_STATE],
      ...['canary-code', 'canary-sealed'],
    ]
    const told = [...lines, ...answers].join('\n')
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([])
  })

  it('and every line of the log is one JSON object with its time, level and message', () => {
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        level: expect.stringMatching(/^(info|warn|error)$/),
        message: expect.any(String),
      })
    }
  })
})

describe('what nobody foresaw', () => {
  it('is told by a reference under which the log says more', async () => {
    const lines: string[] = []
    const store = copyOfFile('engine-1.13.1', 'single.db')
    const runtime = await startRuntime(store.history, {}, { log: createLog(systemClock(), (line) => lines.push(line)) })
    const token = runtime.auth.credentials[0]?.token ?? ''
    runtime.deps.runs.get = async () => {
      throw new TypeError(`cannot read a run of ${token}`)
    }
    const response = await ask(
      new Request('http://127.0.0.1:3000/v1/runs/some', {
        headers: { authorization: `Bearer ${token}`, 'x-request-id': 'ref-42' },
      }),
    )
    expect([response?.status, await response?.text()]).toEqual([500, expect.stringContaining('ref-42')])
    const [line = ''] = lines.filter((one) => one.includes('request failed'))
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      request_id: 'ref-42',
      method: 'GET',
      path: '/v1/runs/some',
      error: { name: 'TypeError', stack: expect.stringContaining('secrets.test.ts') },
    })
    expect(line).not.toContain(token)
    await runtime.close()
    await store.remove()
  })
})
