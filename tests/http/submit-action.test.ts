import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeJson } from '@/lib/contract/json'
import { recordOf } from '@/lib/contract/stored'
import { SESSION_COOKIE, sealSession } from '@/lib/http/session'
import type { Runtime } from '@/lib/runtime/runtime'
import { startRuntime } from '../support/runtime'
import { json, type StandIn, standInEngine } from '../support/stand-in-engine'

const request = { headers: new Headers(), cookie: '' }
vi.mock('next/headers', () => ({
  headers: async () => request.headers,
  cookies: async () => ({ get: (name: string) => (name === SESSION_COOKIE ? { value: request.cookie } : undefined) }),
}))
vi.mock('next/navigation', () => ({
  redirect: (to: string) => {
    throw Object.assign(new Error('redirected'), { to })
  },
  notFound: () => expect.fail('nothing is missing'),
}))
const { submitText, enterSubmission, checkText, planText, backfillText, verifyText } = await import(
  '@/lib/http/submit-action'
)

const CONFIG =
  'version: 1\nname: orders\npipeline:\n  source: { type: csv, config: { path: a.csv } }\n  sink: { type: jsonl }\n'
const NOT_SENT = { form: null, problems: [], answer: null }

let runtime: Runtime
async function signedInAs(name: string): Promise<void> {
  request.headers = new Headers({ host: '127.0.0.1:3000', 'x-request-id': 'request-1' })
  request.cookie = await sealSession(runtime, name, Math.floor(Date.now() / 1_000))
}
const send = (body: object | string) => submitText(typeof body === 'string' ? body : JSON.stringify(body))
const dataOf = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

describe('a submission from the page', () => {
  let folder: string
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'submit-'))
    runtime = await startRuntime(`sqlite:${path.join(folder, 'h.db')}`)
    await signedInAs('ops-one')
  })
  afterEach(async () => {
    await runtime.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const aMember = () =>
    runtime.deps.leases.heartbeat({
      started_at: runtime.clock.now(),
      listen: null,
      max_concurrent: 2,
      in_flight: 0,
      state_format: 1,
    })
  const runs = async () => (await runtime.deps.runs.list({ status: [], limit: 10 })).rows.map((row) => recordOf(row))

  it('becomes a row in the name of whoever the cookie speaks for', async () => {
    await aMember()
    const answer = await send({
      config: CONFIG,
      name: 'from the page',
      idempotency_key: 'k',
      budget: { max_records: 5 },
    })
    expect([answer.status, answer.request_id]).toEqual([202, 'request-1'])
    const [run] = await runs()
    expect(JSON.parse(answer.text)).toMatchObject({ run_id: run?.run_id, status: 'pending' })
    expect(run).toMatchObject({ name: 'from the page', idempotency_key: 'k', caller_config: true })
    expect((await runtime.deps.audit.list({ limit: 5 }))[0]).toMatchObject({
      principal: 'ops-one',
      action: 'run.submit',
      run_id: run?.run_id,
    })
    // Once more is the same run.
    const again = await send({
      config: CONFIG,
      name: 'from the page',
      idempotency_key: 'k',
      budget: { max_records: 5 },
    })
    expect(JSON.parse(again.text)).toMatchObject({ run_id: run?.run_id })
    expect(await runs()).toHaveLength(1)
  })

  it('is refused as the API refuses it', async () => {
    const refusals = []
    for (const body of [
      { config: CONFIG },
      '{',
      '[]',
      { config: 5 },
      { config: 'x'.repeat(1_048_577) },
      { config: `${CONFIG}\u0000` },
    ]) {
      const { status, text } = await send(body)
      refusals.push([status, text.slice(0, 80)])
    }
    expect(refusals.map(([status]) => status)).toEqual([503, 400, 422, 422, 413, 400])
    expect(refusals[0]?.[1]).toContain('nobody would run it')
    expect(await runs()).toEqual([])
  })

  it('is nothing without a session, and nothing for a viewer', async () => {
    await aMember()
    await signedInAs('viewer-one')
    expect((await send({ config: CONFIG })).status).toBe(403)
    request.cookie = ''
    expect((await send({ config: CONFIG })).status).toBe(401)
    expect(await runs()).toEqual([])
  })

  it('leads to the run where there are no scripts, and back to the form with what is wrong', async () => {
    const state = await enterSubmission(NOT_SENT, dataOf({ config: CONFIG, timeout: 'soon' }))
    expect(state).toMatchObject({ form: { timeout: 'soon' }, problems: [{ field: 'timeout' }], answer: null })
    expect(await enterSubmission(NOT_SENT, dataOf({ config: CONFIG }))).toMatchObject({
      form: { config: CONFIG },
      answer: { status: 503 },
    })
    await aMember()
    const sent = enterSubmission(NOT_SENT, dataOf({ config: CONFIG, name: 'plain' }))
    await expect(sent).rejects.toHaveProperty('to', expect.stringMatching(/^\/runs\/[0-9a-f-]{36}$/))
    expect(await runs()).toMatchObject([{ name: 'plain' }])
  })
})

