import http from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyText } from '@/lib/http/body'
import type { Asking, Reply } from '@/lib/http/exchange'
import { handlerOf } from '@/lib/http/route'
import { FRAMEWORK, type WireServer, wireServer } from '../support/wire-server'

const bytes = (text: string) => Buffer.from(text, 'utf8')
const saying = (say: (asking: Asking, params: object) => string | Promise<string>) =>
  handlerOf(async (asking, { params }): Promise<Reply> => {
    const body = bytes(await say(asking, await params))
    return { status: 200, headers: { 'content-length': String(body.byteLength) }, body }
  })

const ended: string[] = []
let pulled = 0
const endless = handlerOf(
  async (): Promise<Reply> => ({
    status: 200,
    headers: {},
    body: new ReadableStream(
      {
        pull(controller) {
          pulled++
          controller.enqueue(new Uint8Array(65_536))
        },
        cancel: () => void ended.push('stream'),
      },
      { highWaterMark: 0 },
    ),
  }),
)
let asked: Asking | undefined
const LONG = 'x'.repeat(5_000)

let server: WireServer
beforeAll(async () => {
  server = await wireServer({
    '/v1/things/[thingId]': { GET: saying((_, params) => JSON.stringify(params)) },
    '/v1/things/[thingId]/parts/[part]': { GET: saying((_, params) => JSON.stringify(params)) },
    '/v1/things/all': { GET: saying(() => 'all of them') },
    '/v1/echo': {
      POST: saying((asking) => bodyText(asking)),
      GET: saying(({ headers }) => JSON.stringify([...headers])),
    },
    '/v1/half': {
      POST: handlerOf(async (asking) => {
        for await (const chunk of asking.body ?? []) if (chunk.length > 0) break
        return { status: 413, headers: {}, body: bytes('too much') }
      }),
    },
    '/v1/endless': { GET: endless },
    '/v1/waits': {
      GET: handlerOf(async (asking) => {
        asked = asking
        await new Promise<void>((resolve) => asking.signal.addEventListener('abort', () => resolve()))
        ended.push('signal')
        return { status: 200, headers: {}, body: null }
      }),
    },
    '/v1/fails': { GET: handlerOf(() => Promise.reject(new Error('not foreseen'))) },
    '/alive': { GET: handlerOf(async () => ({ status: 200, headers: {}, body: null })) },
    '/long': { GET: saying(() => LONG) },
  })
})
afterAll(() => server.close())

const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
const text = async (path: string, init?: RequestInit) => (await get(path, init)).text()

it.each([
  ['/v1/things/a', '{"thingId":"a"}'],
  ['/v1/things/a%2Fb', '{"thingId":"a/b"}'],
  ['/v1/things/Gr%C3%B6%C3%9Fe?x=1', '{"thingId":"Größe"}'],
  ['/v1/things/a/parts/b%3F', '{"part":"b?","thingId":"a"}'],
  ['/v1/things/all', 'all of them'],
  // A word that leads nowhere is a parameter's value.
  ['/v1/things/all/parts/1', '{"part":"1","thingId":"all"}'],
])('finds %s', async (path, said) => {
  expect(await text(path)).toBe(said)
})

it.each(['/v1', '/v1/nothing', '/v1/things', '/v1/things/', '/v1/things/a/', '/v1/', '/v1/things//parts/1'])(
  'knows that %s does not exist',
  async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } })
  },
)

it.each(['/', '/runs', '/alive/x', '/_next/static/x.js', '/v10/things'])('leaves %s to the framework', async (path) => {
  expect((await get(path)).status).toBe(FRAMEWORK)
})

it('hands over every header, and a body that may be read', async () => {
  const sent = JSON.parse(await text('/v1/echo', { headers: { 'X-Some': 'a', accept: 'b' } })) as [string, string][]
  expect(Object.fromEntries(sent)).toMatchObject({ 'x-some': 'a', accept: 'b', host: `127.0.0.1:${server.port}` })
  expect(await text('/v1/echo', { method: 'POST', body: 'Größe ☕' })).toBe('Größe ☕')
})

it('answers before a body has been read to its end, and the connection goes on', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const post = (body: Buffer) =>
    new Promise<number>((resolve, reject) => {
      const request = http.request(
        { port: server.port, host: '127.0.0.1', path: '/v1/half', method: 'POST', agent },
        (answer) => {
          answer.resume()
          answer.once('end', () => resolve(answer.statusCode ?? 0))
        },
      )
      request.once('error', reject)
      request.end(body)
    })
  expect(await post(Buffer.alloc(4_000_000))).toBe(413)
  expect(await post(Buffer.alloc(10))).toBe(413)
  agent.destroy()
})

it('answers HEAD and other methods where nobody is asked who they are', async () => {
  const head = await get('/alive', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const post = await get('/alive', { method: 'POST' })
  expect([post.status, post.headers.get('allow'), post.headers.get('content-length')]).toEqual([405, 'GET,HEAD', '0'])
  expect((await get('/long', { method: 'HEAD' })).headers.get('content-length')).toBe('5000')
})

it.each([
  ['gzip, deflate, br', true],
  ['br;q=1, gzip;q=0.2', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0, br', false],
  ['x-gzip', false],
  ['identity', false],
])('packs what is long for those who accept %s: %s', async (accepted, isPacked) => {
  const raw = await new Promise<{ encoding: string | undefined; body: Buffer; length: string | undefined }>(
    (resolve) => {
      http.get(
        { port: server.port, host: '127.0.0.1', path: '/long', headers: { 'accept-encoding': accepted } },
        async (answer) => {
          const chunks: Buffer[] = []
          for await (const chunk of answer) chunks.push(chunk as Buffer)
          const { 'content-encoding': encoding, 'content-length': length } = answer.headers
          resolve({ encoding, length, body: Buffer.concat(chunks) })
        },
      )
    },
  )
  expect(raw.encoding).toBe(isPacked ? 'gzip' : undefined)
  expect(raw.length).toBe(String(raw.body.length))
  expect(String(isPacked ? gunzipSync(raw.body) : raw.body)).toBe(LONG)
})

it('sends a stream no faster than it is read, and ends it when the reader goes', async () => {
  const socket = connect(server.port, '127.0.0.1')
  socket.pause()
  socket.write('GET /v1/endless HTTP/1.1\r\nhost: x\r\n\r\n')
  const before = await settled(() => pulled)
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(2_000)
  socket.destroy()
  await expect.poll(() => ended).toContain('stream')
})

it('tells a handler that its client went away', async () => {
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET /v1/waits HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => asked?.signal.aborted).toBe(false)
  socket.destroy()
  await expect.poll(() => ended).toContain('signal')
})

it('breaks off what it cannot answer, and serves the next', async () => {
  await expect(get('/v1/fails')).rejects.toThrow()
  expect(await text('/v1/things/a')).toBe('{"thingId":"a"}')
})

/** The value of a count once it has stood still. */
async function settled(count: () => number): Promise<number> {
  let last = -1
  await expect
    .poll(
      () => {
        const isStill = count() > 0 && count() === last
        last = count()
        return isStill
      },
      { interval: 300, timeout: 10_000 },
    )
    .toBe(true)
  return last
}
