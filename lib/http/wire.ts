import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * What only the socket knows, and what the framework would answer by itself, is settled before it sees a request: Node
 * announces each one on a channel first.
 */
const PEER = 'x-forwarded-for'
const BAD_PATH = 'x-faucet-console-bad-path'
const NOWHERE = '/v1/%2F'
const MARK = Symbol.for('faucet.console.wire')

const world = globalThis as { [MARK]?: true }
if (world[MARK] === undefined) {
  world[MARK] = true
  subscribe('http.server.request.start', (message) => prepare((message as { request: IncomingMessage }).request))
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

export const hasBadPath = (headers: Headers): boolean => headers.has(BAD_PATH)

/** The peer of the socket, IPv4 in its short form; null when the request came over none. */
export function peerOf(headers: Headers): string | null {
  const address = headers.get(PEER)
  return address === null || address === '' ? null : address.replace(/^::ffff:(?=\d+\.)/, '')
}
