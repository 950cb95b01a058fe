import type { Deps } from '@/lib/contract/deps'
import type { Count } from '@/lib/contract/records/primitives'
import { addCounts, compareCounts } from '@/lib/derive/counts'
import { noOutcomes, type Outcomes, type PipelineSums, rank, rising, runsOf } from '@/lib/derive/pipeline-sums'
import { GOVERNED, type RunBrief } from '@/lib/derive/run-brief'
import { bucketOf, bucketsIn, type TimeBuckets } from '@/lib/derive/time-buckets'
import { addToWindow, type ErrorSums, mainCurrency, noWindowSums, type WindowSums } from '@/lib/derive/window-sums'
import { keptAnswer } from '../kit/kept'
import { type LedgerView, readLedger } from '../kit/run-ledger'
import { defineQuery } from '../kit/use-case'
import { Asked, addOutcomes, countedOutcomes, fits, isNarrowed, isoOf, windowOf } from './internal-window'

const COUNT_MS = 60
const ITEMS = 8
const PIPELINES = 3
/** Answers about long windows change little from one second to the next. */
const LONG_MS = 2 * 86_400_000
const AGE_MS = 1_000
const LONG_AGE_MS = 10_000

/**
 * What came of the runs that were submitted in a window: how many there were is counted by indexes, everything else is
 * added up from what is known of them, newest first; `reached` says how far back that goes until all of it is known.
 */
export const homeReport = defineQuery({
  label: 'overview',
  permission: 'run_read',
  scope: 'tenant',
  input: Asked,
  needs: ['insight'],
  async run({ insight }, asked, { now }) {
    const at = now()
    const span = windowOf(asked, at)
    const nowMs = Date.parse(at)
    const maxAgeMs = span.untilMs - span.sinceMs > LONG_MS ? LONG_AGE_MS : AGE_MS
    const { wait_ms: budgetMs, ...question } = asked
    return keptAnswer(
      insight,
      ['home', question],
      { nowMs, maxAgeMs },
      () => makeReport(insight, asked, { ...span, nowMs, budgetMs }),
      // Of what is not complete yet the next one to ask reads on.
      ({ reached, is_full }) => reached === null || is_full,
    )
  },
})

interface Span {
  sinceMs: number
  untilMs: number
  nowMs: number
  budgetMs: number
}

async function makeReport(insight: Deps['insight'], asked: Asked, span: Span) {
  const { sinceMs, untilMs, nowMs } = span
  const buckets = bucketsIn(sinceMs, untilMs, asked.zone)
  const isCountable = !isNarrowed(asked) && asked.tenant === undefined
  const beforeEdges = [sinceMs - (untilMs - sinceMs), sinceMs]
  const [counted, before] = isCountable
    ? [
        await countedOutcomes(insight, buckets.edges, COUNT_MS),
        (await countedOutcomes(insight, beforeEdges, COUNT_MS))[0] ?? null,
      ]
    : [null, null]
  const view = await readLedger(insight, asked.tenant, span)
  const sums = sumsOf(view, asked, buckets)
  const outcomes = counted === null ? sums.outcomes : counted.reduce<Outcomes>(addKnown, noOutcomes())
  const { durations } = sums
  const currency = mainCurrency(sums.priced)
  return {
    at: isoOf(nowMs),
    since: isoOf(sinceMs),
    until: isoOf(untilMs),
    is_now: untilMs === nowMs,
    step_ms: buckets.stepMs,
    outcomes,
    /** Not all of the window was counted: the newest part of it was. */
    is_count_cut: counted?.some((count) => count === null) ?? false,
    /** Null: everything beside the counts is of the whole window too. */
    reached: view.reachedMs === null ? null : isoOf(view.reachedMs),
    is_full: view.isFull,
    known: runsOf(sums.outcomes),
    unreadable: sums.unreadable,
    buckets: bucketList({ sums, buckets, counted, reachedMs: view.reachedMs, currency }),
    rows: sums.rows,
    bytes: sums.bytes,
    cost: costOf(sums, currency),
    durations: quantiles(durations),
    before: await beforeOf(insight, asked, span, { outcomes: before, isKnown: view.reachedMs === null, currency }),
    recent: newestOf(view, asked),
    errors: topErrors(sums.errors).slice(0, ITEMS).map(errorItem),
    error_count: sums.errors.size,
    failures: [...sums.errors.values()].reduce((sum, { count }) => sum + count, 0),
    rankings: rankingsOf(sums, currency),
    pipelines: sums.pipelines.size,
    governance: {
      batches: sums.batches,
      totals: sums.recorded === 0 ? null : sums.governed,
      recorded: sums.recorded,
      unrecorded: sums.unrecorded,
    },
  }
}

