import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { type OverviewFilter, overviewParams, overviewSearch } from '@/lib/url/overview'
import { PlainCount, plainAs } from './plain'
import { wireQuery } from './wire-query'

const Outcomes = z.object({ completed: z.number(), failed: z.number(), cancelled: z.number(), open: z.number() })
export type Outcomes = z.infer<typeof Outcomes>
const Quantiles = z.object({ median_ms: z.number(), p95_ms: z.number(), of: z.number() })
const RunAt = z.object({ run_id: z.string(), at: z.string() })

const Bucket = z.object({
  at: z.string(),
  until: z.string(),
  /** Null: not counted in time. The others: not known yet, or there is none. */
  outcomes: Outcomes.nullable(),
  rows: PlainCount.nullable(),
  bytes: PlainCount.nullable(),
  cost: z.number().nullable(),
  held_back: z.number().nullable(),
})
export type Bucket = z.infer<typeof Bucket>

const ErrorGroup = z.object({
  error: z.string(),
  count: z.number(),
  pipelines: z.array(z.object({ pipeline: z.string(), count: z.number() })),
  pipeline_count: z.number(),
  first_at: z.string(),
  last_at: z.string(),
  last_run_id: z.string(),
})
export type ErrorGroup = z.infer<typeof ErrorGroup>

const Report = z.object({
  at: z.string(),
  since: z.string(),
  until: z.string(),
  is_now: z.boolean(),
  step_ms: z.number(),
  outcomes: Outcomes,
  is_count_cut: z.boolean(),
  reached: z.string().nullable(),
  is_full: z.boolean(),
  known: z.number(),
  unreadable: z.number(),
  buckets: z.array(Bucket),
  rows: PlainCount,
  bytes: PlainCount.nullable(),
  cost: z
    .object({ currency: z.string(), amount: z.number(), runs: z.number(), others: z.array(z.string()) })
    .nullable(),
  durations: Quantiles.nullable(),
  before: z.object({
    since: z.string(),
    outcomes: Outcomes.nullable(),
    rows: PlainCount.nullable(),
    bytes: PlainCount.nullable(),
    cost: z.number().nullable(),
    durations: Quantiles.nullable(),
  }),
  recent: z.array(
    z.object({
      run_id: z.string(),
      name: z.string().nullable(),
      pipeline: z.string(),
      status: z.string(),
      at: z.string(),
    }),
  ),
  errors: z.array(ErrorGroup),
  error_count: z.number(),
  failures: z.number(),
  rankings: z.object({
    failing: z.array(z.object({ pipeline: z.string(), failed: z.number(), finished: z.number() })),
    slow: z.array(z.object({ pipeline: z.string(), p95_ms: z.number(), invocations: z.number() })),
    rows: z.array(z.object({ pipeline: z.string(), rows: PlainCount, runs: z.number() })),
    cost: z.array(z.object({ pipeline: z.string(), amount: z.number(), runs: z.number() })),
  }),
  pipelines: z.number(),
  governance: z.object({
    batches: z.object({
      committed: z.number(),
      dlq_partial: z.number(),
      dlq_all: z.number(),
      failed: z.number(),
    }),
    totals: z.record(z.string(), z.number()).nullable(),
    recorded: z.number(),
    unrecorded: z.number(),
  }),
})
export type Report = z.infer<typeof Report>

const cut = <S extends z.ZodType>(item: S) => z.object({ count: z.number(), items: z.array(item) })

const Failing = z.object({
  pipeline: z.string(),
  streak: z.number(),
  has_worked: z.boolean(),
  failed: z.number(),
  finished: z.number(),
  first_failed: RunAt,
  last_failed: RunAt,
  last_good: RunAt.nullable(),
  error: z.string().nullable(),
})
export type Failing = z.infer<typeof Failing>

const Attention = z.object({
  at: z.string(),
  since: z.string(),
  reached: z.string().nullable(),
  is_full: z.boolean(),
  failing: cut(Failing),
  late: cut(
    z.object({
      pipeline: z.string(),
      gap_ms: z.number(),
      gaps: z.number(),
      expected_at: z.string(),
      over_ms: z.number(),
      last_run: RunAt,
    }),
  ),
  slowed: cut(
    z.object({
      pipeline: z.string(),
      ms: z.number(),
      usual_ms: z.number(),
      runs: z.number(),
      since: z.string(),
      last_run: RunAt,
    }),
  ),
  dead_letters: cut(z.object({ pipeline: z.string(), partly: z.number(), wholly: z.number(), last_run: RunAt })),
  behind: cut(
    z.object({
      pipeline: z.string(),
      lag_secs: z.number(),
      from_secs: z.number(),
      runs: z.number(),
      last_run: RunAt,
    }),
  ),
})
export type Attention = z.infer<typeof Attention>

const Named = z.object({ run_id: z.string(), name: z.string().nullable(), status: z.string(), at: z.string() })
const Usual = { usual_ms: z.number().nullable(), usual_of: z.number() }

const Running = Named.extend({
  pipeline: z.string(),
  rows: PlainCount.nullable(),
  pool: z.string().nullable(),
  shards: z.record(z.string(), z.number()).nullable(),
  ...Usual,
})
export type Running = z.infer<typeof Running>

