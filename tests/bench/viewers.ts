import http from 'node:http'
import type { Served } from './server'
import { whileChanging } from './stores'

/** So many open pages, of which kinds: what each listens to, and what it reads when that rings. */
const VIEWERS = 200
const WARM_MS = 15_000
const MEASURED_MS = 30_000

interface Page {
  share: number
  topics: (run: string) => string
  reads: (run: string, top: string) => string[]
}
const PAGES: readonly Page[] = [
  {
    share: 0.5,
    topics: () => 'runs',
    reads: (_, top) => [`/console/runs?upto=${top}`, `/console/runs?from=${top}&limit=100`],
  },
  {
    share: 0.2,
    topics: () => 'runs',
    reads: () => ['/console/insight/overview?range=24h&zone=UTC&wait_ms=400', '/console/insight/overview/now'],
  },
  {
    share: 0.1,
    topics: () => 'runs',
    reads: () => ['/console/insight/pipelines?range=7d&sort=state&desc=false&page=1'],
  },
  { share: 0.2, topics: (run) => `run:${run}`, reads: (run) => [`/console/runs/${run}`] },
]
/** What the frame of every page asks for, whatever rings. */
const FRAME: readonly [path: string, everyMs: number][] = [
  ['/console/capabilities', 15_000],
  ['/console/counts', 30_000],
]

export interface ViewersCost {
  viewers: number
  cpuPercent: number
  statementsPerSecond: number
  readsPerSecond: number
  rings: number
  failed: number
}

/** Opens the pages on a store that changes every second, and measures what they cost once they have settled. */
export async function viewersCost(
  served: Served,
  history: string,
  headers: Record<string, string>,
): Promise<ViewersCost> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const tally = { reads: 0, rings: 0, failed: 0 }
  const closers: (() => void)[] = []
  const read = (path: string) =>
    new Promise<void>((resolve) => {
      http
        .get(served.base + path, { headers: { ...headers, accept: 'application/json' }, agent }, (response) => {
          if (response.statusCode !== 200) tally.failed++
          response.resume()
          response.once('close', () => resolve())
          tally.reads++
        })
        .once('error', () => {
          tally.failed++
          resolve()
        })
    })
  const { runs } = (await (await fetch(`${served.base}/v1/runs?limit=100`, { headers })).json()) as {
    runs: { run_id: string; submitted_at: string }[]
  }
  const top = encodeURIComponent(runs[0]?.submitted_at ?? '')
  let opened = 0
  for (const page of PAGES) {
    for (let at = 0; at < VIEWERS * page.share; at++) {
      const run = runs[opened % runs.length]?.run_id ?? ''
      opened++
      let [isReading, isDirty] = [false, false]
      const onRing = async () => {
        tally.rings++
        isDirty = true
        if (isReading) return
        isReading = true
        while (isDirty) {
          isDirty = false
          await Promise.all(page.reads(run, top).map(read))
        }
        isReading = false
      }
      const request = http.get(
        `${served.base}/console/events?topics=${encodeURIComponent(page.topics(run))}`,
        { headers: { ...headers, accept: 'text/event-stream' }, agent: false },
        (response) => {
          if (response.statusCode !== 200) tally.failed++
          response.on('data', (chunk: Buffer) => chunk.includes('event: ring') && void onRing())
        },
      )
      request.on('error', () => undefined)
      closers.push(() => request.destroy())
      for (const [path, everyMs] of FRAME) {
        const timer = setInterval(() => void read(path), everyMs * (0.85 + Math.random() * 0.3))
        closers.push(() => clearInterval(timer))
      }
    }
  }
  try {
    return await whileChanging(history, async () => {
      await rest(WARM_MS)
      const before = { ...tally, cpu: served.cpuSeconds(), statements: await statementsOf(served) }
      await rest(MEASURED_MS)
      const seconds = MEASURED_MS / 1_000
      return {
        viewers: VIEWERS,
        cpuPercent: ((served.cpuSeconds() - before.cpu) / seconds) * 100,
        statementsPerSecond: ((await statementsOf(served)) - before.statements) / seconds,
        readsPerSecond: (tally.reads - before.reads) / seconds,
        rings: tally.rings - before.rings,
        failed: tally.failed - before.failed,
      }
    })
  } finally {
    for (const close of closers) close()
    agent.destroy()
  }
}

async function statementsOf(served: Served): Promise<number> {
  const text = await (await fetch(`${served.base}/metrics`)).text()
  return Number(/^faucet_serve_store_statements_total (\d+)/m.exec(text)?.[1] ?? Number.NaN)
}

const rest = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
