import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * Where a request came from. Handlers see headers only, and Next keeps an `x-forwarded-for` that a client sent: so the
 * socket's own address is put there before anybody reads it. A claim of the client is never believed, as in the engine.
 */
const HEADER = 'x-forwarded-for'
const MARK = Symbol.for('faucet.console.peer')

const world = globalThis as { [MARK]?: true }
if (world[MARK] === undefined) {
  world[MARK] = true
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers[HEADER] = request.socket.remoteAddress ?? ''
  })
}

/** The peer of the socket, IPv4 in its short form; null when the request came over none. */
export function peerOf(headers: Headers): string | null {
  const address = headers.get(HEADER)
  return address === null || address === '' ? null : address.replace(/^::ffff:(?=\d+\.)/, '')
}
