import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import type { WindowCount } from '@/lib/contract/ports/insight-windows'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { type AskedWindow, isWindowRange, readAsked, type WindowRange } from '@/lib/derive/asked-window'
import type { Outcomes } from '@/lib/derive/pipeline-sums'
import type { RunBrief } from '@/lib/derive/run-brief'
import { AppError } from '../kit/app-error'
import { Labels } from '../kit/run-page'

/** Which runs an overview is of, and how long it may read what it does not know yet. */
export const Asked = z.object({
  range: z.custom<WindowRange>(isWindowRange, { error: 'not one of 1h, 24h, 7d, 30d' }).optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  /** Whose clock days begin by: an IANA name. */
  zone: z.string().max(64).default('UTC'),
  pipeline: z.string().optional(),
  pool: z.string().optional(),
  tenant: z.string().optional(),
  labels: Labels.default([]),
  wait_ms: z.number().int().min(0).max(1_000).default(60),
})
export type Asked = z.output<typeof Asked>

export function windowOf(asked: AskedWindow, now: Timestamp): { sinceMs: number; untilMs: number } {
  const read = readAsked(asked, now)
  if (!read.ok) throw new AppError('bad_config', read.message)
  return read
}

/** Does the filter leave runs out that columns alone cannot tell? */
export const isNarrowed = ({ pipeline, pool, labels }: Asked): boolean =>
  pipeline !== undefined || pool !== undefined || labels.length > 0

export const fits =
  ({ pipeline, pool, labels }: Asked) =>
  (run: RunBrief): boolean =>
    (pipeline === undefined || run.pipeline === pipeline) &&
    (pool === undefined || (run.pool ?? 'default') === pool) &&
    labels.every(({ key, value }) => key in run.labels && (value === undefined || run.labels[key] === value))

/** What indexes count, in the four outcomes that people tell apart; null: not counted in time. */
export async function countedOutcomes(
  insight: Deps['insight'],
  edges: readonly number[],
  budgetMs: number,
): Promise<(Outcomes | null)[]> {
  const counts = await insight.countWindows(
    edges.map((ms) => new Date(ms).toISOString() as Timestamp),
    budgetMs,
  )
  return counts.map((count) => (count === null ? null : outcomesOf(count)))
}

const outcomesOf = ({ completed, failed, cancelled, queued, pending, running, sharded, other }: WindowCount) => ({
  completed,
  failed,
  cancelled,
  open: queued + pending + running + sharded + other,
})

export const addOutcomes = (a: Outcomes, b: Outcomes): Outcomes => ({
  completed: a.completed + b.completed,
  failed: a.failed + b.failed,
  cancelled: a.cancelled + b.cancelled,
  open: a.open + b.open,
})

export const isoOf = (ms: number): string => new Date(ms).toISOString()
