import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { pathToPipelineApi } from '@/lib/url/paths'
import { type PipelineFilter, pipelineParams, pipelineSearch } from '@/lib/url/pipelines'
import { searchText } from '@/lib/url/search'
import { PlainCount, plainAs } from './plain'
import { wireQuery } from './wire-query'

const State = z.enum(['failing', 'late', 'slow', 'running', 'ok', 'quiet'])
export type PipelineState = z.infer<typeof State>
const Outcomes = z.object({ completed: z.number(), failed: z.number(), cancelled: z.number(), open: z.number() })
const RunAt = z.object({ run_id: z.string(), at: z.string() })
const Usual = z.object({ ms: z.number(), low_ms: z.number(), high_ms: z.number(), of: z.number() })
export type Usual = z.infer<typeof Usual>
const Cost = z.array(z.object({ currency: z.string(), amount: z.number() }))
const expected = {
  gap_ms: z.number().nullable(),
  expected_at: z.string().nullable(),
  late_at: z.string().nullable(),
  over_ms: z.number().nullable(),
}

const Pipeline = z.object({
  pipeline: z.string(),
  state: State,
  outcomes: Outcomes,
  streak: z.number(),
  recent: z.array(RunAt.extend({ status: z.string(), ms: z.number().nullable() })),
  last_good: RunAt.nullable(),
  error: z.string().nullable(),
  ...expected,
  usual: Usual.nullable(),
  p95_ms: z.number().nullable(),
  rows: PlainCount,
  bytes: PlainCount.nullable(),
  last_rows: PlainCount.nullable(),
  rows_per_sec: z.number().nullable(),
  cost: Cost,
  tenants: z.array(z.string()),
  templates: z.array(z.string()),
  triggers: z.array(z.string()),
  datasets: z.object({ in: z.number(), out: z.number() }).nullable(),
  owners: z.array(z.string()),
})
export type Pipeline = z.infer<typeof Pipeline>

const PipelineList = z.object({
  at: z.string(),
  since: z.string(),
  range: z.enum(['24h', '7d', '30d']),
  reached: z.string().nullable(),
  is_full: z.boolean(),
  runs: z.number(),
  unnamed: z.number(),
  unreadable: z.number(),
  total: z.number(),
  count: z.number(),
  page: z.number(),
  pages: z.number(),
  states: z.record(State, z.number()),
  templates: z.array(z.string()),
  triggers: z.array(z.string()),
  pipelines: z.array(Pipeline),
})
export type PipelineList = z.infer<typeof PipelineList>

const PipelineRun = RunAt.extend({
  name: z.string().nullable(),
  status: z.string(),
  ms: z.number().nullable(),
  waited_ms: z.number().nullable(),
  rows: PlainCount.nullable(),
  bytes: PlainCount.nullable(),
  cost: Cost,
  lag_secs: z.number().nullable(),
})
export type PipelineRun = z.infer<typeof PipelineRun>

const Named = z.array(z.object({ name: z.string(), count: z.number() }))
const PipelineDetail = z.object({
  at: z.string(),
  pipeline: z.string(),
  runs: z.array(PipelineRun),
  has_more: z.boolean(),
  reached: z.string().nullable(),
  unreadable: z.number(),
  state: State,
  outcomes: Outcomes,
  streak: z.number(),
  last_good: RunAt.nullable(),
  ...expected,
  slowed: z.object({ ms: z.number(), runs: z.number(), since: z.string() }).nullable(),
  usual: Usual.nullable(),
  p95_ms: z.number().nullable(),
  rows_per_sec: z.number().nullable(),
  tenants: Named,
  pools: Named,
  templates: Named,
  triggers: Named,
  errors: z.array(
    z.object({
      error: z.string(),
      count: z.number(),
      first_at: z.string(),
      last_at: z.string(),
      last_run_id: z.string(),
    }),
  ),
  error_count: z.number(),
})
export type PipelineDetail = z.infer<typeof PipelineDetail>

const PipelineRow = z.object({
  row: z.string(),
  invocations: z.number(),
  failed: z.number(),
  skipped: z.number(),
  median_ms: z.number().nullable(),
  rows: PlainCount,
  last: RunAt.extend({ status: z.string(), error: z.string().nullable() }),
})
export type PipelineRow = z.infer<typeof PipelineRow>

const PipelineParts = z.object({
  looked: z.number(),
  rows: z.array(PipelineRow),
  row_count: z.number(),
  eras: z.array(
    z.object({
      mark: z.string(),
      runs: z.number(),
      first_at: z.string(),
      last_at: z.string(),
      last_run_id: z.string(),
    }),
  ),
  era_count: z.number(),
  datasets: z
    .array(
      z.object({
        id: z.string(),
        uri: z.string(),
        kind: z.string(),
        roles: z.array(z.string()),
        last_seen: z.string(),
        last_success: z.string(),
        owners: z.array(z.string()),
      }),
    )
    .nullable(),
})
export type PipelineParts = z.infer<typeof PipelineParts>

const OFTEN_MS = 30_000
/** While more becomes known with each answer. */
const GROWING_MS = 1_500

interface Growing {
  state: { data: { reached: string | null; is_full: boolean } | undefined }
}

export const pipelineListQuery = (filter: PipelineFilter) => ({
  ...wireQuery<PipelineList>({
    queryKey: ['insight', 'pipelines', pipelineSearch(filter)],
    path: `/console/insight/pipelines?${searchText(Object.entries(pipelineParams(filter)))}`,
    read: plainAs(PipelineList),
  }),
  refetchInterval: ({ state: { data } }: Growing) =>
    data !== undefined && data.reached !== null && !data.is_full ? GROWING_MS : OFTEN_MS,
  placeholderData: keepPreviousData,
})

export const pipelineQuery = (name: string) => ({
  ...wireQuery<PipelineDetail>({
    queryKey: ['insight', 'pipeline', name],
    path: pathToPipelineApi(name),
    read: plainAs(PipelineDetail),
  }),
  refetchInterval: OFTEN_MS,
})

export const pipelinePartsQuery = (name: string) => ({
  ...wireQuery<PipelineParts>({
    queryKey: ['insight', 'pipeline-parts', name],
    path: pathToPipelineApi(name, 'parts'),
    read: plainAs(PipelineParts),
  }),
  refetchInterval: OFTEN_MS * 2,
})
