import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import type { WindowCount } from '@/lib/contract/ports/insight-windows'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { RUN_STATUSES, type RunSearch } from '@/lib/contract/records/runs'
import { bucketOf, bucketsIn, type TimeBuckets } from '@/lib/derive/time-buckets'
import { defineQuery } from '../kit/use-case'
import { RunQuestion, searchOf } from './internal-search'

/** What a list without a beginning is drawn of: further back there may be years. */
const USUAL_MS = 7 * 86_400_000
/** How long counting may take, and at how many runs it looks where no index counts them. */
const LOOK = { ms: 150, look: 500_000 }

/** How many of a stretch ended how; `open` are not over. */
export interface StretchCount {
  completed: number
  failed: number
  cancelled: number
  open: number
}

export interface CountsOverTime {
  /** Rising milliseconds since the epoch: stretch i begins with `edges[i]` and ends before `edges[i + 1]`. */
  edges: readonly number[]
  step_ms: number
  /** Null: there was no time to count it. */
  counts: (StretchCount | null)[]
  /** The list itself begins earlier than this. */
  is_cut: boolean
}

/** The runs of a list by when they were submitted and how they ended: what its chart shows. */
export const countOverTime = defineQuery({
  label: 'run.list',
  permission: 'run_read',
  scope: 'tenant',
  input: RunQuestion.extend({
    /** Whose clock days begin by: an IANA name. */
    zone: z.string().max(64).default('UTC'),
  }),
  needs: ['insight', 'audit', 'store'],
  async run(deps, { zone, ...asked }, { principal, now }): Promise<CountsOverTime> {
    const { search } = await searchOf(deps, asked, principal.name)
    // A run that is submitted now is in it, whatever the clocks of others show.
    const untilMs = search.until === undefined ? Date.parse(now()) + 1 : Date.parse(search.until) + 1
    const sinceMs = search.since === undefined ? untilMs - USUAL_MS : Math.min(Date.parse(search.since), untilMs - 1)
    const buckets = bucketsIn(sinceMs, untilMs, zone)
    const isPlain = search.name === undefined && search.tenant === undefined && search.clauses.length === 0
    return {
      edges: buckets.edges,
      step_ms: buckets.stepMs,
      counts: isPlain
        ? await byIndex(deps.insight, buckets, search.status)
        : await oneByOne(deps.insight, { ...search, since: instantAt(sinceMs) }, buckets),
      is_cut: search.since === undefined,
    }
  },
})

async function byIndex(
  insight: Deps['insight'],
  { edges }: TimeBuckets,
  statuses: readonly string[],
): Promise<(StretchCount | null)[]> {
  const counts = await insight.countWindows(edges.map(instantAt), LOOK.ms)
  const isAsked = (status: string) => statuses.length === 0 || statuses.includes(status)
  return counts.map((count) => count && ofStatuses(count, isAsked))
}

function ofStatuses(count: WindowCount, isAsked: (status: string) => boolean): StretchCount {
  const sum = nothing()
  for (const status of [...RUN_STATUSES, 'other'] as const) if (isAsked(status)) sum[partOf(status)] += count[status]
  return sum
}

async function oneByOne(
  insight: Deps['insight'],
  search: RunSearch,
  buckets: TimeBuckets,
): Promise<(StretchCount | null)[]> {
  const { sum, next, reached } = await insight.foldRuns(search, LOOK, {
    start: () => buckets.edges.slice(1).map(nothing),
    add(counts, { columns }) {
      const count = counts[bucketOf(buckets, Date.parse(columns['submitted_at'] ?? '')) ?? -1]
      if (count !== undefined) count[partOf(columns['status'] ?? '')]++
    },
    bodies: false,
  })
  if (next === null || reached === null) return sum
  // The stretch in which it stopped is not whole either.
  const whole = bucketOf(buckets, Date.parse(reached)) ?? 0
  return sum.map((count, at) => (at > whole ? count : null))
}

const nothing = (): StretchCount => ({ completed: 0, failed: 0, cancelled: 0, open: 0 })
const partOf = (status: string): keyof StretchCount =>
  status === 'completed' || status === 'failed' || status === 'cancelled' ? status : 'open'
const instantAt = (ms: number): Timestamp => new Date(ms).toISOString() as Timestamp
