import { z } from 'zod'
import { LATE_TIMES, lagGrowth, pipelineRhythm, slowedDown } from '@/lib/derive/pipeline-health'
import { addToPipeline, type PipelineSums } from '@/lib/derive/pipeline-sums'
import type { RunBrief } from '@/lib/derive/run-brief'
import { keptAnswer } from '../kit/kept'
import { readLedger } from '../kit/run-ledger'
import { defineQuery } from '../kit/use-case'
import { isoOf } from './internal-window'

/** How far back a pipeline's habits and troubles are looked for, whatever window is on the screen. */
const HORIZON_MS = 7 * 86_400_000
/** Dead letters older than this have been seen by whoever looks after them. */
const FRESH_MS = 86_400_000
const AGE_MS = 2_000
const ITEMS = 12

/** Pipelines that somebody should look at now: those that fail, are late, slow down, fall behind or lose rows. */
export const needsAttention = defineQuery({
  label: 'overview',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string().optional(), wait_ms: z.number().int().min(0).max(1_000).default(0) }),
  needs: ['insight'],
  async run({ insight }, { tenant, wait_ms: budgetMs }, { now }) {
    const nowMs = Date.parse(now())
    return keptAnswer(
      insight,
      ['attention', tenant],
      { nowMs, maxAgeMs: AGE_MS },
      async () => {
        const span = { sinceMs: nowMs - HORIZON_MS, untilMs: nowMs, nowMs, budgetMs }
        const view = await readLedger(insight, tenant, span)
        const pipelines = new Map<string, PipelineSums>()
        view.each((run) => addToPipeline(pipelines, run))
        return {
          at: isoOf(nowMs),
          since: isoOf(span.sinceMs),
          reached: view.reachedMs === null ? null : isoOf(view.reachedMs),
          is_full: view.isFull,
          ...troublesOf([...pipelines.values()], nowMs),
        }
      },
      ({ reached, is_full }) => reached === null || is_full,
    )
  },
})

const cut = <T>(items: readonly T[]) => ({ count: items.length, items: items.slice(0, ITEMS) })

function troublesOf(pipelines: readonly PipelineSums[], nowMs: number) {
  // What has no name has no habits: its runs have nothing to do with each other.
  const named = pipelines.filter(({ pipeline }) => pipeline !== '')
  return {
    failing: cut(named.flatMap((one) => failing(one) ?? []).sort(worstFirst)),
    late: cut(named.flatMap((one) => late(one, nowMs) ?? []).sort((a, b) => b.over_ms - a.over_ms)),
    slowed: cut(named.flatMap((one) => slowed(one) ?? [])),
    dead_letters: cut(named.flatMap((one) => deadLetters(one, nowMs) ?? [])),
    behind: cut(named.flatMap((one) => behind(one) ?? [])),
  }
}

const runOf = ({ run_id, submittedMs }: RunBrief) => ({ run_id, at: isoOf(submittedMs) })

function failing({ pipeline, streak, lastFailed, firstFailed, lastGood, outcomes }: PipelineSums) {
  if (lastFailed === null || firstFailed === null) return null
  return {
    pipeline,
    streak,
    /** It worked before: something has changed. */
    has_worked: lastGood !== null,
    failed: outcomes.failed,
    finished: outcomes.completed + outcomes.failed,
    first_failed: runOf(firstFailed),
    last_failed: runOf(lastFailed),
    last_good: lastGood === null ? null : runOf(lastGood),
    error: lastFailed.error,
  }
}

type Failing = NonNullable<ReturnType<typeof failing>>
/** What worked before first, then what has failed most often in a row, then what failed last. */
const worstFirst = (a: Failing, b: Failing): number =>
  Number(b.has_worked) - Number(a.has_worked) ||
  b.streak - a.streak ||
  (a.last_failed.at < b.last_failed.at
    ? 1
    : a.last_failed.at > b.last_failed.at
      ? -1
      : a.pipeline < b.pipeline
        ? -1
        : 1)

function late({ pipeline, recent }: PipelineSums, nowMs: number) {
  const rhythm = pipelineRhythm(recent)
  const [newest] = recent
  if (rhythm === null || newest === undefined) return null
  const silentMs = nowMs - newest.submittedMs
  if (silentMs <= rhythm.gapMs * LATE_TIMES) return null
  return {
    pipeline,
    gap_ms: rhythm.gapMs,
    gaps: rhythm.of,
    expected_at: isoOf(newest.submittedMs + rhythm.gapMs),
    over_ms: silentMs - rhythm.gapMs,
    last_run: runOf(newest),
  }
}

function slowed({ pipeline, recent }: PipelineSums) {
  const found = slowedDown(recent)
  if (found === null) return null
  return {
    pipeline,
    ms: found.ms,
    usual_ms: found.usualMs,
    runs: found.runs,
    since: isoOf(found.sinceMs),
    last_run: runOf(found.last),
  }
}

function deadLetters({ pipeline, batches, lastDlq }: PipelineSums, nowMs: number) {
  if (lastDlq === null || nowMs - lastDlq.submittedMs > FRESH_MS) return null
  return { pipeline, partly: batches.dlq_partial, wholly: batches.dlq_all, last_run: runOf(lastDlq) }
}

function behind({ pipeline, recent }: PipelineSums) {
  const growth = lagGrowth(recent)
  if (growth === null) return null
  return {
    pipeline,
    lag_secs: growth.nowSecs,
    from_secs: growth.fromSecs,
    runs: growth.runs,
    last_run: runOf(growth.last),
  }
}
