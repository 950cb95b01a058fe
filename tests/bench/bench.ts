// `npm run bench [-- --runs 1000000] [--only sqlite|postgres] [--seconds 8]`: the console on a large store, measured over HTTP;
// beside an engine on the same store when FAUCET_BIN names one. Prints a table, asserts nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../setup/postgres'
import { oneByOne, type Timing, throughput } from './measure'
import { freePort, type Served, serve } from './server'
import { postgresStore, sqliteStore } from './stores'

const ROOT = path.resolve(import.meta.dirname, '../..')
const STORES = path.join(ROOT, 'data/bench')
const TOKEN = 'bench-token-0123456789abcdef0123456789abcdef'
const HEADERS = { authorization: `Bearer ${TOKEN}` }

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '8' },
  },
})
const count = Number(flags.runs)
const seconds = Number(flags.seconds)

const say = (text = '') => process.stdout.write(`${text}\n`)
const ms = (value: number) => value.toFixed(2).padStart(9)

/** What is asked, and the goal for the console's p50 in milliseconds. */
function questions(deepCursor: string): [name: string, path: string, goal: string][] {
  return [
    ['first page of 50', '/v1/runs?limit=50', '≤ 3'],
    ['100,000 runs deep', `/v1/runs?limit=50&cursor=${encodeURIComponent(deepCursor)}`, 'as first ± 30 %'],
    ['status=failed', '/v1/runs?limit=50&status=failed', '≤ 4'],
    ['an old day', '/v1/runs?limit=50&since=2026-07-01T00:00:00Z&until=2026-07-01T23:59:59Z', '≤ 5'],
    ['a status with no runs', '/v1/runs?limit=50&status=running', '≤ 20'],
    ['a tenant with no runs', '/v1/runs?limit=50&tenant=nobody', '≤ 20'],
    ['a large tenant', '/v1/runs?limit=50&tenant=tenant-00', ''],
    ['a name that matches nothing', '/v1/runs?limit=50&name=zzz-not-there', '≤ 300, continuable'],
    ['one run', `/v1/runs/${deepCursor}`, ''],
  ]
}

async function deepCursorOf(console: Served): Promise<string> {
  let cursor = ''
  for (let page = 0; page < Math.min(200, count / 500); page++) {
    const response = await fetch(`${console.base}/v1/runs?limit=500${cursor && `&cursor=${cursor}`}`, {
      headers: HEADERS,
    })
    const body = (await response.json()) as { next_cursor?: string }
    if (body.next_cursor === undefined) break
    cursor = body.next_cursor
  }
  return cursor
}

async function measureStore(title: string, history: string): Promise<void> {
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const auth = path.join(folder, 'auth.yaml')
  writeFileSync(auth, `principals:\n  - { name: bench, token: ${TOKEN}, role: admin }\n`)
  const started = performance.now()
  const served = await serve(process.execPath, ['lib/cli/start.mjs'], port, {
    PORT: String(port),
    HOST: '127.0.0.1',
    FAUCET_HISTORY: history,
    FAUCET_CONSOLE_AUTH_CONFIG: auth,
  })
  const engine = await engineBeside(history, auth)
  const bare = await bareHandler()
  say(
    `\n${title}: ${count.toLocaleString('en')} runs, console up in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  say(
    `${'question'.padEnd(30)} ${'p50 ms'.padStart(9)} ${'p99 ms'.padStart(9)} ${'KB'.padStart(7)}  goal${engine ? '                 engine p50     ratio' : ''}`,
  )
  try {
    const least = await oneByOne(`${bare.base}/bare`, {})
    say(`${'a bare handler'.padEnd(30)} ${ms(least.p50)} ${ms(least.p99)}`)
    for (const [name, question, goal] of questions(await deepCursorOf(served))) {
      const ours = await oneByOne(served.base + question, HEADERS)
      const theirs =
        engine &&
        (await oneByOne(engine.base + question, HEADERS, goal.includes('continuable') || goal === '≤ 20' ? 3 : 200))
      say(line(name, ours, goal, theirs))
    }
    const bareLoad = await throughput(`${bare.base}/bare`, {}, 10, seconds)
    const pageLoad = await throughput(`${served.base}/v1/runs?limit=50`, HEADERS, 10, seconds)
    say(
      `10 connections, first page: ${pageLoad.perSecond.toFixed(0)}/s, a bare handler ${bareLoad.perSecond.toFixed(0)}/s: ${(pageLoad.perSecond / bareLoad.perSecond).toFixed(2)} × (goal ≥ 0.55), p99 ${pageLoad.p99} ms, errors ${pageLoad.non2xx}`,
    )
    if (engine) {
      const theirs = await throughput(`${engine.base}/v1/runs?limit=50`, HEADERS, 10, seconds)
      say(`the engine in the same minute: ${theirs.perSecond.toFixed(0)}/s`)
    }
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    say(`resident memory at rest: ${served.rssMb().toFixed(0)} MB (goal ≤ 400)`)
  } finally {
    await served.stop()
    await bare.stop()
    await engine?.stop()
  }
}

function line(name: string, ours: Timing, goal: string, theirs: Timing | undefined): string {
  const wrong = ours.status === 200 ? '' : `  status ${ours.status}`
  const beside =
    theirs === undefined
      ? ''
      : `${goal.padEnd(20).slice(goal.length)} ${ms(theirs.p50)}  ${(ours.p50 / theirs.p50).toFixed(2).padStart(8)}`
  return `${name.padEnd(30)} ${ms(ours.p50)} ${ms(ours.p99)} ${(ours.bytes / 1024).toFixed(1).padStart(7)}  ${goal}${beside}${wrong}`
}

/** An application of the same framework that does nothing: what no handler can be faster than. */
async function bareHandler(): Promise<Served> {
  const next = path.join(ROOT, 'node_modules/next/dist/bin/next')
  const folder = path.join(ROOT, 'tests/bench/bare')
  const built = spawnSync(process.execPath, [next, 'build', folder], {
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  })
  if (built.status !== 0) throw new Error(`the bare application did not build: ${built.stderr}`)
  const port = await freePort()
  return serve(process.execPath, [next, 'start', folder, '-p', String(port)], port, {}, '/bare')
}

async function engineBeside(history: string, auth: string): Promise<Served | undefined> {
  const binary = process.env['FAUCET_BIN']
  if (!binary) return undefined
  const port = await freePort()
  const keep = ['--retain-terminal-runs-secs', '315360000', '--log-retention-secs', '315360000']
  return serve(
    binary,
    ['serve', '--listen', `127.0.0.1:${port}`, '--history', history, '--auth-config', auth, ...keep],
    port,
  )
}

if (flags.only !== 'postgres') {
  say('Preparing the SQLite store …')
  await measureStore('SQLite', `sqlite:${sqliteStore(STORES, count)}`)
}
if (flags.only !== 'sqlite') {
  say('\nPreparing the Postgres store …')
  const server = process.env['FAUCET_BENCH_POSTGRES_URL']
  const own = server === undefined ? await startPostgres() : undefined
  try {
    await measureStore('Postgres', await postgresStore(server ?? own?.url ?? '', count))
  } finally {
    await own?.stop()
  }
}
