import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Asking, HeaderView, Reply } from './exchange'
import { type Handler, openTo, options, others, unmatched } from './route'
import { answerFirst } from './wire'

/** Handlers of one path by method, as a route module exports them. */
export type Methods = Readonly<Record<string, unknown>>

interface Node {
  words: Map<string, Node>
  parameter: { name: string; node: Node } | null
  methods: Methods | null
}
const node = (): Node => ({ words: new Map(), parameter: null, methods: null })

/**
 * Lets what is asked of these paths past the framework: it takes longer to find a handler and to pass its answer on than a
 * handler takes. Paths are named as their folders are, `/v1/runs/[runId]`. What lies under `/v1` and is none of them does
 * not exist; everything else stays with the framework.
 */
export function openDoor(paths: Readonly<Record<string, Methods>>): void {
  const root = node()
  for (const [path, methods] of Object.entries(paths)) plant(root, path, methods)
  answerFirst((request, response) => {
    const { method = 'GET', url = '/' } = request
    const end = url.indexOf('?')
    const path = end === -1 ? url : url.slice(0, end)
    const found = find(root, path)
    if (found === null && path !== '/v1' && !path.startsWith('/v1/')) return false
    const handler = found === null ? nowhere(method) : handlerFor(found.methods, method)
    void answer(handler, found?.params ?? {}, request, response)
    return true
  })
}

function plant(root: Node, path: string, methods: Methods): void {
  let at = root
  for (const part of path.split('/').slice(1)) {
    const [, name] = /^\[(\w+)\]$/.exec(part) ?? []
    if (name !== undefined) {
      at.parameter ??= { name, node: node() }
      if (at.parameter.name !== name) throw new Error(`${path}: the parameter is called ${at.parameter.name} elsewhere`)
      at = at.parameter.node
    } else {
      const next = at.words.get(part) ?? node()
      at.words.set(part, next)
      at = next
    }
  }
  at.methods = methods
}

interface Found {
  methods: Methods
  params: Record<string, string>
}

const anything = options()
const nowhere = (method: string): Handler => (method === 'OPTIONS' ? anything : unmatched)

/** What a module does not export is answered as it answers other methods that its path does not have. */
function handlerFor(methods: Methods, method: string): Handler {
  const known = methods[method] as Handler | undefined
  if (known !== undefined) return known
  const verbs = Object.entries(methods as Readonly<Record<string, Handler>>).filter(([, { operation }]) => operation)
  const names = verbs.map(([name]) => name)
  if (names.length > 0) return others([...names, ...(names.includes('GET') ? ['HEAD'] : [])].join(',')).PUT
  return openTo(methods['GET'] as Handler)[method === 'HEAD' ? 'HEAD' : 'PUT']
}

/** A word wins over a parameter; a slash that is escaped belongs to its segment. */
function find(root: Node, path: string): Found | null {
  const parts = path.split('/').slice(1).map(decode)
  const params: Record<string, string> = {}
  const at = walk(root, parts, 0, params)
  return at === null ? null : { methods: at, params }
}

function walk(at: Node, parts: readonly string[], depth: number, params: Record<string, string>): Methods | null {
  const part = parts[depth]
  if (part === undefined) return at.methods
  const word = at.words.get(part)
  const found = word === undefined ? null : walk(word, parts, depth + 1, params)
  if (found !== null || at.parameter === null || part === '') return found
  const below = walk(at.parameter.node, parts, depth + 1, params)
  if (below !== null) params[at.parameter.name] = part
  return below
}

const decode = (part: string): string => (part.includes('%') ? decodeURIComponent(part) : part)

async function answer(
  handler: Handler,
  params: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const reply = await handler.reply(askingOf(request, response), { params: Promise.resolve(params) })
    await write(reply, request, response)
  } catch {
    // The client went away in the middle, or nothing can be said to it any more.
    response.destroy()
  }
}

function askingOf(request: IncomingMessage, response: ServerResponse): Asking {
  const { method = 'GET', url = '/' } = request
  const headers = new WireHeaders(request)
  let gone: AbortController | undefined
  return {
    method,
    url: `http://${headers.get('host') ?? 'localhost'}${url}`,
    headers,
    // Left open at its end: what is not read of it must not take the answer along.
    body: method === 'GET' || method === 'HEAD' ? null : request.iterator({ destroyOnReturn: false }),
    get signal() {
      if (gone === undefined) {
        const controller = new AbortController()
        gone = controller
        response.once('close', () => controller.abort())
      }
      return gone.signal
    },
  }
}

class WireHeaders implements HeaderView {
  readonly #request: IncomingMessage
  constructor(request: IncomingMessage) {
    this.#request = request
  }
  get(name: string): string | null {
    const value = this.#request.headers[name.toLowerCase()]
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
  }
  has(name: string): boolean {
    return this.#request.headers[name.toLowerCase()] !== undefined
  }
  *[Symbol.iterator](): Iterator<[string, string]> {
    for (const name of Object.keys(this.#request.headers)) yield [name, this.get(name) ?? '']
  }
}

const SHORT = 1_024
const zip = promisify(gzip)

async function write({ status, headers, body }: Reply, request: IncomingMessage, response: ServerResponse) {
  if (body instanceof ReadableStream) {
    response.writeHead(status, headers)
    response.flushHeaders()
    await pass(body, response)
    return
  }
  if (body === null) {
    const isEmpty = status !== 204 && request.method !== 'HEAD'
    response.writeHead(status, isEmpty ? { 'content-length': '0', ...headers } : headers).end()
    return
  }
  if (body.byteLength < SHORT || !takesGzip(request)) {
    response.writeHead(status, headers).end(body)
    return
  }
  const zipped = await zip(body, { level: 4 })
  const more = { 'content-encoding': 'gzip', 'content-length': String(zipped.byteLength), vary: 'accept-encoding' }
  response.writeHead(status, { ...headers, ...more }).end(zipped)
}

const takesGzip = ({ headers }: IncomingMessage): boolean =>
  /(?:^|,)\s*gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i.test(String(headers['accept-encoding'] ?? ''))

/** No faster than the client reads; a client that goes away ends what the stream stands on. */
async function pass(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader()
  response.once('close', () => void reader.cancel().catch(() => undefined))
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (!response.write(value)) await drained(response)
    if (response.destroyed) return
  }
  response.end()
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      response.off('drain', go)
      response.off('close', go)
      resolve()
    }
    response.once('drain', go)
    response.once('close', go)
  })
