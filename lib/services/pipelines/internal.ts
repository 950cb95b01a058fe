import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import { type PipelineItem, pipelineItem } from '@/lib/derive/pipeline-item'
import { PIPELINE_ORDERS } from '@/lib/derive/pipeline-order'
import { addToPipeline, type PipelineSums } from '@/lib/derive/pipeline-sums'
import { keptAnswer } from '../kit/kept'
import { readLedger } from '../kit/run-ledger'

export const SPANS = { '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 } as const

/** Which pipelines somebody asks for, and in which order. */
export const Asked = z.object({
  range: z.enum(['24h', '7d', '30d']).default('7d'),
  /** In the name, its template, a trigger or a tenant of it; case does not matter. */
  q: z.string().max(200).default(''),
  state: z.array(z.enum(['failing', 'late', 'slow', 'running', 'ok', 'quiet'])).default([]),
  template: z.string().optional(),
  trigger: z.string().optional(),
  sort: z.enum(PIPELINE_ORDERS).default('state'),
  desc: z.boolean().default(false),
  tenant: z.string().optional(),
  /** How long what is not known yet may be read for. */
  wait_ms: z.number().int().min(0).max(1_000).default(150),
})
export type Asked = z.output<typeof Asked>

export interface Known {
  at: string
  since: string
  /** Set while older runs of the window are not known. */
  reached: string | null
  /** There are more runs than are kept: it will not reach further. */
  is_full: boolean
  runs: number
  /** Runs without a label and without a name: they are of no pipeline. */
  unnamed: number
  unreadable: number
  items: readonly PipelineItem[]
}

const isoOf = (ms: number): string => new Date(ms).toISOString()
const AGE_MS = 2_000
const LONG_AGE_MS = 10_000

/** Every pipeline that ran in the window, of what is known of it. */
export function knownPipelines(
  insight: Deps['insight'],
  { range, tenant, wait_ms: budgetMs }: Pick<Asked, 'range' | 'tenant' | 'wait_ms'>,
  nowMs: number,
): Promise<Known> {
  return keptAnswer(
    insight,
    ['pipelines', range, tenant],
    { nowMs, maxAgeMs: range === '24h' ? AGE_MS : LONG_AGE_MS },
    async () => {
      const sinceMs = nowMs - SPANS[range]
      const view = await readLedger(insight, tenant, { sinceMs, untilMs: nowMs, nowMs, budgetMs })
      const sums = new Map<string, PipelineSums>()
      const count = { runs: 0, unnamed: 0, unreadable: 0 }
      view.each((run) => {
        count.runs++
        if (run.rows === null) count.unreadable++
        if (run.pipeline === '') count.unnamed++
        else addToPipeline(sums, run)
      })
      return {
        at: isoOf(nowMs),
        since: isoOf(sinceMs),
        reached: view.reachedMs === null ? null : isoOf(view.reachedMs),
        is_full: view.isFull,
        ...count,
        items: [...sums.values()].map((one) => pipelineItem(one, nowMs)),
      }
    },
    // Of what is not complete yet the next one to ask reads on.
    ({ reached, is_full }) => reached === null || is_full,
  )
}
