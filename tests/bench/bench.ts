// `npm run bench [-- --runs 1000000] [--only sqlite|postgres] [--parts api,pages,viewers] [--seconds 8]`: the console on a large store, measured over HTTP;
// beside an engine on the same store when FAUCET_BIN names one. Prints a table, asserts nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../setup/postgres'
import { freePort } from '../support/free-port'
import { oneByOne, type Timing, throughput } from './measure'
import { measurePages } from './pages'
import { type Served, serve } from './server'
import { postgresStore, sqliteStore, withLiveRun } from './stores'
import { viewersCost } from './viewers'

const ROOT = path.resolve(import.meta.dirname, '../..')
const STORES = path.join(ROOT, 'data/bench')
const TOKEN = 'bench-token-0123456789abcdef0123456789abcdef'
const HEADERS = { authorization: `Bearer ${TOKEN}` }

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    parts: { type: 'string', default: 'api,pages,viewers' },
  },
})
const count = Number(flags.runs)
const seconds = Number(flags.seconds)
const parts = String(flags.parts).split(',')

const say = (text = '') => process.stdout.write(`${text}\n`)
const WARM_UP = 500

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
    ['its log', `/v1/runs/${deepCursor}/logs?format=text`, ''],
    ['who am I', '/v1/whoami', ''],
    ['audit', '/v1/audit?limit=50', ''],
    ['usage', '/v1/usage', ''],
    ['datasets', '/v1/catalog/datasets', ''],
    ['templates', '/v1/templates', ''],
    ['changes', '/v1/changes', ''],
    ['tenants', '/v1/tenants', ''],
    ['local outputs', '/v1/local-outputs', ''],
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

async function startConsole(history: string, auth: string, more: Record<string, string> = {}): Promise<Served> {
  const port = await freePort()
  return serve(process.execPath, ['lib/cli/start.mjs'], port, {
    PORT: String(port),
    HOST: '127.0.0.1',
    FAUCET_HISTORY: history,
    FAUCET_CONSOLE_AUTH_CONFIG: auth,
    ...more,
  })
}

/** Pages and what many of them cost, on a console that lets everybody in. */
async function measureConsole(title: string, history: string): Promise<void> {
  const open = { FAUCET_CONSOLE_AUTH_CONFIG: '', FAUCET_CONSOLE_NO_AUTH: '1' }
  const served = await startConsole(history, '', open)
  try {
    say(`\n${title}: pages`)
    if (parts.includes('pages')) await measurePages(served, say)
    if (parts.includes('viewers')) {
      const cost = await viewersCost(served, history, {})
      say(
        `${cost.viewers} open pages on a store that changes every second: ${cost.cpuPercent.toFixed(0)} % of a core (goal < 50), ${cost.statementsPerSecond.toFixed(1)} statements/s (goal < 20), ${cost.readsPerSecond.toFixed(1)} reads/s, ${cost.rings} rings, ${cost.failed} failed`,
      )
    }
  } finally {
    await served.stop()
  }
}

async function measureStore(title: string, history: string): Promise<void> {
  if (parts.includes('pages') || parts.includes('viewers')) await measureConsole(title, history)
  if (!parts.includes('api')) return
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const auth = path.join(folder, 'auth.yaml')
  writeFileSync(auth, `principals:\n  - { name: bench, token: ${TOKEN}, role: admin }\n`)
  const started = performance.now()
  const served = await startConsole(history, auth)
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
    const asked = questions(await deepCursorOf(served))
    // A server that has been up for a minute has compiled what it runs all the time: figures of its first hundred answers
    // say more about the order of this list than about the questions.
    for (const [, question, goal] of asked) {
      await oneByOne(served.base + question, HEADERS, goal.includes('continuable') ? 3 : WARM_UP)
    }
    for (const [name, question, goal] of asked) {
      const ours = await oneByOne(served.base + question, HEADERS)
      const theirs =
        engine &&
        (await oneByOne(engine.base + question, HEADERS, goal.includes('continuable') || goal === '≤ 20' ? 3 : 200))
      say(line(name, ours, goal, theirs))
    }
    const page = '/v1/runs?limit=50'
    const one = `/v1/runs/${await newestRun(served)}`
    const bareLoad = await throughput(`${bare.base}/bare`, {}, 10, seconds)
    say(`\nwith 10 connections               requests/s    × bare     p99 ms  goal`)
    say(`${'a bare handler'.padEnd(30)} ${bareLoad.perSecond.toFixed(0).padStart(13)}`)
    for (const [name, question, goal] of [
      ['first page of 50', page, '≥ 0.6 ×'],
      ['one run', one, '≥ 0.75 ×'],
    ] as const) {
      const load = await throughput(served.base + question, HEADERS, 10, seconds)
      say(loadLine(name, load, goal, bareLoad.perSecond))
      const theirs = engine && (await throughput(engine.base + question, HEADERS, 10, seconds))
      if (theirs) say(loadLine(`${name}, engine`, theirs, '', bareLoad.perSecond))
    }
    const many = await throughput(served.base + page, HEADERS, 50, seconds)
    say(
      `with 50 connections, first page: p50 ${many.p50} ms, p99 ${many.p99} ms: ${(many.p99 / many.p50).toFixed(1)} × (goal ≤ 6)`,
    )
    await withLiveRun(history, (run) => followers(served, `/v1/runs/${run}`))
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    say(`resident memory at rest: ${served.rssMb().toFixed(0)} MB (goal ≤ 400)`)
  } finally {
    await served.stop()
    await bare.stop()
    await engine?.stop()
  }
  await twoProcesses(history, auth)
}

