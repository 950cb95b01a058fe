import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templateOf } from '@/lib/http/route-template'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask, ROUTE_FOLDERS } from '../support/app-router'
import { copyOfFile, type EngineStore } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'

let store: EngineStore
let runtime: Runtime
beforeAll(async () => {
  store = copyOfFile('engine-1.13.1', 'single.db')
  runtime = await startRuntime(store.history)
})
afterAll(async () => {
  await runtime.close()
  await store.remove()
})

async function put(path: string, method = 'GET'): Promise<Response> {
  const token = runtime.auth.credentials[0]?.token ?? ''
  const request = new Request(`http://127.0.0.1:3000${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  const response = await ask(request)
  if (response === null) throw new Error(`no route for ${path}`)
  return response
}
const metrics = async (): Promise<string[]> => (await (await put('/metrics')).text()).split('\n')
/** The value of one series; null: there is none. */
async function value(series: string): Promise<number | null> {
  const line = (await metrics()).find((one) => one.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}

describe('/metrics', () => {
  it("is Prometheus' text format, every line of it", async () => {
    await put('/v1/runs?limit=1')
    const response = await put('/metrics')
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4')
    const text = await response.text()
    expect(text.endsWith('\n')).toBe(true)
    const sample = /^faucet_serve_[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[\d.e+-]+$/
    const comment = /^# (HELP faucet_serve_[a-z_]+ .+|TYPE faucet_serve_[a-z_]+ (counter|gauge|summary))$/
    for (const line of text.trimEnd().split('\n')) expect(sample.test(line) || comment.test(line), line).toBe(true)
  })

  it('counts requests by method, template and status, whoever asks', async () => {
    const found = 'faucet_serve_requests_total{method="GET",path="/v1/runs/{id}",status="404"}'
    const before = (await value(found)) ?? 0
    await put('/v1/runs/nobody')
    await put('/v1/runs/nobody-else')
    expect(await value(found)).toBe(before + 2)
    await put('/v1/nowhere/at/all')
    expect(await value('faucet_serve_requests_total{method="GET",path="<unmatched>",status="404"}')).toBeGreaterThan(0)
    await put('/v1/tenants/acme/connections/none')
    expect(
      await value(
        'faucet_serve_requests_total{method="GET",path="/v1/tenants/{tenant}/connections/{name}",status="404"}',
      ),
    ).toBeGreaterThan(0)
    const heads = 'faucet_serve_requests_total{method="HEAD",path="/v1/usage",status="200"}'
    const asked = (await value(heads)) ?? 0
    await put('/v1/usage', 'HEAD')
    expect(await value(heads)).toBe(asked + 1)
    await put('/healthz')
    expect(await value('faucet_serve_requests_total{method="GET",path="/healthz",status="200"}')).toBeGreaterThan(0)
  })

  it('tells how long answers took', async () => {
    await put('/v1/whoami')
    const of = 'faucet_serve_request_duration_seconds'
    const labels = 'method="GET",path="/v1/whoami"'
    const count = await value(`${of}_count{${labels}}`)
    const sum = (await value(`${of}_sum{${labels}}`)) ?? 0
    const [least, median, most] = await Promise.all(
      ['0', '0.5', '1'].map(async (share) => (await value(`${of}{${labels},quantile="${share}"}`)) ?? -1),
    )
    expect(count).toBeGreaterThan(0)
    expect(sum).toBeGreaterThan(0)
    expect([least, median, most]).toEqual([least, median, most].toSorted((a = 0, b = 0) => a - b))
    expect(least).toBeGreaterThan(0)
  })

  it('tells what the store says now, and leaves out what an engine counts', async () => {
    expect(await value('faucet_serve_history_degraded')).toBe(0)
    expect(await value('faucet_serve_cluster_instances')).toBe(0)
    expect(await value('faucet_serve_changes_pending')).toBe(9)
    expect(await value('faucet_serve_idempotency_hits_total')).toBeGreaterThanOrEqual(0)
    const names = (await metrics()).filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2])
    expect(names).toEqual([
      'faucet_serve_requests_total',
      'faucet_serve_request_duration_seconds',
      'faucet_serve_idempotency_hits_total',
      'faucet_serve_store_statements_total',
      'faucet_serve_viewers',
      'faucet_serve_history_degraded',
      'faucet_serve_cluster_instances',
      'faucet_serve_changes_pending',
    ])
  })
})

describe('templates of paths', () => {
  it('are those of the engine for every route', () => {
    expect(templateOf('/v1/runs')).toBe('/v1/runs')
    expect(templateOf('/v1/runs/runs/logs')).toBe('/v1/runs/{id}/logs')
    expect(templateOf('/v1/templates/matrix')).toBe('/v1/templates/matrix')
    expect(templateOf('/v1/templates/matrix/runs')).toBe('/v1/templates/{id}/runs')
    expect(templateOf('/v1/templates/team%2Forders/versions/3/deprecate')).toBe(
      '/v1/templates/{id}/versions/{version}/deprecate',
    )
    expect(templateOf('/v1/tenants/acme/templates/x/runs')).toBe('/v1/tenants/{tenant}/templates/{id}/runs')
    expect(templateOf('/v1/runs/')).toBe('<unmatched>')
    expect(templateOf('/')).toBe('<unmatched>')
    expect(templateOf('/console/session')).toBe('/console/session')
    for (const folder of ROUTE_FOLDERS.filter((one) => one.startsWith('v1/') && !one.includes('[['))) {
      const path = `/${folder.replace(/\[\w+\]/g, 'x-1')}`
      expect(templateOf(path), path).not.toBe('<unmatched>')
    }
  })
})

describe('request ids', () => {
  it('are on every answer, the own one of whoever sent a fit one', async () => {
    for (const [path, method] of [
      ['/v1/runs', 'GET'],
      ['/v1/runs', 'OPTIONS'],
      ['/v1/runs', 'PUT'],
      ['/v1/nope', 'GET'],
      ['/healthz', 'GET'],
      ['/readyz', 'GET'],
      ['/metrics', 'GET'],
      ['/openapi.json', 'GET'],
    ] as const) {
      expect((await put(path, method)).headers.get('x-request-id'), `${method} ${path}`).toMatch(/^[0-9a-f-]{36}$/)
    }
    const sent = await ask(
      new Request('http://127.0.0.1:3000/v1/runs', {
        headers: { 'x-request-id': 'mine-7', authorization: 'Bearer x' },
      }),
    )
    expect([sent?.status, sent?.headers.get('x-request-id')]).toEqual([401, 'mine-7'])
    const unfit = await ask(new Request('http://127.0.0.1:3000/v1/runs', { headers: { 'x-request-id': 'a b<c>' } }))
    expect(unfit?.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
