import 'server-only'
import type { Deps } from '@/lib/contract/deps'
import { processWide, statements } from '@/lib/contract/process-wide'
import { isDue } from '@/lib/derive/change-flow'
import { templateOf } from './route-template'

/** How long requests of one kind took: counted in buckets that each are a twentieth wider than the one before. */
interface Durations {
  count: number
  sum: number
  least: number
  most: number
  buckets: Map<number, number>
}
interface Numbers {
  requests: Map<string, number>
  durations: Map<string, Durations>
  idempotencyHits: number
}

const numbers = processWide(
  'metrics',
  (): Numbers => ({ requests: new Map(), durations: new Map(), idempotencyHits: 0 }),
)

/** A request was answered. Paths are templates, so there are only so many kinds. */
export function countRequest(method: string, pathname: string, status: number, seconds: number): void {
  const path = templateOf(pathname)
  const request = `method="${method}",path="${path}"`
  add(numbers.requests, `${request},status="${status}"`)
  const known = numbers.durations.get(request) ?? {
    count: 0,
    sum: 0,
    least: seconds,
    most: seconds,
    buckets: new Map<number, number>(),
  }
  numbers.durations.set(request, known)
  known.count++
  known.sum += seconds
  known.least = Math.min(known.least, seconds)
  known.most = Math.max(known.most, seconds)
  add(known.buckets, bucketOf(seconds))
}

/** A submission repeated one that was accepted before. */
export function countIdempotencyHit(): void {
  numbers.idempotencyHits++
}

const add = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

const WIDER = Math.log(1.05)
const SHORTEST = 1e-6
const bucketOf = (seconds: number): number => Math.ceil(Math.log(Math.max(seconds, SHORTEST)) / WIDER)
const QUANTILES = [0.5, 0.9, 0.95, 0.99, 0.999]

/** The upper end of the bucket that the quantile falls into, but no more than the longest. */
function quantile({ count, most, buckets }: Durations, share: number): number {
  let seen = 0
  for (const [bucket, requests] of [...buckets].sort(([a], [b]) => a - b)) {
    seen += requests
    if (seen >= share * count) return Math.min(most, Math.exp(bucket * WIDER))
  }
  return most
}

/** A member counts as live for three of its beats. */
const LIVE_MS = 30_000
const MOST_PENDING = 10_000

/**
 * Numbers of this process, and what the store says now, in Prometheus' text format under the engine's names. Runs are left
 * to engines: two who count the same would double it.
 */
export async function metricsText(
  deps: Deps,
  now: () => Parameters<typeof isDue>[1],
  viewers: number,
): Promise<string> {
  const [instances, pending] = await Promise.all([
    orNothing(async () => (await deps.leases.liveInstances(LIVE_MS)).length),
    orNothing(() => pendingChanges(deps, now)),
  ])
  return [
    ...family('requests_total', 'counter', 'Requests answered', [...numbers.requests].map(labelled)),
    ...family('request_duration_seconds', 'summary', 'Time to answer', durationLines()),
    ...family('idempotency_hits_total', 'counter', 'Submissions that repeated an earlier one', [
      ` ${numbers.idempotencyHits}`,
    ]),
    ...family('store_statements_total', 'counter', 'Statements sent to the database', [` ${statements.sent}`]),
    ...family('viewers', 'gauge', 'Pages that listen for changes', [` ${viewers}`]),
    ...family('history_degraded', 'gauge', '1 while memory answers for the store', [
      ` ${Number(deps.health.degraded())}`,
    ]),
    ...(instances === null ? [] : family('cluster_instances', 'gauge', 'Live cluster members', [` ${instances}`])),
    ...(pending === null ? [] : family('changes_pending', 'gauge', 'Change requests that wait', [` ${pending}`])),
    '',
  ].join('\n')
}

const family = (name: string, type: string, help: string, lines: readonly string[]): string[] => [
  `# HELP faucet_serve_${name} ${help}`,
  `# TYPE faucet_serve_${name} ${type}`,
  ...lines.map((line) => `faucet_serve_${name}${line}`),
]

const labelled = ([labels, value]: [string, number]): string => `{${labels}} ${value}`

function durationLines(): string[] {
  return [...numbers.durations].flatMap(([labels, durations]) => [
    `{${labels},quantile="0"} ${durations.least}`,
    ...QUANTILES.map((share) => `{${labels},quantile="${share}"} ${quantile(durations, share)}`),
    `{${labels},quantile="1"} ${durations.most}`,
    `_sum{${labels}} ${durations.sum}`,
    `_count{${labels}} ${durations.count}`,
  ])
}

async function pendingChanges(
  { changes }: Pick<Deps, 'changes'>,
  now: () => Parameters<typeof isDue>[1],
): Promise<number> {
  const rows = await changes.list({ status: 'pending', limit: MOST_PENDING })
  return rows.filter((row) => {
    const read = row.read()
    return !(read.ok && isDue(read.record, now()))
  }).length
}

/** A number that the store cannot tell now is left out: zero would be a claim. */
async function orNothing(ask: () => Promise<number>): Promise<number | null> {
  try {
    return await ask()
  } catch {
    return null
  }
}
