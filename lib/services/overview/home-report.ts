import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { type ErrorGroup, type Failure, groupErrors } from '@/lib/derive/error-groups'
import { addHealth, durationsOf, failingNow, type HealthSums, isSlow, noHealth, usualOf } from '@/lib/derive/health'
import { isLeaseOver, LIVE_MS } from '@/lib/derive/lease'
import { glanceError, glanceOf } from '@/lib/derive/run-glance'
import { bucketsOf } from '@/lib/derive/series'
import { defineQuery } from '../kit/use-case'

export const RANGES = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const

/** Runs of a window that are counted, by their columns alone. */
const LOOK = 25_000
/** Failures whose errors are read. */
const FAILURES = 500
const LIVE = 1_000
const ITEMS = 10

/** What happened lately and what needs somebody: every number from rows that were looked at, and how far that was. */
export const homeReport = defineQuery({
  label: 'overview',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ range: z.enum(['1h', '24h', '7d']).default('24h'), tenant: z.string().optional() }),
  needs: ['insight', 'leases', 'health'],
  async run({ insight, leases, health }, { range, tenant }, { now, principal }) {
    const at = now()
    const untilMs = Date.parse(at)
    const sinceMs = untilMs - RANGES[range]
    const since = `${new Date(sinceMs).toISOString().slice(0, 19)}Z` as Timestamp
    const own = tenant === undefined ? {} : { tenant }
    const buckets = bucketsOf(sinceMs, untilMs)
    const window = await insight.foldRuns({ ...own, status: [], since }, LOOK, {
      start: () => noHealth(buckets),
      add: (sums, row) => addHealth(sums, glanceOf(row.columns), buckets),
      bodies: false,
    })
    const [failures, going, members] = await Promise.all([
      readFailures(insight, { ...own, status: ['failed'], since }),
      goingOn(
        insight,
        { ...own, status: ['queued', 'pending', 'running', 'sharded'] },
        {
          sums: window.sum,
          at,
          hasLeases: health.clustered,
        },
      ),
      // How many engines there are is nothing for somebody else's customers.
      principal.tenant === null ? liveMembers(leases) : null,
    ])
    const { sum } = window
    const failing = failingNow(sum)
    const errors = groupErrors(failures.sum)
    const errorOf = new Map(failures.sum.map(({ run_id, error }) => [run_id, error]))
    return {
      at,
      since,
      range,
      totals: sum.totals,
      /** Null: all of the window was looked at. */
      reached: window.next === null ? null : window.reached,
      bucket_ms: buckets.stepMs,
      buckets: sum.buckets.map((outcomes, index) => ({
        at: new Date(buckets.firstMs + index * buckets.stepMs).toISOString(),
        ...outcomes,
      })),
      durations: durationsOf(sum),
      failing: failing.slice(0, ITEMS).map((one) => ({ ...one, error: errorOf.get(one.last_failed_run) ?? null })),
      failing_count: failing.length,
      errors: errors.slice(0, ITEMS).map(shortGroup),
      error_count: errors.length,
      failures_read: failures.sum.length,
      failures_reached: failures.next === null ? null : failures.reached,
      ...going,
      members,
      recent: sum.recent,
    }
  },
})

const NAMES = 3
const shortGroup = ({ names, ...group }: ErrorGroup) => ({
  ...group,
  names: names.slice(0, NAMES),
  name_count: names.length,
})

const readFailures = (insight: Deps['insight'], search: RunSearch) =>
  insight.foldRuns(search, FAILURES, {
    start: () => [] as Failure[],
    add(failures, row) {
      const { run_id, name, submitted_at } = glanceOf(row.columns)
      failures.push({ run_id, name, at: submitted_at, error: glanceError(row.text) ?? 'no error was recorded' })
    },
    bodies: true,
  })

/** What waits and what runs now, whatever the window, and which of it is in trouble. */
async function goingOn(
  insight: Deps['insight'],
  search: RunSearch,
  { sums, at, hasLeases }: { sums: HealthSums; at: Timestamp; hasLeases: boolean },
) {
  const nowMs = Date.parse(at)
  const { sum, next } = await insight.foldRuns(search, LIVE, {
    start: () => ({
      waiting: 0,
      pending: 0,
      running: 0,
      oldest_waiting: null as ReturnType<typeof live> | null,
      expired: [] as ReturnType<typeof live>[],
      runs: [] as (ReturnType<typeof live> & { usual_ms: number | null; usual_of: number; is_slow: boolean })[],
    }),
    add(going, row) {
      const run = live(row)
      const isWaiting = run.status === 'queued' || run.status === 'pending'
      if (hasLeases && (run.status === 'running' || run.status === 'queued') && isLeaseOver(run.lease, at)) {
        going.expired.push(run)
      }
      if (isWaiting) {
        going.waiting++
        if (run.status === 'pending') going.pending++
        going.oldest_waiting = run
        return
      }
      going.running++
      const usual = usualOf(sums, run.name)
      const ms = nowMs - Date.parse(run.submitted_at)
      going.runs.push({
        ...run,
        usual_ms: usual?.ms ?? null,
        usual_of: usual?.of ?? 0,
        is_slow: usual !== null && isSlow(ms, usual.ms),
      })
    },
    bodies: false,
  })
  const slow = sum.runs.filter(({ is_slow }) => is_slow)
  const { runs, expired, ...counts } = sum
  return {
    going: { ...counts, is_cut: next !== null },
    expired: expired.slice(0, ITEMS),
    expired_count: expired.length,
    slow: slow.toSorted((a, b) => (a.submitted_at < b.submitted_at ? -1 : 1)).slice(0, ITEMS),
    slow_count: slow.length,
    running: runs.slice(0, ITEMS),
  }
}

const live = ({ columns }: Stored<RunRecord>) => ({
  ...glanceOf(columns),
  owner: columns['owner'] ?? null,
  lease: columns['lease_expires_at'] ?? null,
})

async function liveMembers(leases: Deps['leases']): Promise<number | null> {
  try {
    return (await leases.liveInstances(LIVE_MS)).length
  } catch (error) {
    if (isHistoryError(error) && error.kind === 'missing') return null
    throw error
  }
}
