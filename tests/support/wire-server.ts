import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { PATHS } from '@/app/api-paths'
import * as healthz from '@/app/healthz/route'
import * as metrics from '@/app/metrics/route'
import * as openapi from '@/app/openapi.json/route'
import * as readyz from '@/app/readyz/route'
import { type Methods, openDoor } from '@/lib/http/door'

/** What stands behind the door here in place of the framework. */
export const FRAMEWORK = 299

export interface WireServer {
  port: number
  /** The request over a socket; null: the framework would get it. */
  ask(request: Request): Promise<Response | null>
  close(): Promise<void>
}

export const ALL_PATHS: Readonly<Record<string, Methods>> = {
  ...PATHS,
  '/healthz': healthz,
  '/metrics': metrics,
  '/openapi.json': openapi,
  '/readyz': readyz,
}

/** A server of Node's own, as the built console has one, with the door in front. */
export async function wireServer(paths: Readonly<Record<string, Methods>> = ALL_PATHS): Promise<WireServer> {
  openDoor(paths)
  const server = http.createServer((_, response) => response.writeHead(FRAMEWORK).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new http.Agent({ keepAlive: true })
  return {
    port,
    async ask(request) {
      const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
      const answer = await send(request, port, agent, body)
      if (answer.statusCode === FRAMEWORK) {
        answer.resume()
        return null
      }
      return responseOf(request, answer)
    },
    close: () =>
      new Promise((resolve) => {
        agent.destroy()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Paths go out as they stand: no client tidies them. */
function send(request: Request, port: number, agent: http.Agent, body: Buffer | undefined) {
  const { method, url, headers } = request
  const path = url.slice(new URL(url).origin.length)
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const asked = http.request({ host: '127.0.0.1', port, agent, method, path, headers: Object.fromEntries(headers) })
    asked.once('response', resolve)
    asked.once('error', reject)
    asked.end(body)
  })
}

async function responseOf(request: Request, answer: http.IncomingMessage): Promise<Response> {
  const headers = new Headers(
    Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const init = { status: answer.statusCode ?? 0, headers }
  if (headers.get('content-type') === 'text/event-stream') {
    answer.destroy()
    return new Response(null, init)
  }
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const isBare = request.method === 'HEAD' || init.status === 204 || chunks.length === 0
  return new Response(isBare ? null : Buffer.concat(chunks), init)
}
