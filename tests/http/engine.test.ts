import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SESSION_COOKIE, sealSession } from '@/lib/http/session'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { findEngine, type RealEngine, startEngine } from '../support/real-engine'
import { startRuntime } from '../support/runtime'
import { sharedData } from '../support/shared-data'
import { json, type StandIn, standInEngine } from '../support/stand-in-engine'

let runtime: Runtime
const tokenOf = (name: string): string => runtime.auth.credentials.find((one) => one.name === name)?.token ?? ''

interface Question {
  method?: string
  path: string
  as?: string
  body?: string
  headers?: Record<string, string>
}
async function put({ method = 'GET', path, as, body, headers = {} }: Question): Promise<Response> {
  const request = new Request(`http://127.0.0.1:3000${path}`, {
    method,
    headers: {
      ...(as !== undefined && { authorization: `Bearer ${tokenOf(as)}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const response = await ask(request)
  if (response === null) throw new Error(`no route for ${path}`)
  return response
}
const newestRow = async () => (await runtime.deps.audit.list({ limit: 1 }))[0]

describe('what only an engine can do', () => {
  let engine: StandIn
  beforeEach(async () => {
    engine = await standInEngine()
    runtime = await startRuntime('memory', { FAUCET_CONSOLE_ENGINES: engine.url })
  })
  afterEach(async () => {
    await runtime.close()
    await engine.close()
  })

  it('goes there as it was asked, with the own token of whoever asked', async () => {
    engine.respond = (response) => json(response, 200, { rows: [] })
    const answer = await put({ path: '/v1/templates/team%2Forders/rows?version=2&select=a%26b', as: 'viewer-one' })
    expect([answer.status, await answer.text()]).toEqual([200, '{"rows":[]}'])
    await put({ method: 'POST', path: '/v1/doctor', as: 'ops-one', body: '{ "config": "x" , "n": 1.0 }' })
    expect(engine.received).toMatchObject([
      {
        method: 'GET',
        url: '/v1/templates/team%2Forders/rows?version=2&select=a%26b',
        headers: { authorization: `Bearer ${tokenOf('viewer-one')}` },
        body: '',
      },
      {
        method: 'POST',
        url: '/v1/doctor',
        headers: { authorization: `Bearer ${tokenOf('ops-one')}`, 'content-type': 'application/json' },
        body: '{ "config": "x" , "n": 1.0 }',
      },
    ])
    expect(await runtime.deps.audit.list({ limit: 5 })).toEqual([])
  })

  it('takes the token of a signed-in person from the configuration, and nothing from their browser', async () => {
    const cookie = await sealSession(runtime, 'ops-one', Math.floor(Date.now() / 1_000))
    await put({
      path: '/v1/schemas',
      headers: {
        cookie: `${SESSION_COOKIE}=${cookie}`,
        origin: 'https://console.example',
        referer: 'https://console.example/runs',
        'x-forwarded-host': 'console.example',
        'sec-fetch-site': 'same-origin',
      },
    })
    const [received] = engine.received
    expect(received?.headers).toMatchObject({ authorization: `Bearer ${tokenOf('ops-one')}` })
    const names = Object.keys(received?.headers ?? {})
    // The console writes the peer's address into what servers of its process receive, and the stand-in is one.
    expect(names.filter((name) => /cookie|origin|referer|forwarded-host|sec-/.test(name))).toEqual([])
    expect(received?.headers['host']).toBe(new URL(engine.url).host)
  })

  it('keeps status, type, Retry-After and body of the answer', async () => {
    const error = '{"error":{"code":"queue_full","message":"run queue is full; retry later"}}'
    engine.respond = (response) =>
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '5', 'set-cookie': 'a=b' })
        .end(error)
    const full = await put({ method: 'POST', path: '/v1/triggers/push', as: 'ops-one', body: '{}' })
    expect([full.status, full.headers.get('retry-after'), await full.text()]).toEqual([429, '5', error])
    expect(full.headers.get('set-cookie')).toBeNull()
    engine.respond = (response) => response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('no')
    const plain = await put({ path: '/v1/status?config=x', as: 'ops-one' })
    expect([plain.status, plain.headers.get('content-type'), await plain.text()]).toEqual([
      400,
      'text/plain; charset=utf-8',
      'no',
    ])
    engine.respond = (response) => response.writeHead(202).end()
    const empty = await put({ method: 'POST', path: '/v1/reload', as: 'root-admin' })
    expect([empty.status, empty.headers.get('content-type'), await empty.text()]).toEqual([202, null, ''])
  })

  it('passes a trigger every header that may tell one event from another', async () => {
    await put({
      method: 'PUT',
      path: '/v1/triggers/push',
      as: 'ops-one',
      body: 'not json',
      headers: { 'x-event-id': 'e-7', 'content-type': 'text/plain', cookie: 'a=b' },
    })
    expect(engine.received).toMatchObject([
      { method: 'PUT', body: 'not json', headers: { 'x-event-id': 'e-7', 'content-type': 'text/plain' } },
    ])
    expect(engine.received[0]?.headers['cookie']).toBeUndefined()
  })

  it('lets an event stream through as it flows', async () => {
    engine.respond = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: log\ndata: one\n\n')
    }
    const answer = await put({ path: '/v1/status?template=x', as: 'ops-one' })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toBe('event: log\ndata: one\n\n')
    await reader?.cancel()
    await expect.poll(() => engine.cutOff()).toBe(1)
  })

  it('is refused and filed here when the caller may not, and the engine hears nothing', async () => {
    const role = await put({ method: 'POST', path: '/v1/doctor', as: 'viewer-one', body: '{}' })
    expect(role.status).toBe(403)
    expect(await newestRow()).toMatchObject({ action: 'doctor', principal: 'viewer-one', result: 'denied' })
    const tenant = await put({ method: 'POST', path: '/v1/verify', as: 'tenant-a-app', body: '{}' })
    expect(tenant.status).toBe(403)
    expect(await newestRow()).toMatchObject({ action: 'verify', tenant: 'acme', result: 'denied' })
    expect((await put({ method: 'POST', path: '/v1/doctor', body: '{}' })).status).toBe(401)
    expect(engine.received).toEqual([])
  })

  it('never carries U+0000 to an engine, however it is spelled', async () => {
    const asked: Question[] = [
      { path: '/v1/status?config=a%00b' },
      { path: '/v1/state/orders/a%00b' },
      { method: 'POST', path: '/v1/doctor', body: '{"config":"a\\u0000b"}' },
      { method: 'POST', path: '/v1/doctor', body: '{"a":{"b\\u0000":[1]}}' },
      { method: 'POST', path: '/v1/triggers/push', body: '{"deep":["\\u0000"]}' },
      { method: 'POST', path: '/v1/triggers/push', body: 'raw \u0000', headers: { 'content-type': 'text/plain' } },
    ]
    for (const question of asked) {
      const answer = await put({ ...question, as: 'root-admin' })
      expect([answer.status, await answer.text()], question.path).toEqual([400, expect.stringContaining('bad_config')])
    }
    expect(engine.received).toEqual([])
    await put({ method: 'POST', path: '/v1/triggers/push', as: 'ops-one', body: '{"text":"\\\\u0000"}' })
    expect(engine.received).toHaveLength(1)
  })

  it('is unavailable with the reason while the engine is away', async () => {
    await engine.close()
    const answer = await put({ method: 'POST', path: '/v1/plan', as: 'ops-one', body: '{}' })
    expect(answer.status).toBe(503)
    const { error } = JSON.parse(await answer.text())
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('can be reached') })
    expect(error.message).not.toContain(engine.url)
    engine = await standInEngine()
  })
})

describe('without an engine', () => {
  it('what only an engine can do says how to have one', async () => {
    runtime = await startRuntime('memory')
    try {
      const answer = await put({ method: 'POST', path: '/v1/plan', as: 'ops-one', body: '{}' })
      expect(answer.status).toBe(503)
      expect(await answer.text()).toContain('FAUCET_CONSOLE_ENGINES')
    } finally {
      await runtime.close()
    }
  })
})

const program = findEngine()
if (program === null) console.log('a real engine: skipped, there is neither FAUCET_BIN nor faucet on the PATH')
else {
  describe('a real engine behind the console', () => {
    let folder: string
    let engine: RealEngine
    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'engine-'))
      writeFileSync(path.join(folder, 'orders.csv'), 'id,amount\n1,2.5\n2,3.5\n')
      const auth = sharedData('engine-1.13.1', 'auth.yaml')
      engine = await startEngine(program, folder, ['--history', 'sqlite:history.db', '--auth-config', auth])
      runtime = await startRuntime(`sqlite:${folder}/history.db`, { FAUCET_CONSOLE_ENGINES: engine.url })
    })
    afterAll(async () => {
      await runtime?.close()
      await engine?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const config = () =>
      `version: 1\nname: orders\npipeline:\n  source: { type: csv, config: { path: ${folder}/orders.csv } }\n  sink: { type: jsonl, config: { path: ${folder}/out.jsonl } }\n`
    /** The same question put to both: the answers must be the same. */
    async function both(question: Question & { as: string }): Promise<{ status: number; text: string }> {
      const ours = await put(question)
      const theirs = await fetch(`${engine.url}${question.path}`, {
        method: question.method ?? 'GET',
        headers: {
          authorization: `Bearer ${tokenOf(question.as)}`,
          ...(question.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(question.body !== undefined && { body: question.body }),
      })
      // Texts of a framework's own refusals are its own.
      const isOwn = theirs.status >= 400 && theirs.headers.get('content-type')?.startsWith('text/plain')
      const [mine, other] = [await ours.text(), isOwn ? '' : await theirs.text()]
      const timeless = (text: string) => text.replace(/"(elapsed_ms|generated_at)":("[^"]*"|[\d.]+)/g, '"$1":0')
      expect([ours.status, ours.headers.get('content-type'), isOwn ? '' : timeless(mine)]).toEqual([
        theirs.status,
        theirs.headers.get('content-type'),
        timeless(other),
      ])
      return { status: ours.status, text: mine }
    }

    it('answers through it as it answers by itself', async () => {
      expect((await both({ path: '/v1/schemas', as: 'viewer-one' })).text).toContain('"csv"')
      expect((await both({ path: '/v1/schemas/source/csv', as: 'viewer-one' })).status).toBe(200)
      expect((await both({ path: '/v1/schemas/source/none', as: 'viewer-one' })).status).toBe(404)
      const body = JSON.stringify({ config: config() })
      expect((await both({ method: 'POST', path: '/v1/doctor', as: 'ops-one', body })).status).toBe(200)
      expect((await both({ method: 'POST', path: '/v1/plan', as: 'ops-one', body })).status).toBe(200)
      const wrong = JSON.stringify({ config: 'version: 1' })
      expect((await both({ method: 'POST', path: '/v1/doctor', as: 'ops-one', body: wrong })).status).toBe(422)
      expect((await both({ path: '/v1/templates/matrix', as: 'ops-one' })).status).toBe(200)
      expect((await both({ path: '/v1/status?template=none', as: 'ops-one' })).status).toBe(404)
      expect((await both({ method: 'POST', path: '/v1/reload', as: 'root-admin' })).status).toBe(200)
      expect((await both({ method: 'POST', path: '/v1/doctor', as: 'ops-one', body: '[]' })).status).toBe(422)
    })

    it('files what it did under whoever asked here, once', async () => {
      const before = (await runtime.deps.audit.list({ limit: 100, action: 'plan' })).length
      const body = JSON.stringify({ config: config() })
      await put({ method: 'POST', path: '/v1/plan', as: 'ops-two', body })
      const rows = await runtime.deps.audit.list({ limit: 100, action: 'plan' })
      expect(rows).toHaveLength(before + 1)
      expect(rows[0]).toMatchObject({ principal: 'ops-two', result: 'ok' })
    })
  })
}
