import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port'

/** The engine's program: FAUCET_BIN, else `faucet` on the PATH; null: there is none here. */
export function findEngine(env: NodeJS.ProcessEnv = process.env): string | null {
  const places = env['FAUCET_BIN']
    ? [env['FAUCET_BIN']]
    : (env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, 'faucet'))
  return places.find(isProgram) ?? null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface RealEngine {
  url: string
  /** What it said so far, the end of it. */
  log(): string
  stop(): Promise<void>
}

/** Starts `faucet serve` on a free port of loopback and waits until it is ready. */
export async function startEngine(program: string, folder: string, args: readonly string[]): Promise<RealEngine> {
  const port = await freePort()
  return startServer(program, ['serve', '--listen', `127.0.0.1:${port}`, '--no-ui', '--no-env-file', ...args], port, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production' },
  })
}

/** Starts a program that serves `port` of loopback, and waits until `/readyz` says so. */
export async function startServer(
  program: string,
  args: readonly string[],
  port: number,
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<RealEngine> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-200_000)
    })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${said.slice(-2_000)}`)
      return (await statusOf(`${url}/readyz`)) === 200
    })
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return { url, log: () => said, stop: () => stop(child) }
}

/** Waits until it says yes; what it throws ends the wait. */
export async function until(isSo: () => Promise<boolean>, patienceMs = 60_000): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(100)) if (await isSo()) return
  throw new Error(`nothing came of it within ${patienceMs / 1_000} s`)
}

export async function statusOf(url: string): Promise<number | null> {
  try {
    const response = await fetch(url)
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
}
