import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { isLeaseOver, LIVE_MS } from '@/lib/derive/lease'
import { baselineOf, isSlow } from '@/lib/derive/pipeline-health'
import { briefMs, briefOf, type RunBrief, sharing } from '@/lib/derive/run-brief'
import { keptAnswer } from '../kit/kept'
import { readLedger } from '../kit/run-ledger'
import { defineQuery } from '../kit/use-case'
import { isoOf } from './internal-window'

const AGE_MS = 1_000
const SHOWN = 8
/** Counting what waits and runs stops there. */
const CAP = 10_000
/** Of what has been going on longest, so many are held against what is usual. */
const LONGEST = 200
const LAPSED = 50
const SHARDS = 2_000
/** Durations that make up what is usual. */
const USUAL_OF = 50
const HORIZON_MS = 7 * 86_400_000
/** Where nothing says what is usual, a day is long. */
const LONG_MS = 86_400_000

/** What runs and waits now, whatever the window, and which of it is in trouble. */
export const goingOn = defineQuery({
  label: 'overview',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string().optional() }),
  needs: ['insight', 'leases', 'health'],
  run({ insight, leases, health }, { tenant }, { now, principal }) {
    const at = now()
    const nowMs = Date.parse(at)
    // How many engines there are is nothing for somebody else's customers.
    const seesMembers = principal.tenant === null
    return keptAnswer(insight, ['going on', tenant, seesMembers], { nowMs, maxAgeMs: AGE_MS }, async () => {
      const usual = await usualOf(insight, tenant, nowMs)
      const [counts, running, longest, waiting, lapsed] = await Promise.all([
        insight.countByStatus(CAP, { tenant }),
        newest(insight, tenant),
        oldest(insight, tenant, ['running', 'sharded'], LONGEST),
        oldest(insight, tenant, ['queued', 'pending'], 1),
        health.clustered ? lapsedRuns(insight, tenant, at) : [],
      ])
      const count = (status: string) => counts.find((one) => one.status === status)?.count ?? 0
      const isCapped = counts.some(({ status, capped }) => capped && LIVE.has(status))
      return {
        at: isoOf(nowMs),
        queued: count('queued'),
        pending: count('pending'),
        running: count('running'),
        sharded: count('sharded'),
        is_capped: isCapped,
        /** There is a run at all. */
        has_runs: counts.some((one) => one.count > 0),
        oldest_waiting: waiting[0] === undefined ? null : named(waiting[0]),
        shown: await Promise.all(running.map((run) => shown(insight, run, usual))),
        slow: longest.flatMap((row) => slow(row, usual, nowMs) ?? []),
        lapsed: lapsed.map((row) => ({ ...named(row), lease: row.columns['lease_expires_at'] ?? null })),
        is_lapsed_cut: lapsed.length >= LAPSED,
        members: seesMembers ? await liveMembers(leases) : null,
      }
    })
  },
})

const LIVE = new Set(['queued', 'pending', 'running', 'sharded'])

interface Usual {
  /** By pipeline, what its newest completed runs took. */
  durations: Map<string, number[]>
  /** By id, as far as they are known: the pipeline of a run is not among its columns. */
  runs: Map<string, RunBrief>
}

/** What is known already is enough: nothing is read for it. */
async function usualOf(insight: Deps['insight'], tenant: string | undefined, nowMs: number): Promise<Usual> {
  const span = { sinceMs: nowMs - HORIZON_MS, untilMs: nowMs, nowMs, budgetMs: 0 }
  const usual: Usual = { durations: new Map(), runs: new Map() }
  const view = await readLedger(insight, tenant, span)
  view.each((run) => {
    if (LIVE.has(run.status)) usual.runs.set(run.run_id, run)
    const ms = run.status === 'completed' ? briefMs(run) : null
    if (ms === null) return
    const known = usual.durations.get(run.pipeline)
    if (known === undefined) usual.durations.set(run.pipeline, [ms])
    else if (known.length < USUAL_OF) known.push(ms)
  })
  return usual
}

