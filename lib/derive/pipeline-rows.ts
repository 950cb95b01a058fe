import type { Count } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import { addCounts } from './counts'
import { invocationStatus } from './run-facts'
import { glanceWords } from './run-glance'
import { median } from './run-timing'

/** What the invocations of one row of a pipeline come to, over several runs. */
export interface PipelineRow {
  row: string
  invocations: number
  failed: number
  skipped: number
  median_ms: number | null
  rows: Count
  /** Of the newest run that had it. */
  last: { run_id: string; at: string; status: string; error: string | null }
}

/** By row, those that failed last first; runs are given newest first. */
export function pipelineRows(runs: readonly RunRecord[]): PipelineRow[] {
  const found = new Map<string, PipelineRow & { durations: number[] }>()
  for (const { run_id, submitted_at, invocations } of runs) {
    for (const one of invocations) {
      const status = invocationStatus(one)
      const last = { run_id, at: submitted_at, status, error: one.error === null ? null : glanceWords(one.error) }
      const row = found.get(one.row_id) ?? {
        row: one.row_id,
        invocations: 0,
        failed: 0,
        skipped: 0,
        median_ms: null,
        rows: 0,
        last,
        durations: [],
      }
      found.set(one.row_id, row)
      row.invocations++
      if (status === 'failed') row.failed++
      if (status === 'skipped') row.skipped++
      row.rows = addCounts(row.rows, one.records_written)
      if (status === 'succeeded') row.durations.push(Number(one.duration_ms))
    }
  }
  return [...found.values()]
    .map(({ durations, ...row }) => ({ ...row, median_ms: median(durations, 1) }))
    .sort(
      (a, b) =>
        Number(b.last.status === 'failed') - Number(a.last.status === 'failed') ||
        b.failed - a.failed ||
        (a.row < b.row ? -1 : 1),
    )
}

export interface ConfigEra {
  /** Names the text, and tells nothing of it. */
  mark: string
  runs: number
  first_at: string
  last_at: string
  last_run_id: string
}

/** Which configs the runs were submitted with, newest first; a config that came back is an era of its own. */
export function configEras(
  runs: readonly { run_id: string; submitted_at: string; mark: string | null }[],
): ConfigEra[] {
  const eras: ConfigEra[] = []
  for (const { run_id, submitted_at, mark } of runs) {
    if (mark === null) continue
    const newest = eras.at(-1)
    if (newest?.mark === mark) {
      newest.runs++
      newest.first_at = submitted_at
    } else eras.push({ mark, runs: 1, first_at: submitted_at, last_at: submitted_at, last_run_id: run_id })
  }
  return eras
}
