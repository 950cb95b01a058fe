import { afterEach, describe, expect, it } from 'vitest'
import type { EngineCall, EnginePort } from '@/lib/contract/ports/engine'
import { createEngine } from '@/lib/engine/engine'
import { exchange } from '@/lib/engine/exchange'
import { headersFor } from '@/lib/engine/headers'
import { withSchemaCache } from '@/lib/engine/schema-cache'
import { readEngines } from '@/lib/engine/target'
import { json, type StandIn, standInEngine } from '../../support/stand-in-engine'

const running: StandIn[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
})
async function started(...args: Parameters<typeof standInEngine>): Promise<StandIn> {
  const one = await standInEngine(...args)
  running.push(one)
  return one
}

const NOWHERE = 'http://127.0.0.1:9'
const engineAt = (addresses: string | null): EnginePort =>
  createEngine({
    addresses: readEngines(addresses),
    tokenOf: (name) => (name === 'ann' ? 'tok-ann' : null),
    tell: () => undefined,
  })
const call = (more: Partial<EngineCall> = {}): EngineCall => ({
  method: 'POST',
  target: '/v1/doctor',
  headers: {},
  body: '{}',
  principal: 'ann',
  where: 'any',
  timeoutMs: 5_000,
  ...more,
})

describe('an engine', () => {
  it('gets the token of whoever asks, and of nobody else', async () => {
    const engine = await started()
    const port = engineAt(engine.url)
    await port.send(call({ headers: { authorization: 'Bearer stolen' } }))
    await port.send(call({ principal: null, headers: { Authorization: 'Bearer stolen' } }))
    expect(engine.received.map(({ headers }) => headers['authorization'])).toEqual(['Bearer tok-ann', undefined])
  })

  it('is another one only while nobody can have received the call', async () => {
    const engine = await started((response) => json(response, 200, { done: true }))
    const broken = await started((response) => response.destroy())
    expect(await engineAt(`a=${NOWHERE},b=${engine.url}`).send(call())).toMatchObject({ kind: 'reply', status: 200 })
    const reply = await engineAt(`a=${broken.url},b=${engine.url}`).send(call())
    expect(reply).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('may have been done') })
    expect(engine.received).toHaveLength(1)
  })

  it('that answered last is asked first', async () => {
    const engine = await started()
    const told: string[] = []
    const port = createEngine({
      addresses: readEngines(`a=${NOWHERE},b=${engine.url}`),
      tokenOf: () => null,
      tell: ({ code }) => told.push(code),
    })
    await port.send(call())
    await port.send(call())
    expect(told).toEqual(['ECONNREFUSED'])
  })

  it('is told apart by its instance, and a single address stands for all', async () => {
    const [one, two] = [await started(), await started()]
    const both = engineAt(`a=${one.url},b=${two.url}`)
    await both.send(call({ where: { instance: 'b' } }))
    expect([one.received.length, two.received.length]).toEqual([0, 1])
    expect(await both.send(call({ where: { instance: 'c' } }))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('instance c'),
    })
    expect(await engineAt(one.url).send(call({ where: { instance: 'c' } }))).toMatchObject({ kind: 'reply' })
  })

  it('is each of them where each keeps its own, and one refusal is the answer', async () => {
    const [one, two] = [await started(), await started()]
    const both = engineAt(`a=${one.url},b=${two.url}`)
    expect(await both.send(call({ where: 'each' }))).toMatchObject({ status: 200 })
    one.respond = (response) => json(response, 422, { error: {} })
    expect(await both.send(call({ where: 'each' }))).toMatchObject({ status: 422 })
    expect([one.received.length, two.received.length]).toEqual([2, 2])
  })

  it('says what is missing where none is configured', async () => {
    const none = engineAt(null)
    expect(none.absent()).toContain('FAUCET_CONSOLE_ENGINES')
    expect(await none.send(call())).toEqual({ kind: 'unavailable', reason: none.absent() })
    expect(engineAt(NOWHERE).absent()).toBeNull()
  })
})

