import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { HeaderView } from './exchange'

/**
 * What only the socket knows, and what the framework would answer by itself, is settled before it sees a request: Node
 * announces each one on a channel first.
 */
const PEER = 'x-forwarded-for'
const BAD_PATH = 'x-faucet-console-bad-path'
const NOWHERE = '/v1/%2F'
const MARK = Symbol.for('faucet.console.wire')

/** Answers a request and says true, or leaves it alone. */
type First = (request: IncomingMessage, response: ServerResponse) => boolean
interface Wire {
  first: First | null
  servers: WeakSet<Server>
}

const world = globalThis as { [MARK]?: Wire }
const wire = (): Wire => {
  if (world[MARK] !== undefined) return world[MARK]
  const made: Wire = { first: null, servers: new WeakSet() }
  world[MARK] = made
  subscribe('http.server.request.start', (message) => {
    const { request, server } = message as { request: IncomingMessage; server: Server }
    prepare(request)
    if (made.first !== null) stepIn(made, server)
  })
  return made
}
wire()

/** From now on every server of this process asks `first` before the framework sees a request. */
export function answerFirst(first: First): void {
  wire().first = first
}

/** Node announces a request before it calls the listeners, so that this one is already asked through us. */
function stepIn(wire: Wire, server: Server): void {
  if (wire.servers.has(server)) return
  wire.servers.add(server)
  const others = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (wire.first?.(request, response)) return
    for (const listener of others) listener.call(server, request, response)
  })
}

/** Sets the headers that handlers read; what a client sent under their names is never believed. */
export function prepare(
  request: Pick<IncomingMessage, 'headers' | 'method' | 'url'> & { socket: { remoteAddress?: string } },
) {
  request.headers[PEER] = request.socket.remoteAddress ?? ''
  delete request.headers[BAD_PATH]
  const { url } = request
  if (url === undefined) return
  // The framework knows no such method and fails on it; nothing has one.
  if (request.method === 'TRACE') {
    request.method = 'GET'
    request.url = NOWHERE
    return
  }
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  const decodable = withDecodablePath(path)
  if (decodable !== path) request.headers[BAD_PATH] = '1'
  // Nothing has an empty segment; the framework would send the client to another address.
  const tidy = decodable.startsWith('/v1') && decodable.includes('//') ? NOWHERE : decodable
  if (tidy !== path) request.url = tidy + url.slice(path.length)
}

/** The path with what is no UTF-8 replaced: the framework would fail on it. */
function withDecodablePath(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/(?:%[0-9a-f]{2})+|%/gi, (run) => {
    try {
      decodeURIComponent(run)
      return run
    } catch {
      return '%EF%BF%BD'
    }
  })
}

export const hasBadPath = (headers: HeaderView): boolean => headers.has(BAD_PATH)

/** The peer of the socket, IPv4 in its short form; null when the request came over none. */
export function peerOf(headers: HeaderView): string | null {
  const address = headers.get(PEER)
  return address === null || address === '' ? null : address.replace(/^::ffff:(?=\d+\.)/, '')
}