describe('with an engine', () => {
  let engine: StandIn
  beforeEach(async () => {
    engine = await standInEngine((response) => json(response, 202, { run_id: 'r-1', status: 'queued' }))
    runtime = await startRuntime('memory', { FAUCET_CONSOLE_ENGINES: engine.url })
    await signedInAs('ops-one')
  })
  afterEach(async () => {
    await runtime.close()
    await engine.close()
  })

  it('goes there with the own token of whoever asked, and nowhere else', async () => {
    const answer = await send({ config: CONFIG, tenant: 'acme', asked: { method: 'DELETE', target: '/v1/runs/x' } })
    expect(JSON.parse(answer.text)).toEqual({ run_id: 'r-1', status: 'queued' })
    expect(engine.received).toMatchObject([
      { method: 'POST', url: '/v1/tenants/acme/runs', headers: { authorization: 'Bearer tok-ops-one' } },
    ])
    expect(JSON.parse(engine.received[0]?.body ?? '')).not.toHaveProperty('asked')
  })

  it('is asked to check and to plan, with nothing but the config', async () => {
    engine.respond = (response) => json(response, 200, { invocations: [] })
    const body = { config: CONFIG, config_format: 'yaml', sample: [{ id: 9_007_199_254_740_993n }], target: '/v1/x' }
    const text = writeJson(body)
    expect(await checkText(text)).toMatchObject({ status: 200, text: '{"invocations":[]}' })
    await planText(text)
    expect(engine.received.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /v1/doctor', 'POST /v1/plan'])
    expect(JSON.parse(engine.received[0]?.body ?? '')).toEqual({ config: CONFIG, config_format: 'yaml' })
    expect(engine.received[1]?.body).toContain('"sample":[{"id":9007199254740993}]')
    expect(engine.received[1]?.body).not.toContain('target')
    // Who may not is not asked for.
    await signedInAs('viewer-one')
    expect((await checkText(text)).status).toBe(403)
    await signedInAs('tenant-a-boss')
    expect([(await checkText(text)).status, (await planText(text)).status]).toEqual([403, 403])
    expect(engine.received).toHaveLength(2)
  })

  it('is asked for past windows and for differences, with nothing but what they are about', async () => {
    engine.respond = (response) => json(response, 200, {})
    const config = { config: CONFIG, config_format: 'yaml', target: '/v1/x' }
    await backfillText(writeJson({ ...config, from: '2026-01-01', to: '2026-01-02', labels: { a: 'b' } }))
    await verifyText(writeJson({ ...config, repair: true, dry_run: true }))
    expect(engine.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1/backfill',
      'POST /v1/verify',
    ])
    expect(engine.received.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { config: CONFIG, config_format: 'yaml', from: '2026-01-01', to: '2026-01-02', labels: { a: 'b' } },
      { config: CONFIG, config_format: 'yaml', repair: true, dry_run: true },
    ])
    await signedInAs('viewer-one')
    expect((await verifyText(writeJson(config))).status).toBe(403)
    expect(engine.received).toHaveLength(2)
  })

  it('tells its refusals with their details and waits', async () => {
    engine.respond = (response) => {
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '5' })
        .end('{"error":{"code":"queue_full","message":"run queue is full; retry later"}}')
    }
    expect(await send({ config: CONFIG })).toMatchObject({ status: 429, retry_after: '5' })
    const details = { invocations: [{ id: 'a', probes: [] }] }
    engine.respond = (response) => json(response, 422, { error: { code: 'unprocessable', message: 'no', details } })
    expect(JSON.parse((await send({ config: CONFIG })).text).error.details).toEqual(details)
  })
})
