import { z } from 'zod'
import { type Failure, groupErrors } from '@/lib/derive/error-groups'
import { pipelineRhythm, pipelineState, slowedDown } from '@/lib/derive/pipeline-health'
import { expectedOf, rateOf, usualOf } from '@/lib/derive/pipeline-item'
import { addToPipeline, type PipelineSums, rank, rising } from '@/lib/derive/pipeline-sums'
import { briefMs, type RunBrief } from '@/lib/derive/run-brief'
import { defineQuery } from '../kit/use-case'
import { runsOfPipeline } from './internal-runs'

const ERRORS = 10
const NAMED = 10
const RHYTHM_OF = 20

/** The newest runs of a pipeline, as far back as they were found: how they ended, how long they took, what went wrong. */
export const getPipeline = defineQuery({
  label: 'pipeline.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({
    name: z.string().min(1).max(1_000),
    tenant: z.string().optional(),
    wait_ms: z.number().int().min(0).max(1_000).default(150),
  }),
  needs: ['runs', 'insight'],
  async run(deps, { name, tenant, wait_ms: budgetMs }, { now }) {
    const nowMs = Date.parse(now())
    const { runs, has_more, reachedMs } = await runsOfPipeline(deps, name, tenant, { nowMs, budgetMs })
    const sums = new Map<string, PipelineSums>()
    for (const run of runs) addToPipeline(sums, run)
    const own = sums.get(name)
    const recent = runs.slice(0, RHYTHM_OF)
    const gapMs = pipelineRhythm(recent)?.gapMs ?? null
    const errors = groupErrors(failuresOf(runs))
    const slowed = slowedDown(recent)
    return {
      at: isoOf(nowMs),
      pipeline: name,
      runs: runs.map(runOf),
      /** There are older ones beyond these. */
      has_more,
      /** Older than this, runs were found by their name alone. */
      reached: reachedMs === null ? null : isoOf(reachedMs),
      unreadable: runs.filter(({ rows }) => rows === null).length,
      state: pipelineState(recent, gapMs, nowMs),
      outcomes: own?.outcomes ?? { completed: 0, failed: 0, cancelled: 0, open: 0 },
      streak: own?.streak ?? 0,
      last_good: own?.lastGood ? { run_id: own.lastGood.run_id, at: isoOf(own.lastGood.submittedMs) } : null,
      ...expectedOf(runs[0], gapMs, nowMs),
      slowed: slowed === null ? null : { ms: slowed.ms, runs: slowed.runs, since: isoOf(slowed.sinceMs) },
      usual: usualOf(own?.durations ?? []),
      p95_ms: rank(rising(own?.durations ?? []), 0.95),
      rows_per_sec: rateOf(recent),
      tenants: namesOf(runs, ({ tenant: of }) => of),
      pools: namesOf(runs, ({ pool }) => pool),
      templates: namesOf(runs, ({ labels }) => labels['template'] ?? null),
      triggers: namesOf(runs, ({ labels }) => labels['faucet.trigger.name'] ?? null),
      errors: errors.slice(0, ERRORS).map(({ names: _, ...group }) => group),
      error_count: errors.length,
    }
  },
})

const isoOf = (ms: number): string => new Date(ms).toISOString()

const runOf = (run: RunBrief) => ({
  run_id: run.run_id,
  name: run.name,
  status: run.status,
  at: isoOf(run.submittedMs),
  ms: briefMs(run),
  waited_ms: run.startedMs === null ? null : Math.max(0, run.startedMs - run.submittedMs),
  rows: run.rows,
  bytes: run.bytes,
  cost: run.cost,
  lag_secs: run.lagSecs,
})

const failuresOf = (runs: readonly RunBrief[]): Failure[] =>
  runs
    .filter(({ status }) => status === 'failed')
    .map(({ run_id, name, submittedMs, error }) => ({
      run_id,
      name,
      at: isoOf(submittedMs),
      error: error ?? 'no error was recorded',
    }))

/** With how many of the runs it stands, most first. */
function namesOf(runs: readonly RunBrief[], of: (run: RunBrief) => string | null) {
  const counts = new Map<string, number>()
  for (const run of runs) {
    const name = of(run)
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, NAMED)
}