const GoingOn = z.object({
  at: z.string(),
  queued: z.number(),
  pending: z.number(),
  running: z.number(),
  sharded: z.number(),
  is_capped: z.boolean(),
  has_runs: z.boolean(),
  oldest_waiting: Named.nullable(),
  shown: z.array(Running),
  slow: z.array(Named.extend(Usual)),
  lapsed: z.array(Named.extend({ lease: z.string().nullable() })),
  is_lapsed_cut: z.boolean(),
  /** Null: nothing for this viewer, or the store keeps none. */
  members: z.object({ live: z.number(), slots: z.number(), busy: z.number() }).nullable(),
})
export type GoingOn = z.infer<typeof GoingOn>

/** Null: not for this viewer, or not in this store. */
const section = <S extends z.ZodType>(value: S) =>
  z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), value }), z.object({ ok: z.literal(false) })]).nullable()
const group = <S extends z.ZodType>(item: S) =>
  z.object({ count: z.number(), more: z.boolean(), items: z.array(item) }).optional()

const Change = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  requester: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  approvals: z.number(),
  required_approvals: z.number(),
  reason: z.string().nullable(),
})

const HomeState = z.object({
  at: z.string(),
  waiting: section(
    z.object({
      pending_changes: group(
        z.object({
          id: z.string(),
          kind: z.string(),
          requester: z.string(),
          created_at: z.string(),
          expires_at: z.string(),
        }),
      ),
      failing_templates: group(
        z.object({ id: z.string(), version: z.number(), recorded_at: z.string(), failed_cases: z.number() }),
      ),
      connections_needing_reauth: group(
        z.object({ tenant: z.string(), name: z.string(), reason: z.string().optional() }),
      ),
    }),
  ),
  changes: section(z.array(Change).nullable()),
  tenants: section(
    z.object({ count: z.number(), items: z.array(z.object({ id: z.string(), at: z.string() })) }).nullable(),
  ),
  freshness: section(
    z
      .object({
        datasets: z.number(),
        is_capped: z.boolean(),
        stale: z.number(),
        stalest: z.array(
          z.object({ id: z.string(), uri: z.string(), pipeline: z.string().nullable(), at: z.string() }),
        ),
        changed: z.number(),
        is_changed_cut: z.boolean(),
        changes: z.array(z.object({ id: z.string(), version: z.number(), at: z.string() })),
      })
      .nullable(),
  ),
  activity: section(
    z
      .array(
        z.object({
          id: z.string(),
          at: z.string(),
          principal: z.string(),
          action: z.string(),
          run_id: z.string().nullable(),
          target: z.string().nullable(),
        }),
      )
      .nullable(),
  ),
  templates: section(z.object({ templates: z.number(), launched: z.number(), deprecated: z.number() }).nullable()),
  store: section(
    z.object({ kind: z.string(), degraded_since: z.string().nullable(), read_only: z.string().nullable() }),
  ),
  engine: z.string().nullable(),
})
export type HomeState = z.infer<typeof HomeState>

const OFTEN_MS = 30_000
const SLOW_MS = 60_000
/** While an answer is not complete, the next one reads on: what was read stays read. */
const ON_MS = 1_500
const PATIENCE = 'wait_ms=400'

interface Growing {
  reached: string | null
  is_full: boolean
}
const growing = (query: { state: { data: Growing | undefined } }): number => {
  const data = query.state.data
  return data !== undefined && data.reached !== null && !data.is_full ? ON_MS : OFTEN_MS
}

const withParams = (path: string, params: Record<string, string>): string => {
  const text = new URLSearchParams(params).toString()
  return text === '' ? path : `${path}?${text}`
}
const tenantOf = ({ tenant }: Pick<OverviewFilter, 'tenant'>): Record<string, string> =>
  tenant === undefined ? {} : { tenant }

export const reportInput = (filter: OverviewFilter, zone: string): Record<string, string> => ({
  ...overviewParams(filter),
  zone,
})

export const reportQuery = (filter: OverviewFilter, zone: string) => ({
  ...wireQuery<Report>({
    queryKey: ['insight', 'overview', 'report', overviewSearch(filter), zone],
    path: `${withParams('/console/insight/overview', reportInput(filter, zone))}&${PATIENCE}`,
    read: plainAs(Report),
  }),
  refetchInterval: growing,
  placeholderData: keepPreviousData,
})

export const attentionQuery = (filter: Pick<OverviewFilter, 'tenant'>) => ({
  ...wireQuery<Attention>({
    queryKey: ['insight', 'overview', 'attention', filter.tenant ?? ''],
    path: withParams('/console/insight/overview/attention', { ...tenantOf(filter), wait_ms: '400' }),
    read: plainAs(Attention),
  }),
  refetchInterval: growing,
})

export const goingOnQuery = (filter: Pick<OverviewFilter, 'tenant'>) => ({
  ...wireQuery<GoingOn>({
    queryKey: ['insight', 'overview', 'now', filter.tenant ?? ''],
    path: withParams('/console/insight/overview/now', tenantOf(filter)),
    read: plainAs(GoingOn),
  }),
  refetchInterval: OFTEN_MS,
})

export const homeStateQuery = (filter: Pick<OverviewFilter, 'tenant'>) => ({
  ...wireQuery<HomeState>({
    queryKey: ['insight', 'overview', 'state', filter.tenant ?? ''],
    path: withParams('/console/insight/overview/state', tenantOf(filter)),
    read: plainAs(HomeState),
  }),
  refetchInterval: SLOW_MS,
})