const usualFor = ({ durations }: Usual, pipeline: string) =>
  pipeline === '' ? null : baselineOf(durations.get(pipeline) ?? [])

async function newest(insight: Deps['insight'], tenant: string | undefined): Promise<RunBrief[]> {
  const search = { status: ['running', 'sharded'], ...(tenant !== undefined && { tenant }) }
  const { rows } = await insight.searchRuns(search, { want: SHOWN, look: CAP })
  const share = sharing()
  return rows.map((row) => briefOf(row, share))
}

/** By the index of the status; for one tenant its own are picked out of a bounded number. */
async function oldest(
  insight: Deps['insight'],
  tenant: string | undefined,
  statuses: string[],
  limit: number,
): Promise<Stored<RunRecord>[]> {
  if (tenant === undefined) return insight.oldestRuns(statuses, limit)
  const { sum } = await insight.foldRuns({ status: statuses, tenant }, CAP, {
    start: () => [] as Stored<RunRecord>[],
    add: (rows, row) => void rows.push(row),
    bodies: false,
  })
  return sum.reverse().slice(0, limit)
}

async function lapsedRuns(insight: Deps['insight'], tenant: string | undefined, at: Timestamp) {
  if (tenant === undefined) return insight.lapsedRuns(at, LAPSED)
  const { sum } = await insight.foldRuns({ status: ['running', 'queued'], tenant }, CAP, {
    start: () => [] as Stored<RunRecord>[],
    add(rows, row) {
      if (isLeaseOver(row.columns['lease_expires_at'] ?? null, at) && rows.length < LAPSED) rows.push(row)
    },
    bodies: false,
  })
  return sum
}

const named = ({ columns }: Stored<RunRecord>) => ({
  run_id: columns['run_id'] ?? '',
  name: columns['name']?.trim() ? (columns['name'] ?? null) : null,
  status: columns['status'] ?? '',
  at: columns['submitted_at'] ?? '',
})

async function shown(insight: Deps['insight'], run: RunBrief, usual: Usual) {
  const known = usualFor(usual, run.pipeline)
  return {
    run_id: run.run_id,
    name: run.name,
    pipeline: run.pipeline,
    status: run.status,
    at: isoOf(run.submittedMs),
    rows: run.rows,
    pool: run.pool,
    usual_ms: known?.ms ?? null,
    usual_of: known?.of ?? 0,
    shards: run.status === 'sharded' ? await shardCounts(insight, run.run_id) : null,
  }
}

async function shardCounts(insight: Deps['insight'], runId: string): Promise<Record<string, number> | null> {
  try {
    const counts: Record<string, number> = {}
    for (const { status } of await insight.shardRows(runId, SHARDS)) counts[status] = (counts[status] ?? 0) + 1
    return counts
  } catch (error) {
    if (isHistoryError(error) && error.kind === 'missing') return null
    throw error
  }
}

/** One that takes plainly longer than its pipeline does, or a day where nothing says what is usual. */
function slow(row: Stored<RunRecord>, usual: Usual, nowMs: number) {
  const run = named(row)
  const ms = nowMs - Date.parse(run.at)
  const known = usualFor(usual, usual.runs.get(run.run_id)?.pipeline ?? run.name ?? '')
  if (known === null ? ms < LONG_MS : !isSlow(ms, known.ms)) return null
  return { ...run, usual_ms: known?.ms ?? null, usual_of: known?.of ?? 0 }
}

async function liveMembers(leases: Deps['leases']) {
  try {
    const live = await leases.liveInstances(LIVE_MS)
    return {
      live: live.length,
      slots: live.reduce((sum, { max_concurrent }) => sum + max_concurrent, 0),
      busy: live.reduce((sum, { in_flight }) => sum + in_flight, 0),
    }
  } catch (error) {
    if (isHistoryError(error) && error.kind === 'missing') return null
    throw error
  }
}
