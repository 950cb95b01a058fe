import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { copyPackaged, findServer, unprivileged } from '../setup/postgres'
import { freePort } from './free-port'

/** A throw-away PostgreSQL of our own, to be killed, frozen and started again. */
export interface KillableServer {
  url: string
  port: number
  /** Returns when it answers. */
  start(): Promise<void>
  /** SIGKILL to every process of it: what a crash or a pulled plug looks like. */
  kill(): Promise<void>
  /** SIGSTOP to every process: connections stay open and nothing answers, like a network that swallows packets. */
  freeze(): void
  thaw(): void
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

export interface ServerOptions {
  auth?: 'trust' | 'scram-sha-256'
  password?: string
  settings?: Readonly<Record<string, string>>
  tls?: { certificate: string; key: string }
}

export async function startKillableServer({
  auth = 'trust',
  password,
  settings = {},
  tls,
}: ServerOptions = {}): Promise<KillableServer> {
  const source = findServer()
  if (source === undefined) throw new Error('no PostgreSQL server on this machine: apt-get install postgresql')
  const folder = mkdtempSync(path.join(tmpdir(), 'pg-'))
  const bin = source.kind === 'installed' ? source.bin : copyPackaged(source.native, folder)
  const data = path.join(folder, 'data')
  const port = await freePort()
  const who = unprivileged()
  if (who.uid !== undefined && who.gid !== undefined) chownSync(folder, who.uid, who.gid)
  const run = { ...who, cwd: folder, stdio: 'ignore' as const, env: { ...process.env, LC_ALL: 'C.UTF-8' } }

  const file = (name: string, text: string) => {
    const whole = path.join(folder, name)
    writeFileSync(whole, text, { mode: 0o600 })
    if (who.uid !== undefined && who.gid !== undefined) chownSync(whole, who.uid, who.gid)
    return whole
  }
  const setup = ['-D', data, '-U', 'test', '-A', auth, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  if (password !== undefined) setup.push('--pwfile', file('password', password))
  execFileSync(path.join(bin, 'initdb'), setup, run)
  // A crash of the server alone loses nothing that it handed to the system, so it need not wait for the disk; but it must hand it over.
  const options = { fsync: 'off', listen_addresses: '127.0.0.1', ...settings }
  if (tls !== undefined) {
    Object.assign(options, {
      ssl: 'on',
      ssl_cert_file: file('server.crt', tls.certificate),
      ssl_key_file: file('server.key', tls.key),
    })
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgresql://test${password === undefined ? '' : `:${password}`}@127.0.0.1:${port}/postgres`

  // A child of ours and not of pg_ctl's: nobody else would clear away a killed one, and its lock file would then hold.
  let postmaster: ChildProcess | undefined
  const endWithUs = () => signal(family(postmaster), 'SIGKILL')
  process.once('exit', endWithUs)
  const server: KillableServer = {
    url,
    port,
    async start() {
      const log = openSync(path.join(folder, 'log'), 'a')
      const args = ['-D', data, '-p', String(port), '-k', folder, ...flags]
      postmaster = spawn(path.join(bin, 'postgres'), args, { ...run, stdio: ['ignore', log, log] })
      await untilItAnswers(url)
    },
    async kill() {
      if (postmaster?.exitCode !== null || postmaster.signalCode !== null) return
      const ended = once(postmaster, 'exit')
      signal(family(postmaster), 'SIGKILL')
      await ended
    },
    freeze: () => signal(family(postmaster), 'SIGSTOP'),
    thaw: () => signal(family(postmaster), 'SIGCONT'),
    async remove() {
      await server.kill()
      process.off('exit', endWithUs)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
  await server.start()
  return server
}

async function untilItAnswers(url: string): Promise<void> {
  for (const end = Date.now() + 30_000; ; await sleep(50)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** The postmaster first, then its children: it must not start new ones for those that end. */
function family(postmaster: ChildProcess | undefined): number[] {
  const parent = postmaster?.pid
  if (parent === undefined) return []
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
  return [parent, ...children.map(Number)]
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

function signal(pids: number[], name: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended by itself.
    }
  }
}
