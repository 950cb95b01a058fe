import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { aLine } from '../support/audit'
import { aRun } from '../support/records'
import { startRuntime } from '../support/runtime'
import { aTenant } from '../support/tenants'

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime('')
  const { runs, logs, tenants } = runtime.deps
  for (let n = 0; n < 3; n++) await runs.upsert(aRun({ run_id: `r${n}`, status: n === 0 ? 'failed' : 'completed' }))
  await runs.upsert(aRun({ run_id: 'p', status: 'pending', submitted_at: '2026-11-29T00:00:00Z' as never }))
  await runs.upsert(aRun({ run_id: 'g', status: 'completed', tenant: 'globex' }))
  await tenants.linkRun('g', 'globex')
  await logs.record('r0', [aLine('18446744073709551613'), aLine('18446744073709551614')])
  await logs.record('r1', [aLine(0), aLine('18446744073709551615', { ts: '', level: 'WARN' })])
  await tenants.upsert(aTenant())
  await tenants.upsert(aTenant({ id: 'globex' }))
})
afterAll(() => runtime.close())

async function get(path: string, token: string | null = 'tok-root-admin', headers: Record<string, string> = {}) {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  return send('GET', path, { ...authorization, ...headers })
}
async function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const request = new Request(`http://127.0.0.1${path}`, { method, headers, ...(body !== undefined && { body }) })
  const response = await ask(request)
  if (response === null) throw new Error(`${path} has no route`)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
    headers: response.headers,
  }
}
const ids = (text: string) => (JSON.parse(text) as { runs: { run_id: string }[] }).runs.map(({ run_id }) => run_id)

describe('tokens', () => {
  it('are asked for with the envelope on any path of ours, and files nothing', async () => {
    for (const authorization of [
      undefined,
      'Bearer wrong',
      'bearer tok-root-admin',
      'Bearer  tok-root-admin',
      'Bearer ',
      'Basic x',
    ]) {
      const answer = await send('GET', '/v1/whoami', authorization === undefined ? {} : { authorization })
      expect(answer.status).toBe(401)
      expect(answer.text).toBe('{"error":{"code":"unauthorized","message":"missing or invalid bearer token"}}')
      expect(answer.headers.has('www-authenticate')).toBe(false)
    }
    expect(await runtime.deps.audit.list({ limit: 10 })).toEqual([])
  })

  it('may have blanks after them, which the HTTP layer removes', async () => {
    expect((await send('GET', '/v1/whoami', { authorization: 'Bearer tok-root-admin ' })).status).toBe(200)
  })
})

describe('the list of runs', () => {
  it('clamps a limit and refuses one that is no number', async () => {
    expect(ids((await get('/v1/runs?limit=0')).text)).toHaveLength(1)
    expect(ids((await get('/v1/runs?limit=9999')).text)).toHaveLength(5)
    const bad = await get('/v1/runs?limit=x')
    expect([bad.status, bad.type]).toEqual([400, 'text/plain; charset=utf-8'])
  })

  it('takes several statuses and knows each word', async () => {
    expect(ids((await get('/v1/runs?status=failed,pending')).text)).toEqual(['r0', 'p'])
    const bad = await get('/v1/runs?status=Done')
    expect([bad.status, JSON.parse(bad.text).error.code]).toEqual([400, 'bad_config'])
  })

  it('starts over at an unknown cursor and leaves the cursor out on the last page', async () => {
    const first = await get('/v1/runs?limit=2')
    expect(JSON.parse(first.text).next_cursor).toBe(ids(first.text)[1])
    expect(ids((await get('/v1/runs?limit=2&cursor=unknown')).text)).toEqual(ids(first.text))
    expect(JSON.parse((await get('/v1/runs?limit=500')).text)).not.toHaveProperty('next_cursor')
  })

  it('refuses a parameter that is given twice, and ignores one it does not know', async () => {
    expect((await get('/v1/runs?limit=1&limit=2')).status).toBe(400)
    expect((await get('/v1/runs?colour=red&colour=blue')).status).toBe(200)
  })
})