function sumsOf(view: LedgerView, asked: Asked, buckets: TimeBuckets): WindowSums {
  const sums = noWindowSums(buckets)
  const isWanted = fits(asked)
  view.each((run) => {
    if (isWanted(run)) addToWindow(sums, run, buckets)
  })
  return sums
}

function newestOf(view: LedgerView, asked: Asked) {
  const newest: RunBrief[] = []
  const isWanted = fits(asked)
  view.each((run) => {
    if (newest.length < ITEMS && isWanted(run)) newest.push(run)
  })
  return newest.map(({ run_id, name, pipeline, status, submittedMs }) => ({
    run_id,
    name,
    pipeline,
    status,
    at: isoOf(submittedMs),
  }))
}

const addKnown = (sum: Outcomes, count: Outcomes | null): Outcomes => (count === null ? sum : addOutcomes(sum, count))

function bucketList({
  sums,
  buckets,
  counted,
  reachedMs,
  currency,
}: {
  sums: WindowSums
  buckets: TimeBuckets
  counted: readonly (Outcomes | null)[] | null
  reachedMs: number | null
  currency: string | null
}) {
  const firstKnown = reachedMs === null ? 0 : (bucketOf(buckets, reachedMs) ?? 0)
  return sums.buckets.map((bucket, place) => {
    const isKnown = place >= firstKnown
    const recorded = GOVERNED.reduce((sum, kind) => sum + bucket.governed[kind], 0)
    return {
      at: isoOf(buckets.edges[place] ?? 0),
      until: isoOf(buckets.edges[place + 1] ?? 0),
      outcomes: counted === null ? (isKnown ? bucket.outcomes : null) : (counted[place] ?? null),
      rows: isKnown ? bucket.rows : null,
      bytes: isKnown ? bucket.bytes : null,
      cost: isKnown && currency !== null ? (bucket.cost.get(currency) ?? 0) : null,
      held_back: isKnown && sums.recorded > 0 ? recorded : null,
    }
  })
}

/** In the currency of most runs; others are named, never added. */
function costOf({ cost, priced }: Pick<WindowSums, 'cost' | 'priced'>, currency: string | null) {
  if (currency === null) return null
  const others = [...priced.keys()].filter((one) => one !== currency).sort()
  return { currency, amount: cost.get(currency) ?? 0, runs: priced.get(currency) ?? 0, others }
}

function quantiles(durations: readonly number[]) {
  const sorted = rising(durations)
  const [median, p95] = [rank(sorted, 0.5), rank(sorted, 0.95)]
  return median === null || p95 === null ? null : { median_ms: median, p95_ms: p95, of: durations.length }
}