async function twoProcesses(history: string, auth: string): Promise<void> {
  const two = await startConsole(history, auth, { FAUCET_CONSOLE_PROCESSES: '2' })
  const engine = await engineBeside(history, auth)
  try {
    const load = await throughput(`${two.base}/v1/runs?limit=50`, HEADERS, 10, seconds)
    const theirs = engine && (await throughput(`${engine.base}/v1/runs?limit=50`, HEADERS, 10, seconds))
    const beside = theirs ? `, the engine ${theirs.perSecond.toFixed(0)}/s` : ''
    say(`two processes behind one port: ${load.perSecond.toFixed(0)}/s${beside} (goal: at least the engine's)`)
  } finally {
    await two.stop()
    await engine?.stop()
  }
}

const FOLLOWERS = 500

/** Streams of a run that is going on, with nothing to say: what they cost while they wait. */
async function followers(served: Served, run: string): Promise<void> {
  const before = served.rssMb()
  const sockets = Array.from({ length: FOLLOWERS }, () => follow(`${served.base}${run}/logs`))
  await Promise.all(sockets.map(({ opened }) => opened))
  const cpu = served.cpuSeconds()
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  const share = ((served.cpuSeconds() - cpu) / 10) * 100
  const page = await oneByOne(`${served.base}/v1/runs?limit=50`, HEADERS)
  const left = sockets.filter(({ isOpen }) => isOpen()).length
  say(
    `${FOLLOWERS} idle followers of a log: ${share.toFixed(1)} % of a core, ${((served.rssMb() - before) / FOLLOWERS).toFixed(2)} MB each, ${left} still open; first page meanwhile p50 ${page.p50.toFixed(2)} ms`,
  )
  for (const { close } of sockets) close()
}

function follow(url: string) {
  let open = false
  let request: http.ClientRequest | undefined
  const opened = new Promise<void>((resolve, reject) => {
    request = http.get(url, { headers: { ...HEADERS, accept: 'text/event-stream' }, agent: false }, (response) => {
      open = response.statusCode === 200
      response.resume()
      response.once('close', () => (open = false))
      resolve()
    })
    request.once('error', reject)
  })
  return { opened, isOpen: () => open, close: () => request?.destroy() }
}

async function newestRun(served: Served): Promise<string> {
  const response = await fetch(`${served.base}/v1/runs?limit=1`, { headers: HEADERS })
  const { runs } = (await response.json()) as { runs: { run_id: string }[] }
  const [run] = runs
  if (run === undefined) throw new Error('the store has no runs')
  return run.run_id
}

function loadLine(name: string, load: { perSecond: number; p99: number; non2xx: number }, goal: string, bare: number) {
  const wrong = load.non2xx === 0 ? '' : `  ${load.non2xx} refused`
  return `${name.padEnd(30)} ${load.perSecond.toFixed(0).padStart(13)} ${(load.perSecond / bare).toFixed(2).padStart(9)} ${String(load.p99).padStart(10)}  ${goal}${wrong}`
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
  await measureStore('SQLite', `sqlite:${sqliteStore(STORES, count, new Date())}`)
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