describe('logs', () => {
  it('judge the format before they look for the run', async () => {
    const answer = await get('/v1/runs/unknown/logs?format=xml')
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, 'bad_config'])
  })

  it('start with number 0 when no after is given', async () => {
    expect((await get('/v1/runs/r1/logs?format=jsonl')).text).toMatch(/^\{"seq":0,/)
    expect((await get('/v1/runs/r1/logs?format=jsonl&after=0')).text).not.toContain('"seq"')
  })

  it('print a number above 2^53 digit by digit', async () => {
    const { text, type } = await get('/v1/runs/r0/logs?format=jsonl')
    expect(type).toBe('application/x-ndjson')
    expect(text.split('\n').map((line) => /"seq":(\d+)/.exec(line)?.[1])).toEqual([
      '18446744073709551613',
      '18446744073709551614',
      undefined,
    ])
  })

  it('end with the mark of a cut log, whose own line is no line', async () => {
    expect((await get('/v1/runs/r1/logs?format=jsonl')).text.split('\n')).toHaveLength(3)
    expect((await get('/v1/runs/r1/logs?format=jsonl')).text).toMatch(/\n\{"truncated":true\}\n$/)
    expect((await get('/v1/runs/r1/logs?format=text')).text).toMatch(
      /\n… \(earlier lines truncated: per-run cap reached\)\n$/,
    )
  })

  it('stream as events when no format is named: lines with their number, then the end', async () => {
    const answer = await get('/v1/runs/r0/logs')
    expect(answer.type).toBe('text/event-stream')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.text.split('\n\n').map((event) => event.split('\n').map((line) => line.slice(0, 26)))).toEqual([
      ['event: log', 'id: 18446744073709551613', 'data: 2026-11-30T10:00:00.'],
      ['event: log', 'id: 18446744073709551614', 'data: 2026-11-30T10:00:00.'],
      ['event: end', 'data: done'],
      [''],
    ])
    const rest = await get('/v1/runs/r0/logs', 'tok-root-admin', { 'last-event-id': '18446744073709551613' })
    expect(rest.text.match(/event: log/g)).toHaveLength(1)
  })
})

