import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createEngine } from '@/lib/engine/engine'
import { readEngines } from '@/lib/engine/target'

let server: Server | undefined
afterEach(() => server?.close())

async function engineThat(answers: Record<string, [number, string]>, under = '') {
  server = createServer((request, response) => {
    const [status, text] = answers[request.url ?? ''] ?? [404, 'nothing']
    response.writeHead(status).end(text)
    expect(request.headers.authorization).toBeUndefined()
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return engineAt(`http://127.0.0.1:${port}${under}`)
}
const engineAt = (address: string) =>
  createEngine({ addresses: readEngines(address), tokenOf: () => 'tok', tell: () => undefined })

describe('how an engine does', () => {
  it('is what it says at the paths that ask for no token', async () => {
    const engine = await engineThat({
      '/readyz': [503, '{"status":"not_ready","history_ok":true,"queue_ok":false,"draining":true,"cluster":{}}'],
      '/metrics': [200, '# HELP x\nfaucet_build_info{version="1.17.0"} 1\n'],
    })
    expect(await engine.states()).toMatchObject([
      { unreachable: null, version: '1.17.0', history_ok: true, queue_ok: false, draining: true },
    ])
  })

  it('is asked below the path of its address', async () => {
    const engine = await engineThat({ '/faucet/readyz': [200, '{"history_ok":true,"queue_ok":true}'] }, '/faucet/')
    expect(await engine.states()).toMatchObject([{ version: null, history_ok: true, draining: null }])
  })

  it('is not known of whoever answers something else', async () => {
    const engine = await engineThat({ '/readyz': [200, '<html>'] })
    expect(await engine.states()).toMatchObject([{ unreachable: null, history_ok: null, queue_ok: null }])
  })

  it('is that nobody answers, where nobody does', async () => {
    expect(await engineAt('http://127.0.0.1:9').states()).toMatchObject([
      { host: '127.0.0.1:9', unreachable: 'ECONNREFUSED', version: null },
    ])
  })
})
