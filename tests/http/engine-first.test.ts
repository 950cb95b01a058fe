import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { copyOfFile, type EngineStore, emptyFile } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'
import { sharedData } from '../support/shared-data'
import { json, type StandIn, standInEngine } from '../support/stand-in-engine'

let engine: StandIn
let store: EngineStore
let runtime: Runtime
beforeEach(async () => {
  engine = await standInEngine((response) => json(response, 200, { from: 'the engine' }))
})
afterEach(async () => {
  await runtime.close()
  await engine.close()
  await store.remove()
})

async function put(method: string, path: string, body?: object, as: string | null = 'root-admin') {
  const token = runtime.auth.credentials.find(({ name }) => name === as)?.token
  const response = await ask(
    new Request(`http://127.0.0.1:3000${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  return response ?? expect.fail(`no route for ${path}`)
}
const asked = () => engine.received.map(({ method, url }) => `${method} ${url}`)
const newest = async () => (await runtime.deps.audit.list({ limit: 1 }))[0]

const TEMPLATE_STEPS: readonly [method: string, path: string, body?: object][] = [
  ['POST', '/v1/templates', { config: 'kind: pipeline' }],
  ['DELETE', '/v1/templates/team%2Forders'],
  ['POST', '/v1/templates/orders/tags', { tag: 'dev' }],
  ['POST', '/v1/templates/orders/launch', {}],
  ['POST', '/v1/templates/orders/rollback'],
]

describe('beside engines from 1.14 on', () => {
  beforeEach(() => {
    store = copyOfFile('engine-1.17.0', 'single.db')
  })

  it('what must pass their tests is put to them where one is configured', async () => {
    runtime = await startRuntime(store.history, { FAUCET_CONSOLE_ENGINES: engine.url })
    const before = await newest()
    for (const [method, path, body] of TEMPLATE_STEPS) {
      expect([path, await (await put(method, path, body)).json()]).toEqual([path, { from: 'the engine' }])
    }
    expect(asked()).toEqual(TEMPLATE_STEPS.map(([method, path]) => `${method} ${path}`))
    // They file it themselves.
    expect(await newest()).toEqual(before)
    expect((await put('POST', '/v1/templates/orders/launch', {}, 'ops-one')).status).toBe(403)
    expect(asked()).toHaveLength(TEMPLATE_STEPS.length)
  })

  it('and else refused, and nothing is written', async () => {
    runtime = await startRuntime(store.history)
    const before = await newest()
    for (const [method, path, body] of TEMPLATE_STEPS) {
      const response = await put(method, path, body)
      expect([path, response.status, await response.text()]).toEqual([
        path,
        503,
        expect.stringContaining('a running engine is needed to'),
      ])
    }
    expect(await newest()).toEqual(before)
  })
})

describe('beside engines up to 1.13', () => {
  beforeEach(async () => {
    store = emptyFile()
    runtime = await startRuntime(store.history, {
      FAUCET_CONSOLE_ENGINES: engine.url,
      FAUCET_CONNECT_PROVIDERS: '',
      FAUCET_CONSOLE_AUTH_CONFIG: sharedData('engine-1.13.1', 'auth.yaml'),
    })
  })

  it('templates are ours, and what reaches further than the store is theirs', async () => {
    const config =
      'kind: pipeline\nversion: 1\nname: orders\npipeline: { source: { type: csv }, sink: { type: jsonl } }\n'
    expect((await put('POST', '/v1/templates', { config, launch: true })).status).toBe(201)
    expect(asked()).toEqual([])
    await put('DELETE', '/v1/tenants/acme')
    await put('POST', '/v1/runs', { config })
    await put('POST', '/v1/changes', { kind: 'run', payload: { config } })
    await put('POST', '/v1/templates/orders/runs', {})
    expect(asked()).toEqual([
      'DELETE /v1/tenants/acme',
      'POST /v1/runs',
      'POST /v1/changes',
      'POST /v1/templates/orders/runs',
    ])
  })

  it('sign-ins at providers are theirs where the console has none', async () => {
    engine.respond = (response, { url }) =>
      url.startsWith('/v1/connect')
        ? response.writeHead(303, { location: 'https://app.example/done?status=ok' }).end()
        : json(response, 200, { authorize_url: 'https://idp.example' })
    const body = { connection: 'crm', redirect: 'https://app.example/done' }
    expect((await put('POST', '/v1/tenants/acme/connect/crm', body)).status).toBe(200)
    const back = await put('GET', '/v1/connect/callback?state=s&code=c', undefined, null)
    expect([back.status, back.headers.get('location')]).toEqual([303, 'https://app.example/done?status=ok'])
    expect(asked()).toEqual(['POST /v1/tenants/acme/connect/crm', 'GET /v1/connect/callback?state=s&code=c'])
    expect(engine.received[1]?.headers['authorization']).toBeUndefined()
  })

  it('an engine that is not there is no reason to do by halves what is its own', async () => {
    await engine.close()
    const response = await put('POST', '/v1/runs', { config: 'version: 1' })
    expect(response.status).toBe(503)
    expect((await runtime.deps.runs.list({ status: [], limit: 1 })).rows).toEqual([])
    engine = await standInEngine()
  })
})
