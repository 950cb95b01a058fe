import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { pathToPipelineApi } from '@/lib/url/paths'
import type { PipelineRange } from '@/lib/url/pipelines'
import { jsonAs, wireQuery } from './wire-query'

const State = z.enum(['failing', 'late', 'running', 'ok', 'quiet'])
const Pipeline = z.object({
  name: z.string(),
  completed: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  open: z.number(),
  recent: z.array(z.object({ run_id: z.string(), status: z.string(), submitted_at: z.string() })),
  last_good: z.object({ run_id: z.string(), at: z.string() }).nullable(),
  state: State,
  gap_ms: z.number().nullable(),
  median_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
  measured: z.number(),
})
export type Pipeline = z.infer<typeof Pipeline>

const PipelineList = z.object({
  at: z.string(),
  range: z.enum(['24h', '7d']),
  looked: z.number(),
  reached: z.string().nullable(),
  count: z.number(),
  pipelines: z.array(Pipeline),
})
export type PipelineList = z.infer<typeof PipelineList>

const PipelineRun = z.object({
  run_id: z.string(),
  status: z.string(),
  submitted_at: z.string(),
  finished_at: z.string().nullable(),
  rows: z.number().nullable(),
})
export type PipelineRun = z.infer<typeof PipelineRun>

const PipelineDetail = z.object({
  at: z.string(),
  name: z.string(),
  runs: z.array(PipelineRun),
  has_more: z.boolean(),
  reached: z.string().nullable(),
  gap_ms: z.number().nullable(),
  state: State,
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

const OFTEN_MS = 30_000

export const pipelineListQuery = (range: PipelineRange) => ({
  ...wireQuery<PipelineList>({
    queryKey: ['insight', 'pipelines', range],
    path: `/console/insight/pipelines?range=${range}`,
    read: jsonAs(PipelineList),
  }),
  refetchInterval: OFTEN_MS,
  placeholderData: keepPreviousData,
})

export const pipelineQuery = (name: string) => ({
  ...wireQuery<PipelineDetail>({
    queryKey: ['insight', 'pipeline', name],
    path: pathToPipelineApi(name),
    read: jsonAs(PipelineDetail),
  }),
  refetchInterval: OFTEN_MS,
})
