import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a small HTTP server in an engine's place was asked. */
export interface Received {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

type Respond = (response: ServerResponse, received: Received) => void

/** A real server on a free port that remembers what reached it. `respond` may be set anew at any time. */
export interface StandIn {
  url: string
  received: Received[]
  respond: Respond
  /** How many of its answers were cut off by whoever asked. */
  cutOff(): number
  close(): Promise<void>
}

export async function standInEngine(respond: Respond = (response) => json(response, 200, {})): Promise<StandIn> {
  let cut = 0
  const received: Received[] = []
  const server = createServer((request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) cut++
    })
    void bodyOf(request).then((body) => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: headersOf(request), body }
      received.push(one)
      standIn.respond(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}`,
    received,
    respond,
    cutOff: () => cut,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
