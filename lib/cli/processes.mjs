// Several processes behind one port: Node's cluster hands each new connection to the next of them.
import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { leave, SIGNALS, Stop } from './progress.mjs'

const GRACE_MS = 4_000
const REST_MS = 1_000

/**
 * Starts `count` processes of `file` with that environment; resolves when all of them answer. `knock` asks the address
 * once: connections go round, so as many knocks reach as many processes. One that ends is replaced; one that ends before
 * it has answered ends the start, and said why itself.
 */
export async function startProcesses({ count, file, env, knock }) {
  cluster.setupPrimary({ exec: file, args: [] })
  let isStarted = false
  let isEnding = false
  cluster.on('exit', async (worker, code, signal) => {
    if (isEnding) return
    if (!isStarted) process.exit(code || 1)
    console.error(`process ${worker.process.pid} ended (${signal ?? `code ${code}`}); another takes its place`)
    await sleep(REST_MS)
    if (!isEnding) cluster.fork(env)
  })
  const end = () => {
    isEnding = true
    process.once('exit', () => {
      process.exitCode = isStarted ? 0 : 130
    })
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    cluster.on('exit', () => Object.keys(cluster.workers ?? {}).length === 0 && process.exit())
    setTimeout(() => process.exit(), GRACE_MS).unref()
  }
  for (const signal of SIGNALS) {
    process.off(signal, leave)
    process.once(signal, end)
  }

  // The first alone: what an empty database gets is made once, and a start that fails is told once.
  for (let started = 0; started < count; started++) {
    const worker = cluster.fork(env)
    await new Promise((resolve) => worker.once('listening', resolve))
    for (let round = 0; round <= started; round++) await knock()
  }
  isStarted = true
}

const MOST = 64

/** How many processes are wanted: 1 unless `FAUCET_CONSOLE_PROCESSES` says otherwise. */
export function processCount({ wanted, history, isDemo }) {
  if (!wanted) return 1
  const count = Number(wanted)
  if (!Number.isInteger(count) || count < 1 || count > MOST) {
    throw new Stop(`FAUCET_CONSOLE_PROCESSES must be a number from 1 to ${MOST}; it is "${wanted}".`)
  }
  if (count === 1) return 1
  if (['', 'memory', 'sqlite::memory:'].includes(history)) {
    throw new Stop(
      'Several processes cannot share a history in memory: unset FAUCET_CONSOLE_PROCESSES, or give a database.',
    )
  }
  if (isDemo) throw new Stop('The demo runs in one process: unset FAUCET_CONSOLE_PROCESSES.')
  return count
}
