import 'server-only'
import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isForbiddenHost } from '@/lib/derive/forbidden-hosts'
import type { Outgoing } from '@/lib/services/kit/ctx'

const MOST_BYTES = 1_048_576

/**
 * One request, no redirect. Names are looked up here, so that one which resolves to a link-local address is refused
 * at the very connection, not only as it is spelled.
 */
export function send({ url, method, headers, body, timeoutMs }: Outgoing): Promise<{ status: number; text: string }> {
  const target = new URL(url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return Promise.reject(new Error(`${target.protocol} is not a protocol that is spoken here`))
  }
  if (isForbiddenHost(target.hostname)) return Promise.reject(new Error(`${target.hostname} may not be called`))
  const open = target.protocol === 'https:' ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const asked = open(
      target,
      {
        method,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        lookup: guardedLookup,
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
      },
      (answer) => readAll(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject),
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

const guardedLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? []
    if (error !== null || first === undefined) return done(error ?? new Error(`${hostname} has no address`), '')
    const bad = found.find(({ address }) => isForbiddenHost(address))
    if (bad !== undefined) return done(new Error(`${hostname} resolves to an address that may not be called`), '')
    if (options.all === true) return done(null, found)
    done(null, first.address, first.family)
  })
}

async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) {
      answer.destroy()
      throw new Error('the answer is too large')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