describe('shapes', () => {
  it.each(['/v1/changes', '/v1/tenants', '/v1/tenants/acme/connections', '/v1/connect/providers'])(
    '%s is a bare array',
    async (path) => {
      expect((await get(path)).text).toMatch(/^\[/)
    },
  )

  it.each([
    ['/v1/templates', 'templates'],
    ['/v1/runs', 'runs'],
    ['/v1/audit', 'entries'],
    ['/v1/catalog/datasets', 'datasets'],
    ['/v1/usage', 'report'],
    ['/v1/local-outputs', 'outputs'],
    ['/v1/catalog/lineage', 'edges'],
  ])('%s is wrapped in %s', async (path, name) => {
    expect((await get(path)).text).toMatch(new RegExp(`^\\{"${name}":`))
  })
})

describe('a confined principal', () => {
  it('knows no run, tenant or filter of another', async () => {
    for (const path of [
      '/v1/runs/g',
      '/v1/runs/g/logs?format=text',
      '/v1/tenants/globex',
      '/v1/runs?tenant=globex',
      '/v1/usage?tenant=globex',
      '/v1/changes?tenant=globex',
    ]) {
      const answer = await get(path, 'tok-tenant-a-boss')
      expect([path, answer.status]).toEqual([path, 404])
    }
    expect(ids((await get('/v1/runs', 'tok-tenant-b-app')).text)).toEqual(['g'])
    expect((await get('/v1/audit', 'tok-tenant-a-boss')).status).toBe(403)
    expect(JSON.parse((await get('/v1/whoami', 'tok-tenant-a-boss')).text).tenant).toBe('acme')
    expect(JSON.parse((await get('/v1/tenants', 'tok-tenant-a-boss')).text)).toHaveLength(1)
  })
})

describe('what cannot be read', () => {
  it.each([
    ['1 MiB and a byte', '/v1/runs', 'tok-root-admin'],
    ['the same with a wrong token', '/v1/runs', 'wrong'],
    ['the same where nothing is', '/v1/nope', 'wrong'],
  ])('%s is 413 in plain text', async (_, path, token) => {
    const answer = await send(
      'POST',
      path,
      { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': '1048577' },
      'x',
    )
    expect([answer.status, answer.type, answer.text]).toEqual([
      413,
      'text/plain; charset=utf-8',
      'length limit exceeded',
    ])
  })

  it('is refused in plain text: type 415, syntax 400, shape 422', async () => {
    const post = (type: string, body: string) =>
      send('POST', '/v1/plan', { authorization: 'Bearer tok-root-admin', 'content-type': type }, body)
    expect((await post('text/plain', '{}')).status).toBe(415)
    expect((await post('application/json', '{')).status).toBe(400)
    expect((await post('application/json', '{"a":"\\ud800"}')).status).toBe(400)
    expect((await post('application/json', 'null')).status).toBe(422)
    expect((await post('application/json', '[]')).type).toBe('text/plain; charset=utf-8')
  })

  it.each([
    ['a path', '/v1/runs/%00'],
    ['a path below', '/v1/runs/a%00b/logs?format=text'],
    ['a filter', '/v1/runs?name=%00'],
    ['a cursor', '/v1/runs?cursor=%00'],
    ['a template id', '/v1/templates/%00'],
    ['a tenant', '/v1/usage?pipeline=%00'],
    ['an audit filter', '/v1/audit?principal=a%00'],
  ])('U+0000 in %s is 400 with the envelope', async (_, path) => {
    const answer = await get(path)
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, 'bad_config'])
  })

  it('U+0000 in a body is 400 however it is spelled', async () => {
    for (const body of ['{"config":"a\\u0000b"}', '{"config":{"\\u0000":1}}']) {
      const headers = { authorization: 'Bearer tok-root-admin', 'content-type': 'application/json' }
      const answer = await send('POST', '/v1/plan', headers, body)
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, 'bad_config'])
    }
  })

  it('a segment that is no UTF-8 is 400 in plain text', async () => {
    const answer = await get('/v1/runs/%ff')
    expect([answer.status, answer.type]).toEqual([400, 'text/plain; charset=utf-8'])
  })

  it.each(['/v1', '/v1/', '/v1/runs/', '/v1//runs', '/v1/runs//logs', '/v1/runs/a/b', '/v1/nope'])(
    '%s does not exist, with or without a token',
    async (path) => {
      for (const token of [null, 'tok-root-admin']) {
        const answer = await get(path, token)
        expect([answer.status, answer.text]).toEqual([404, '{"error":{"code":"not_found","message":"not found"}}'])
      }
    },
  )
})

describe('names of any kind', () => {
  it.each([
    'a/b',
    'a:b',
    'x#y',
    '50% & more',
    'a?b',
    'a+b',
    'Größe/日本語 ☕ run',
    ' spaced ',
    '..',
    'x'.repeat(5_000),
  ])('find %j', async (name) => {
    await runtime.deps.runs.upsert(aRun({ run_id: `id-${name}`, name, tenant: 'initech' }))
    const list = await get(`/v1/runs?name=${encodeURIComponent(name)}`)
    expect(ids(list.text)).toEqual([`id-${name}`])
    expect((await get(`/v1/runs/${encodeURIComponent(`id-${name}`)}`)).status).toBe(200)
    await runtime.deps.runs.remove(`id-${name}`)
  })
})

describe('every answer', () => {
  it('has a request id, the caller’s own when it may stand in a log, and is not to be stored', async () => {
    for (const path of ['/v1/runs', '/v1/nope', '/readyz', '/v1/runs/nope']) {
      const { headers } = await get(path, 'tok-root-admin', { 'x-request-id': 'mine-1' })
      expect([headers.get('x-request-id'), headers.get('cache-control')]).toEqual(['mine-1', 'no-store'])
      const { headers: other } = await get(path, 'tok-root-admin', { 'x-request-id': 'no good\tid' })
      expect(other.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('is ready, with JSON and an array of triggers', async () => {
    const { status, text } = await get('/readyz', null)
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { status: 'ready', history_ok: true, queue_ok: true, cluster: { enabled: false, instances: 0 }, triggers: [] },
    ])
    expect((await get('/healthz', null)).text).toBe('')
  })
})