describe('an exchange', () => {
  const url = (engine: StandIn) => new URL('/v1/x', engine.url)
  const asked = { method: 'GET', headers: {}, body: null, timeoutMs: 5_000 }

  it('does not follow a redirect', async () => {
    const other = await started()
    const engine = await started((response) => response.writeHead(302, { location: `${other.url}/v1/secret` }).end())
    expect(await exchange({ ...asked, url: url(engine) })).toMatchObject({ kind: 'reply', status: 302 })
    expect(other.received).toEqual([])
  })

  it('ends at its time limit', async () => {
    const engine = await started(() => undefined)
    const outcome = await exchange({ ...asked, url: url(engine), timeoutMs: 80 })
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('no answer within') })
  })

  it('ends when an answer that began does not end', async () => {
    const engine = await started((response) => response.writeHead(200).write('x'))
    const outcome = await exchange({ ...asked, url: url(engine), timeoutMs: 80 })
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('no answer within') })
  })

  it('refuses an answer without end', async () => {
    const engine = await started((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const chunk = Buffer.alloc(1_048_576, 32)
      const write = () => {
        if (!response.destroyed) response.write(chunk, write)
      }
      write()
    })
    expect(await exchange({ ...asked, url: url(engine), timeoutMs: 20_000 })).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('too large'),
    })
  })

  it('is cut off when its caller goes away', async () => {
    const engine = await started(() => undefined)
    const gone = new AbortController()
    setTimeout(() => gone.abort(), 50)
    expect(await exchange({ ...asked, url: url(engine), signal: gone.signal })).toMatchObject({ kind: 'unavailable' })
    await expect.poll(() => engine.cutOff()).toBe(1)
  })
})

describe('headers for an engine', () => {
  it('leave out who, from where and how', () => {
    expect(
      headersFor(
        {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          'X-Event-Id': '7',
          Host: 'console',
          Origin: 'https://console',
          Referer: 'https://console/runs',
          Cookie: 'faucet_console_session=x',
          Authorization: 'Bearer other',
          'X-Forwarded-For': '10.0.0.1',
          'X-Forwarded-Host': 'console',
          Forwarded: 'for=10.0.0.1',
          'Sec-Fetch-Site': 'same-origin',
          'Proxy-Authorization': 'Basic x',
          Connection: 'keep-alive, x-event-id',
          'Transfer-Encoding': 'chunked',
          'Content-Length': '3',
          Expect: '100-continue',
          'Accept-Encoding': 'br',
          'x-split': 'a\r\nx-injected: b',
        },
        'tok',
      ),
    ).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-event-id': '7',
      authorization: 'Bearer tok',
    })
  })
})

describe('schemas of connectors', () => {
  const ok = (body: string) =>
    ({
      kind: 'reply',
      status: 200,
      headers: { contentType: 'application/json', retryAfter: null, location: null },
      body,
    }) as const
  const schema = call({ method: 'GET', target: '/v1/schemas/source/csv', body: null })

  it('are asked for once in ten minutes, and outlive an engine that is away', async () => {
    let now = 0
    let answer: Awaited<ReturnType<EnginePort['send']>> = ok('1')
    let asked = 0
    const send = withSchemaCache(
      async () => {
        asked++
        return answer
      },
      () => now,
    )
    await send(schema)
    await send({ ...schema, principal: 'bob' })
    expect(asked).toBe(1)
    now = 600_000
    answer = ok('2')
    expect(await send(schema)).toEqual(ok('2'))
    now = 1_200_000
    answer = { kind: 'unavailable', reason: 'away' }
    expect(await send(schema)).toEqual(ok('2'))
    expect(asked).toBe(3)
  })

  it('are all that is kept, and only where there are any', async () => {
    let asked = 0
    const send = withSchemaCache(async () => {
      asked++
      return { ...ok(''), status: 404 }
    })
    await send(schema)
    await send(schema)
    await send(call())
    await send(call())
    await send({ ...schema, target: '/v1/status' })
    await send({ ...schema, target: '/v1/status' })
    expect(asked).toBe(6)
  })
})