/** The window before of the same length, as far as it can be compared. */
async function beforeOf(
  insight: Deps['insight'],
  asked: Asked,
  { sinceMs, untilMs, nowMs, budgetMs }: Span,
  { outcomes, isKnown, currency }: { outcomes: Outcomes | null; isKnown: boolean; currency: string | null },
) {
  const span = { sinceMs: sinceMs - (untilMs - sinceMs), untilMs: sinceMs }
  const none = { since: isoOf(span.sinceMs), outcomes, rows: null, bytes: null, cost: null, durations: null }
  // First the window itself: then there is time for what it is compared with.
  if (!isKnown) return none
  const view = await readLedger(insight, asked.tenant, { ...span, nowMs, budgetMs: Math.min(budgetMs, SPARE_MS) })
  if (view.reachedMs !== null) return none
  const sums = { outcomes: noOutcomes(), rows: 0 as Count, bytes: null as Count | null, cost: 0, priced: 0 }
  const durations: number[] = []
  const isWanted = fits(asked)
  view.each((run) => {
    if (!isWanted(run)) return
    sums.outcomes[
      run.status === 'completed' || run.status === 'failed' || run.status === 'cancelled' ? run.status : 'open'
    ]++
    if (run.rows !== null) sums.rows = addCounts(sums.rows, run.rows)
    if (run.bytes !== null) sums.bytes = addCounts(sums.bytes ?? 0, run.bytes)
    for (const one of run.cost) {
      if (one.currency !== currency) continue
      sums.cost += one.amount
      sums.priced++
    }
    if (run.status === 'completed' && run.finishedMs !== null)
      durations.push(Math.max(0, run.finishedMs - run.submittedMs))
  })
  return {
    since: isoOf(span.sinceMs),
    outcomes: outcomes ?? sums.outcomes,
    rows: sums.rows,
    bytes: sums.bytes,
    cost: sums.priced === 0 ? null : sums.cost,
    durations: quantiles(durations),
  }
}
const SPARE_MS = 30

const topErrors = (errors: ReadonlyMap<string, ErrorSums>): ErrorSums[] =>
  [...errors.values()].sort((a, b) => b.count - a.count || b.lastMs - a.lastMs)

function errorItem({ error, count, pipelines, firstMs, lastMs, lastRun }: ErrorSums) {
  const names = [...pipelines].map(([pipeline, failures]) => ({ pipeline, count: failures }))
  names.sort((a, b) => b.count - a.count || (a.pipeline < b.pipeline ? -1 : 1))
  return {
    error,
    count,
    pipelines: names.slice(0, PIPELINES),
    pipeline_count: names.length,
    first_at: isoOf(firstMs),
    last_at: isoOf(lastMs),
    last_run_id: lastRun,
  }
}

/** The pipelines that fail most, take longest, write most and cost most. */
function rankingsOf({ pipelines }: WindowSums, currency: string | null) {
  const all = [...pipelines.values()]
  const top = <T>(make: (one: PipelineSums) => T | null, order: (a: T, b: T) => number): T[] =>
    all
      .flatMap((one) => make(one) ?? [])
      .sort(order)
      .slice(0, ITEMS)
  return {
    failing: top(
      ({ pipeline, outcomes: { completed, failed } }) =>
        failed === 0 ? null : { pipeline, failed, finished: completed + failed },
      (a, b) => b.failed / b.finished - a.failed / a.finished || b.failed - a.failed || byPipeline(a, b),
    ),
    slow: top(
      ({ pipeline, invocationMs }) =>
        invocationMs.length === 0
          ? null
          : { pipeline, p95_ms: rank(rising(invocationMs), 0.95) ?? 0, invocations: invocationMs.length },
      (a, b) => b.p95_ms - a.p95_ms || byPipeline(a, b),
    ),
    rows: top(
      ({ pipeline, rows, outcomes }) => (rows === 0 ? null : { pipeline, rows, runs: runsOf(outcomes) }),
      (a, b) => compareCounts(b.rows, a.rows) || byPipeline(a, b),
    ),
    cost: top(
      ({ pipeline, cost, outcomes }) => {
        const amount = currency === null ? 0 : (cost.get(currency) ?? 0)
        return amount === 0 ? null : { pipeline, amount, runs: runsOf(outcomes) }
      },
      (a, b) => b.amount - a.amount || byPipeline(a, b),
    ),
  }
}

const byPipeline = (a: { pipeline: string }, b: { pipeline: string }): number => (a.pipeline < b.pipeline ? -1 : 1)
