// Starts the built server in this very process, waits until it answers, and says where.
import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { layOut } from './lay-out.mjs'
import { processCount, startProcesses } from './processes.mjs'
import { leave, SIGNALS, Stop, sayThatItLasts } from './progress.mjs'
import { serverSettings } from './settings.mjs'

const PATIENCE_MS = 120_000
const GRACE_MS = 2_000

/** Settles everything a start needs before the slow steps, so that what cannot work is said at once. */
export async function planStart({ root, demo }) {
  const folder = process.env['INIT_CWD'] ?? process.cwd()
  const plan = serverSettings({ env: process.env, folder, root, demo })
  const wanted = process.env['FAUCET_CONSOLE_PROCESSES']
  const processes = processCount({ wanted, history: plan.history, isDemo: plan.isDemo })
  // A token that nobody has seen yet is made anew by the next start.
  process.once('exit', plan.forgetToken)
  await refuseTakenPort(plan.host, plan.port)
  return { ...plan, processes }
}

export async function serve({ root, plan }) {
  const out = path.join(root, '.next/standalone')
  if (!existsSync(path.join(out, 'server.js'))) throw new Stop('Nothing is built yet: npm run up does it.')
  layOut(root)

  const output = holdOutput()
  const address = addressOf(plan)
  await sayThatItLasts('starting the console', () => start({ root, plan, address }), output.say)
  process.off('exit', plan.forgetToken)
  output.say(`\nThe console is at ${address}`)
  output.say(`It keeps its history in ${whereHistoryIs(plan.history)}.`)
  if (plan.newToken !== undefined) {
    output.say(`Sign in with this admin token, shown only now and kept in ${plan.authFile}:\n\n    ${plan.newToken}\n`)
  }
  output.release()
}

async function start({ root, plan, address }) {
  const { processes, settings } = plan
  const asked = () => knock(address)
  if (processes > 1) {
    const file = path.join(root, 'lib/cli/process.mjs')
    await startProcesses({ count: processes, file, env: settings, knock: asked })
    return
  }
  Object.assign(process.env, settings)
  await listen({ root })
  await asked()
}

/** Starts the built server in this very process, with the environment as it is. */
export async function listen({ root }) {
  // Left to itself the heap grows to several times what is alive before it is swept: memory that a busy minute took
  // would never be given back. Must be said before the server fills the heap.
  setFlagsFromString('--heap-growing-percent=80')
  endOnSignal()
  await import(pathToFileURL(path.join(root, '.next/standalone/server.js')).href)
}

function addressOf({ host, port }) {
  const everywhere = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const name = everywhere[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Told before the slow part; the server would say it with a stack. */
function refuseTakenPort(host, port) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${error.code})`
      reject(new Stop(`Port ${port} on ${host} ${why}: set PORT or HOST to another.`))
    })
    probe.listen(port, host, () => probe.close(resolve))
  })
}

/** One answered request says that the server is up: 503 is a console without its store, which still serves. */
async function knock(address) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
    const status = await statusOf(`${address}/readyz`)
    if (status === undefined) continue
    if (status === 200 || status === 503) return
    throw new Stop(`The console answered its first request with ${status}: its log says why.`)
  }
  throw new Stop(`The console gave no answer within ${PATIENCE_MS / 1000} s.`)
}

const statusOf = (url) =>
  new Promise((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
    }).once('error', () => resolve(undefined))
  })

/**
 * Keeps back what is printed while the server starts: the framework greets before it knows whether it can serve, and a
 * start that fails is to be one sentence. Errors are never kept back.
 */
export function holdOutput() {
  const write = process.stdout.write.bind(process.stdout)
  const held = []
  process.stdout.write = (chunk, encoding, done) => {
    held.push(String(chunk))
    const after = typeof encoding === 'function' ? encoding : done
    after?.()
    return true
  }
  return {
    say: (line) => write(`${line}\n`),
    release() {
      process.stdout.write = write
      for (const text of held) if (!isGreeting(text)) write(text)
    },
  }
}
const isGreeting = (text) => text.trim() === '' || /▲ |✓ |- (Local|Network):/.test(text)

/** The framework waits for open streams without end; a console with a browser on it must still stop, and well. */
function endOnSignal() {
  for (const signal of SIGNALS) {
    process.off(signal, leave)
    process.once(signal, () => {
      process.once('exit', () => {
        process.exitCode = 0
      })
      setTimeout(() => process.exit(), GRACE_MS).unref()
    })
  }
}

function whereHistoryIs(history) {
  if (['', 'memory', 'sqlite::memory:'].includes(history)) return 'memory, and loses it when it stops'
  if (history.startsWith('sqlite:')) return decoded(history)
  const { protocol, host, pathname } = new URL(history)
  return `${protocol}//${host}${pathname}`
}

/** As people read it; a per cent sign that escapes nothing stands for itself. */
function decoded(address) {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
