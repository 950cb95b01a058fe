import type { RunLogLine } from '@/lib/contract/records/logs'
import type { RunRecord } from '@/lib/contract/records/runs'
import { around, type Chance, oneOf } from './chance'
import { DEMO_PIPELINES, type DemoPipeline } from './pipelines'
import { demoRun, ended, logLine, timestamp } from './records'

const DAYS = 10
const MINUTE = 60_000
/** Newest runs that have a log: a log is most of what a run weighs. */
const LOGGED_MS = 26 * 60 * MINUTE

export interface PastRun {
  run: RunRecord
  lines: RunLogLine[]
}

/** The days before the demo began: every pipeline at its own pace, with what goes wrong now and then. Oldest first. */
export function pastRuns(nowMs: number, chance: Chance, newId: (ms: number) => string): PastRun[] {
  const past: PastRun[] = []
  for (const pipeline of DEMO_PIPELINES) {
    // Nobody's clock is exact, and pipelines do not all begin at once.
    const offset = chance() * pipeline.every * MINUTE
    const end = nowMs - 3 * MINUTE - pipeline.secs * 2_000
    for (let ms = nowMs - DAYS * 1440 * MINUTE + offset; ms < end; ms += pipeline.every * MINUTE) {
      past.push(pastRun(pipeline, ms + chance() * 20_000, chance, newId, nowMs))
    }
  }
  return past.sort((a, b) => (a.run.submitted_at < b.run.submitted_at ? -1 : 1))
}

function pastRun(
  pipeline: DemoPipeline,
  submittedMs: number,
  chance: Chance,
  newId: (ms: number) => string,
  nowMs: number,
): PastRun {
  const startedMs = Math.round(submittedMs + 200 + chance() * 4_000)
  const endedMs = startedMs + Math.round(around(chance, pipeline.secs) * 1_000)
  const isFailed = chance() < pipeline.fails || failsLately(pipeline, nowMs - submittedMs)
  const rows = Math.round(around(chance, pipeline.rows) * (isFailed ? chance() : 1))
  const waiting = demoRun(newId(submittedMs), pipeline, timestamp(submittedMs))
  const { config_body: _, config_format: __, ...asked } = waiting
  const error = isFailed ? oneOf(chance, pipeline.errors) : null
  const run =
    chance() < 0.01
      ? cancelled(asked, endedMs)
      : ended(asked, pipeline, newId(startedMs), { startedMs, endedMs, rows, error })
  const lines = nowMs - submittedMs < LOGGED_MS ? pastLines(pipeline, run, startedMs, endedMs) : []
  return { run, lines }
}

/** One of them has been failing for some hours: somebody has to look. */
const failsLately = ({ name }: DemoPipeline, ageMs: number): boolean =>
  name === 'payments_ledger' && ageMs < 5 * 60 * MINUTE

const cancelled = (run: RunRecord, endedMs: number): RunRecord => ({
  ...run,
  status: 'cancelled',
  finished_at: timestamp(endedMs),
})

function pastLines(pipeline: DemoPipeline, run: RunRecord, startedMs: number, endedMs: number): RunLogLine[] {
  const pages = Math.min(40, Math.max(3, Math.round(pipeline.secs / 5)))
  const step = (endedMs - startedMs) / (pages + 1)
  const rows = Number(run.records_written)
  const lines = [logLine(0, startedMs, 'INFO', `starting ${pipeline.name}: ${pipeline.source} → ${pipeline.sink}`)]
  for (let page = 1; page <= pages; page++) {
    const so = Math.round((rows * page) / pages)
    lines.push(logLine(lines.length, startedMs + step * page, 'INFO', `page ${page}: ${so} rows written`))
  }
  const [invocation] = run.invocations
  if (invocation?.error) lines.push(logLine(lines.length, endedMs, 'ERROR', invocation.error))
  else lines.push(logLine(lines.length, endedMs, 'INFO', `${run.status}: ${rows} rows`))
  return lines
}
