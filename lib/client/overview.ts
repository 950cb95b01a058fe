import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import type { OverviewRange } from '@/lib/url/overview'
import { jsonAs, wireQuery } from './wire-query'

const Glance = z.object({
  run_id: z.string(),
  name: z.string().nullable(),
  status: z.string(),
  submitted_at: z.string(),
  finished_at: z.string().nullable(),
})
export type Glance = z.infer<typeof Glance>
const Live = Glance.extend({ owner: z.string().nullable(), lease: z.string().nullable() })
const Running = Live.extend({ usual_ms: z.number().nullable(), usual_of: z.number(), is_slow: z.boolean() })
export type Running = z.infer<typeof Running>
const Outcomes = z.object({ completed: z.number(), failed: z.number(), cancelled: z.number(), open: z.number() })

const Failing = z.object({
  name: z.string().nullable(),
  completed: z.number(),
  failed: z.number(),
  streak: z.number(),
  first_failed_at: z.string(),
  last_failed_at: z.string(),
  last_failed_run: z.string(),
  last_good: z.object({ run_id: z.string(), at: z.string() }).nullable(),
  error: z.string().nullable(),
})
export type Failing = z.infer<typeof Failing>

const ErrorGroup = z.object({
  error: z.string(),
  count: z.number(),
  names: z.array(z.object({ name: z.string().nullable(), count: z.number() })),
  name_count: z.number(),
  first_at: z.string(),
  last_at: z.string(),
  last_run_id: z.string(),
})
export type ErrorGroup = z.infer<typeof ErrorGroup>

const Overview = z.object({
  at: z.string(),
  since: z.string(),
  range: z.enum(['1h', '24h', '7d']),
  totals: Outcomes,
  reached: z.string().nullable(),
  bucket_ms: z.number(),
  buckets: z.array(Outcomes.extend({ at: z.string() })),
  durations: z.object({ median_ms: z.number(), p95_ms: z.number(), of: z.number() }).nullable(),
  failing: z.array(Failing),
  failing_count: z.number(),
  errors: z.array(ErrorGroup),
  error_count: z.number(),
  failures_read: z.number(),
  failures_reached: z.string().nullable(),
  going: z.object({
    waiting: z.number(),
    pending: z.number(),
    running: z.number(),
    oldest_waiting: Live.nullable(),
    is_cut: z.boolean(),
  }),
  expired: z.array(Live),
  expired_count: z.number(),
  slow: z.array(Running),
  slow_count: z.number(),
  running: z.array(Running),
  /** Live members; null: not told, or the store keeps none. */
  members: z.number().nullable(),
  recent: z.array(Glance),
})
export type Overview = z.infer<typeof Overview>

const OFTEN_MS = 30_000

export const overviewQuery = (range: OverviewRange) => ({
  ...wireQuery<Overview>({
    queryKey: ['insight', 'overview', range],
    path: `/console/insight/overview?range=${range}`,
    read: jsonAs(Overview),
  }),
  refetchInterval: OFTEN_MS,
  placeholderData: keepPreviousData,
})
