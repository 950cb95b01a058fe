import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import type { EngineReply } from '@/lib/contract/ports/engine'

/** One request to one address. */
export interface Exchange {
  url: URL
  method: string
  headers: Readonly<Record<string, string>>
  body: string | null
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** Nobody can have received it: another address may be tried. Otherwise the reason is the answer. */
export type Outcome = EngineReply | { kind: 'unreached'; code: string }

const CONNECT_MS = 5_000
/** More than any answer of an engine: previews and plans are far below. */
const LARGEST_REPLY = 32 * 1_048_576
/** Codes of failures that happen before a single byte of the request is on its way. */
const NOT_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CONNECT_TIMEOUT|CERT|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

/**
 * Sends the request and waits for its answer, on a connection of its own: one that was kept open may be closed by the
 * engine at the very moment, and then nobody knows whether a write was done. The global fetch is not used: the framework
 * changes it.
 */
export function exchange(asked: Exchange): Promise<Outcome> {
  return new Promise((resolve) => {
    const send = asked.url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(asked.url, {
      method: asked.method,
      agent: false,
      headers: { ...asked.headers, ...(asked.body !== null && { 'content-length': Buffer.byteLength(asked.body) }) },
      ...(asked.signal && { signal: asked.signal }),
    })
    const { isLate, stop } = watch(request, asked.timeoutMs)
    request.once('error', (error) => {
      stop()
      resolve(failure(error, isLate(), asked.timeoutMs))
    })
    request.once('response', (response) => {
      answerOf(response, stop).then(resolve, (error) => {
        stop()
        request.destroy()
        resolve(failure(error, isLate(), asked.timeoutMs))
      })
    })
    request.end(asked.body ?? undefined)
  })
}

/** Ends a request that takes too long: to connect, or as a whole. */
function watch(request: ClientRequest, timeoutMs: number) {
  let late = false
  const whole = setTimeout(() => {
    late = true
    request.destroy(new Error('late'))
  }, timeoutMs)
  const connecting = setTimeout(
    () => request.destroy(Object.assign(new Error('no connection'), { code: 'CONNECT_TIMEOUT' })),
    CONNECT_MS,
  )
  request.once('socket', (socket) => {
    if (!socket.connecting) clearTimeout(connecting)
    else socket.once('connect', () => clearTimeout(connecting))
  })
  const stop = () => {
    clearTimeout(whole)
    clearTimeout(connecting)
  }
  return { isLate: () => late, stop }
}

async function answerOf(response: IncomingMessage, stop: () => void): Promise<EngineReply> {
  const { statusCode: status = 502, headers } = response
  const contentType = headers['content-type'] ?? null
  const told = {
    kind: 'reply' as const,
    status,
    headers: { contentType, retryAfter: headers['retry-after'] ?? null, location: headers.location ?? null },
  }
  if (contentType?.startsWith('text/event-stream')) {
    stop()
    return { ...told, body: Readable.toWeb(response) as ReadableStream<Uint8Array> }
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > LARGEST_REPLY) {
      response.destroy()
      return { kind: 'unavailable', reason: 'the answer of the engine is too large to be passed on' }
    }
    chunks.push(chunk)
  }
  stop()
  return { ...told, body: Buffer.concat(chunks).toString('utf8') }
}

function failure(error: unknown, isLate: boolean, timeoutMs: number): Outcome {
  if (isLate) {
    const seconds = Math.round(timeoutMs / 1_000)
    return {
      kind: 'unavailable',
      reason: `the engine gave no answer within ${seconds} s; what was asked of it may have been done`,
    }
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  if (NOT_SENT.test(code)) return { kind: 'unreached', code }
  return {
    kind: 'unavailable',
    reason: `the engine broke off before its answer was whole (${code}); what was asked of it may have been done`,
  }
}
