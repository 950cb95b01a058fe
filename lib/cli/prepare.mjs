// The three slow steps before a start, each skipped while its result is newer than what it is made of.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { layOut } from './lay-out.mjs'
import { runProgram, Stop, step, tail } from './progress.mjs'

export const root = path.resolve(import.meta.dirname, '../..')
const at = (...parts) => path.join(root, ...parts)

export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new Stop(`Node.js 20.19 or newer is needed; this is ${version}.`)
}

/** A build takes over `actionsKey`, the key of its server actions, so that it stays the same from build to build. */
export async function prepare({ build, actionsKey = process.env['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'] }) {
  await install()
  await generate()
  if (!build) return
  await buildConsole(actionsKey)
  layOut(root)
}

// --- packages ---------------------------------------------------------------------------------------------------------

async function install() {
  if (!isInstalled()) {
    const done = await step('installing packages', async () =>
      npm(['ci', '--no-audit', '--no-fund'], await headersOfThisNode()),
    )
    if (done.code !== 0) throw new Stop(whyInstallFailed(done.output))
  }
  if (isDriverUsable()) return
  // Another Node than at install time, or an install without scripts: the addon alone is made again.
  const done = await step('building the SQLite driver', async () =>
    npm(['rebuild', 'better-sqlite3'], await headersOfThisNode()),
  )
  if (done.code !== 0 || !isDriverUsable()) throw new Stop(whyInstallFailed(done.output))
}

/** Compares the lock with the copy of it that npm leaves in node_modules, so that a plain `npm ci` counts too. */
export function isInstalled() {
  const installed = readJson(at('node_modules/.package-lock.json'))
  if (installed === undefined) return false
  const wanted = readJson(at('package-lock.json'))?.packages ?? {}
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === '' || entry.link) return true
    const found = installed.packages?.[folder]
    return found === undefined
      ? entry.optional || entry.devOptional || entry.peer || false
      : found.version === entry.version
  })
}

function isDriverUsable() {
  const own = readJson(at('package.json'))
  if (own?.dependencies?.['better-sqlite3'] === undefined) return true
  try {
    const Database = createRequire(at('package.json'))('better-sqlite3')
    new Database(':memory:').close()
    return true
  } catch {
    return false
  }
}

function npm(args, env) {
  const cli = process.env['npm_execpath']
  if (cli !== undefined && /npm-cli\.c?js$/.test(cli))
    return runProgram(process.execPath, [cli, ...args], { cwd: root, env })
  return runProgram('npm', args, { cwd: root, env })
}

/**
 * node-gyp downloads Node's headers unless it is told where they lie. When this very version's headers are on the
 * machine, it is told.
 */
export async function headersOfThisNode() {
  const set = await npm(['config', 'get', 'nodedir'], {})
  if (!['', 'null', 'undefined'].includes(set.output.trim())) return {}
  const prefix = [path.resolve(process.execPath, '../..'), '/usr', '/usr/local'].find(
    (folder) => versionOfHeaders(path.join(folder, 'include/node/node_version.h')) === process.versions.node,
  )
  return prefix === undefined ? {} : { npm_config_nodedir: prefix }
}

function versionOfHeaders(file) {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  return ['MAJOR', 'MINOR', 'PATCH'].map((part) => new RegExp(`NODE_${part}_VERSION (\\d+)`).exec(text)?.[1]).join('.')
}

function whyInstallFailed(output) {
  const isDriver = /better-sqlite3/.test(output) && /node-gyp|gyp ERR|prebuild-install/.test(output)
  const why = isDriver
    ? 'The SQLite driver has no ready-made build for this machine and could not be compiled here: install a C++ compiler, make and python3 (Debian: apt-get install build-essential python3), or change to the driver libsql, which needs none (README, "Without a compiler").'
    : 'The packages could not be installed: npm says why above.'
  return `${tail(output, 15)}\n\n${why}`
}

// --- database clients and the console itself --------------------------------------------------------------------------

async function generate() {
  const key = hash(['prisma'], readFileSync(at('package-lock.json')))
  await unlessFresh(at('prisma/generated/.stamp'), key, 'generating the database clients', () =>
    runProgram(process.execPath, [at('prisma/generate.mjs')], { cwd: root }),
  )
}

const SOURCES = [
  'app',
  'components',
  'lib',
  'prisma',
  'public',
  'next.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]

async function buildConsole(actionsKey) {
  const { type, dependencies, postcss } = readJson(at('package.json')) ?? {}
  const key = hash(SOURCES, JSON.stringify({ type, dependencies, postcss, abi: process.versions.modules }))
  await unlessFresh(at('.next/.stamp'), key, 'building the console', () =>
    runProgram(process.execPath, [at('node_modules/next/dist/bin/next'), 'build'], {
      cwd: root,
      env: {
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        ...(actionsKey && { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey }),
      },
    }),
  )
}

/** Runs `work` unless it last succeeded on the same inputs. The stamp goes first, so that half a result is never fresh. */
async function unlessFresh(stamp, key, label, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return
  rmSync(stamp, { force: true })
  const done = await step(label, work)
  if (done.code !== 0) throw new Stop(`${tail(done.output)}\n\nThis step failed: ${label}.`)
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, key)
}

// What no build depends on: results of the steps themselves, these commands, and words.
const isInput = (name, relative) =>
  !name.startsWith('.') && !name.endsWith('.md') && !['prisma/generated', 'lib/cli', 'lib/decisions'].includes(relative)

function* filesBelow(relative) {
  const entries = readdirSync(at(relative), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const inner = `${relative}/${entry.name}`
    if (!isInput(entry.name, inner)) continue
    if (entry.isDirectory()) yield* filesBelow(inner)
    else yield inner
  }
}

function hash(sources, more) {
  const sum = createHash('sha256').update(more)
  for (const source of sources.filter((each) => existsSync(at(each)))) {
    const files = path.extname(source) === '' ? filesBelow(source) : [source]
    for (const file of files) sum.update(`\0${file}\0`).update(readFileSync(at(file)))
  }
  return sum.digest('hex')
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
