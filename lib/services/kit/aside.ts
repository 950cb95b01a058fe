import { Worker } from 'node:worker_threads'
import { AppError } from './app-error'
import { type AsideAnswer, type AsideJob, doJob, type JOBS } from './aside-jobs'

type Jobs = typeof JOBS
type Made<N extends keyof Jobs> = ReturnType<Jobs[N]>

/** Up to here reading YAML takes some tens of milliseconds; 1 MiB takes seconds. */
const READ_HERE = 24_000
/** More than these wait for nothing: each may be a mebibyte. */
const MOST_WAITING = 16
const LONGEST_MS = 60_000
/** The thread goes when nobody needed it for so long. */
const IDLE_MS = 30_000
const MOST_MEMORY_MB = 384

interface Waiting {
  job: AsideJob
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

/**
 * Work on config texts that stops nobody: short ones are read at once, long ones on a thread of its own, one after the
 * other. Where no thread can be started they are read here.
 */
export function createAside(start: () => Worker) {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | null = null
  let hasNone = false
  let last = 0
  let idle: NodeJS.Timeout | undefined

  function take(answer: AsideAnswer): void {
    const asked = waiting.get(answer.id)
    if (asked === undefined) return
    waiting.delete(answer.id)
    clearTimeout(asked.timer)
    if ('wrong' in answer) asked.reject(new Error(answer.wrong))
    else asked.resolve(answer.value)
    if (waiting.size > 0) return
    clearTimeout(idle)
    idle = setTimeout(leave, IDLE_MS).unref()
  }

  function leave(): void {
    const before = thread
    thread = null
    void before?.terminate()
  }

  /** What waited goes on here, or is refused: a thread that had no memory left is no reason for having none here. */
  function give(why: AppError | null): void {
    leave()
    for (const { job, reject } of [...waiting.values()]) {
      if (why === null) take(doJob(job))
      else {
        clearTimeout(waiting.get(job.id)?.timer)
        waiting.delete(job.id)
        reject(why)
      }
    }
  }

  function threadNow(): Worker | null {
    if (thread !== null || hasNone) return thread
    try {
      const started = start()
      started.unref()
      started.on('message', take)
      started.on('error', (error: Error & { code?: string }) => {
        if (thread !== started) return
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return give(TOO_MUCH())
        hasNone = true
        give(null)
      })
      thread = started
    } catch {
      hasNone = true
    }
    return thread
  }

  /** `length`: of the text that is read. */
  return function aside<N extends keyof Jobs>(name: N, length: number, ...args: Parameters<Jobs[N]>): Promise<Made<N>> {
    const job: AsideJob = { id: ++last, name, args }
    const worker = length <= READ_HERE ? null : threadNow()
    if (worker === null) return settled<Made<N>>(doJob(job))
    if (waiting.size >= MOST_WAITING) return Promise.reject(BUSY())
    clearTimeout(idle)
    return new Promise<Made<N>>((resolve, reject) => {
      const timer = setTimeout(() => give(TOO_MUCH()), LONGEST_MS).unref()
      waiting.set(job.id, { job, resolve: resolve as Waiting['resolve'], reject, timer })
      worker.postMessage(job)
    })
  }
}

async function settled<T>(answer: AsideAnswer): Promise<T> {
  if ('wrong' in answer) throw new Error(answer.wrong)
  return answer.value as T
}

const TOO_MUCH = () => new AppError('bad_config', 'this config takes more time or memory to read than there is for one')
const BUSY = () => new AppError('limit_exceeded', 'other long configs are being read: try again in a moment')

export const aside = createAside(
  () =>
    new Worker(new URL('./aside.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    }),
)
