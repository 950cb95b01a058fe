import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresServer, startPostgres } from '../setup/postgres'
import { type Peek, peek } from '../support/all-rows'
import type { Viewer } from '../support/captures'
import { freePort } from '../support/free-port'
import { startEngine, startServer } from '../support/real-engine'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** 32 bytes, for both sides. */
const VAULT_KEY = Buffer.from('a key that only these two share.').toString('base64')

export const PEOPLE = {
  ann: { token: 'interop-ann-0123456789', role: 'admin', tenant: null },
  otto: { token: 'interop-otto-0123456789', role: 'operator', tenant: null },
  olga: { token: 'interop-olga-0123456789', role: 'operator', tenant: null },
  vera: { token: 'interop-vera-0123456789', role: 'viewer', tenant: null },
  acme: { token: 'interop-acme-0123456789', role: 'operator', tenant: 'acme' },
} satisfies Record<string, Viewer>
export type Person = keyof typeof PEOPLE

export type Side = 'engine' | 'console'
export const SIDES = ['engine', 'console'] as const

/** An engine and the console on one store, and what their runs read and write. */
export interface Pair {
  url: Readonly<Record<Side, string>>
  folder: string
  /** Answers pages of rows, each after a while, three of them. */
  slowSource: string
  store: Peek
  /** How often both were asked whether they are ready, and every answer other than yes. */
  readiness: { looks: number; failures: string[] }
  log(side: Side): string
  stop(): Promise<void>
}

export type Kind = 'sqlite' | 'postgres'

export async function startPair(kind: Kind, program: string): Promise<Pair> {
  const folder = mkdtempSync(path.join(tmpdir(), 'interop-'))
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const history = kind === 'sqlite' ? `sqlite:${path.join(folder, 'history.db')}` : await ownDatabase(ends)
    const auth = writeInputs(folder)
    const source = await slowSource()
    ends.push(() => source.server.close())

    const flags = ['--history', history, '--auth-config', auth, '--vault-key', VAULT_KEY]
    const cluster = ['--cluster', '--cluster-poll-secs', '1', '--max-concurrent-runs', '6', '--max-queued-runs', '200']
    const engine = await startEngine(program, folder, [...flags, ...cluster])
    ends.push(() => engine.stop())

    const port = await freePort()
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('FAUCET_'))
    const settings = {
      PORT: String(port),
      HOST: '127.0.0.1',
      FAUCET_CONSOLE_DATA: path.join(folder, 'console'),
      FAUCET_HISTORY: history,
      FAUCET_CONSOLE_AUTH_CONFIG: auth,
      FAUCET_VAULT_KEY: VAULT_KEY,
    }
    const start = path.join(ROOT, 'lib/cli/start.mjs')
    const env = { ...Object.fromEntries(own), ...settings, NODE_ENV: 'production' as const }
    const served = await startServer(process.execPath, [start], port, { cwd: folder, env })
    ends.push(() => served.stop())

    const store = await peek(history)
    ends.push(() => store.close())
    const url = { engine: engine.url, console: served.url }
    const watch = watchReadiness(url)
    ends.push(() => watch.stop())
    const log = (side: Side) => (side === 'engine' ? engine : served).log()
    return { url, folder, slowSource: source.url, store, readiness: watch.readiness, log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ownDatabase(ends: (() => unknown)[]): Promise<string> {
  const server: PostgresServer = await startPostgres()
  ends.push(() => server.stop())
  const name = `interop_${process.pid}`
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  ends.push(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
  })
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return url.href
}

/** The files that runs read, and who may do what; answers where that one is. */
function writeInputs(folder: string): string {
  mkdirSync(path.join(folder, 'out'))
  const rows = Array.from({ length: 40 }, (_, at) => `${at + 1},${(at * 7) % 13}.5,"person ${at}, ü 😀"`)
  writeFileSync(path.join(folder, 'orders.csv'), ['id,amount,name', ...rows, ''].join('\n'))
  const principals = Object.entries(PEOPLE).map(
    ([name, { token, role, tenant }]) =>
      `  - { name: ${name}, token: ${token}, role: ${role}${tenant === null ? '' : `, tenant: ${tenant}`} }`,
  )
  const file = path.join(folder, 'auth.yaml')
  writeFileSync(
    file,
    [
      'principals:',
      ...principals,
      'approvals:',
      // Short enough that some of them run out here.
      '  expire_secs: 20',
      '  rules:',
      '    - { kinds: [run], roles: [operator, admin], min_approvers: 1 }',
      '    - { kinds: [template_launch, template_register], roles: [operator, admin], min_approvers: 2 }',
      '',
    ].join('\n'),
  )
  return file
}

async function slowSource(): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url ?? '/', 'http://slow').searchParams.get('page') ?? 1)
    const items = page > 3 ? [] : [{ id: page, name: `page ${page}` }]
    setTimeout(() => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ items }))
    }, 600)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the slow source has no port')
  return { server, url: `http://127.0.0.1:${address.port}` }
}

function watchReadiness(url: Readonly<Record<Side, string>>) {
  const readiness: Pair['readiness'] = { looks: 0, failures: [] }
  const ended = new AbortController()
  const look = async (side: Side) => {
    readiness.looks++
    try {
      const response = await fetch(`${url[side]}/readyz`, { signal: AbortSignal.timeout(10_000) })
      const text = await response.text()
      if (response.status !== 200 || !text.includes('"history_ok":true')) {
        readiness.failures.push(`${new Date().toISOString()} ${side}: ${response.status} ${text}`)
      }
    } catch (error) {
      if (!ended.signal.aborted) readiness.failures.push(`${new Date().toISOString()} ${side}: ${error}`)
    }
  }
  const watching = (async () => {
    while (!ended.signal.aborted) {
      await Promise.all(SIDES.map(look))
      await sleep(1_000, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  })()
  return {
    readiness,
    async stop() {
      ended.abort()
      await watching
    },
  }
}
