// What a person who waits is told: a line when a slow step begins, one every few seconds while it lasts, one when it ends.
import { spawn } from 'node:child_process'

const HEARTBEAT_MS = 10_000

/** A failure that one sentence explains: it is printed alone, and the command ends with code 1. */
export class Stop extends Error {
  name = 'Stop'
}

export const SIGNALS = ['SIGINT', 'SIGTERM']
/** Leaves in order, so that what hangs on the end (a child, a file nobody needs) is cleared away. */
export const leave = () => process.exit(130)

/** Runs a command of ours; whatever ends it early becomes an exit code, and a `Stop` becomes its sentence. */
export async function main(work) {
  for (const signal of SIGNALS) process.once(signal, leave)
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    process.exit(1)
  }
}

/**
 * Announces `label`, keeps saying that it lasts unless the work talks itself, and says how it ended and when. A result with
 * a `code` other than 0 is a failure.
 */
export async function step(label, work, { isTalking = false } = {}) {
  const begun = Date.now()
  console.log(`› ${label}`)
  const result = isTalking ? await work() : await sayThatItLasts(label, work)
  console.log(`${result?.code ? '✗' : '✓'} ${label} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
  return result
}

/** For what is seldom slow: not a word unless it lasts. */
export async function sayThatItLasts(label, work, say = console.log) {
  const begun = Date.now()
  const heartbeat = setInterval(
    () => say(`  … ${label}, ${Math.round((Date.now() - begun) / 1000)} s so far`),
    HEARTBEAT_MS,
  )
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
  }
}

/**
 * Runs a program to its end and gives back its exit code and everything it printed. Quiet by default: a step that goes
 * well has nothing to tell; `live` passes the output on as it comes.
 */
export function runProgram(command, args, { cwd, env = {}, live = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const printed = []
    const keep = (out) => (chunk) => {
      printed.push(chunk)
      if (live) out.write(chunk)
    }
    child.stdout.on('data', keep(process.stdout))
    child.stderr.on('data', keep(process.stderr))
    // Ctrl-C reaches the child by itself; a signal sent to this process alone has to be handed on.
    const passOn = () => child.kill('SIGTERM')
    process.once('exit', passOn)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.off('exit', passOn)
      resolve({ code: code ?? (signal ? 1 : 0), output: Buffer.concat(printed).toString('utf8') })
    })
  })
}

/** The last lines of a program's output: enough to see why it failed. */
export const tail = (output, lines = 40) => output.trimEnd().split('\n').slice(-lines).join('\n')
