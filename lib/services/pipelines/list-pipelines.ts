import { z } from 'zod'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { addToPipelines, byState, type PipelineSums, p95, pipelineState, usualGap } from '@/lib/derive/pipelines'
import { glanceOf } from '@/lib/derive/run-glance'
import { median } from '@/lib/derive/run-timing'
import { defineQuery } from '../kit/use-case'

const SPANS = { '24h': 86_400_000, '7d': 604_800_000 } as const
/** Runs of the window that are looked at, by their columns alone. */
const LOOK = 25_000
const MOST = 1_000

/** Every name that runs had lately, what needs somebody first. */
export const listPipelines = defineQuery({
  label: 'pipeline.list',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ range: z.enum(['24h', '7d']).default('24h'), tenant: z.string().optional() }),
  needs: ['insight'],
  async run({ insight }, { range, tenant }, { now }) {
    const at = now()
    const nowMs = Date.parse(at)
    const since = `${new Date(nowMs - SPANS[range]).toISOString().slice(0, 19)}Z` as Timestamp
    const { sum, next, reached, looked } = await insight.foldRuns(
      { status: [], since, ...(tenant !== undefined && { tenant }) },
      LOOK,
      {
        start: () => new Map<string, PipelineSums>(),
        add: (pipelines, row) => addToPipelines(pipelines, glanceOf(row.columns)),
        bodies: false,
      },
    )
    const pipelines = [...sum.values()]
      .map(({ durations, ...sums }) => {
        const gap_ms = usualGap(sums.recent.map(({ submitted_at }) => submitted_at))
        return {
          ...sums,
          state: pipelineState(sums.recent, gap_ms, nowMs),
          gap_ms,
          median_ms: median(durations, 1),
          p95_ms: p95(durations),
          measured: durations.length,
        }
      })
      .sort((a, b) => byState(a.state, b.state) || (a.name < b.name ? -1 : 1))
    return {
      at,
      range,
      looked,
      reached: next === null ? null : reached,
      count: pipelines.length,
      pipelines: pipelines.slice(0, MOST),
    }
  },
})
