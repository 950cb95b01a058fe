import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Served {
  base: string
  pid: number
  /** Resident memory in MB, now. */
  rssMb(): number
  /** Processor time it has taken so far. */
  cpuSeconds(): number
  stop(): Promise<void>
}

const TICKS_PER_SECOND = 100

/** Starts a program that serves HTTP on `port` and waits until `ready` answers; rejects with what it printed. */
export async function serve(
  command: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
  ready = '/readyz',
): Promise<Served> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed = (printed + chunk).slice(-4_000)))
  const base = `http://127.0.0.1:${port}`
  const until = Date.now() + 60_000
  while (!(await answers(`${base}${ready}`))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`${command} did not start: ${printed}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const pid = listenerPid(child)
  return {
    base,
    pid,
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    cpuSeconds() {
      const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      const [user, system] = fields.split(' ').slice(11, 13).map(Number)
      return ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
      }),
  }
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.status === 200,
    () => false,
  )

/** The process that serves: the child itself, or the one it started for that. */
function listenerPid(child: ChildProcess): number {
  const pid = child.pid ?? 0
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return children.length > 0 ? Number(children.at(-1)) : pid
  } catch {
    return pid
  }
}
