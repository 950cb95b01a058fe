import { z } from 'zod'
import { configEras, pipelineRows } from '@/lib/derive/pipeline-rows'
import { isSealedConfig } from '@/lib/derive/sealed-config'
import { keptAnswer } from '../kit/kept'
import { defineQuery } from '../kit/use-case'
import { datasetsByPipeline } from './internal-datasets'
import { runsOfPipeline } from './internal-runs'

/** Bodies may be large: so many of the newest runs are read whole. */
const WHOLE_RUNS = 30
const ROWS = 200
const ERAS = 10
const DATASETS = 50
const AGE_MS = 15_000

/** What takes whole bodies or other tables to tell of a pipeline: its rows, its configs, its datasets. */
export const getPipelineParts = defineQuery({
  label: 'pipeline.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ name: z.string().min(1).max(1_000), tenant: z.string().optional() }),
  needs: ['runs', 'insight', 'catalog'],
  async run({ catalog, ...deps }, { name, tenant }, ctx) {
    const nowMs = Date.parse(ctx.now())
    const own = await keptAnswer(
      deps.insight,
      ['pipeline-parts', name, tenant],
      { nowMs, maxAgeMs: AGE_MS },
      async () => {
        const { runs } = await runsOfPipeline(deps, name, tenant, { nowMs, budgetMs: 100 })
        const ids = new Set(runs.slice(0, WHOLE_RUNS).map(({ run_id }) => run_id))
        if (ids.size === 0) return { looked: 0, rows: [], row_count: 0, eras: [], era_count: 0 }
        const found = await deps.insight.searchRuns({ status: [], ids }, { want: WHOLE_RUNS, look: WHOLE_RUNS })
        const records = found.rows.flatMap((row) => {
          const read = row.read()
          return read.ok ? [read.record] : []
        })
        const rows = pipelineRows(records)
        const eras = configEras(
          records.map(({ run_id, submitted_at, config_body: text }) => ({
            run_id,
            submitted_at,
            // A sealed text is another one each time: nothing can be told from it.
            mark: text === undefined || isSealedConfig(text) ? null : ctx.sha256(text).slice(0, 10),
          })),
        )
        return {
          looked: records.length,
          rows: rows.slice(0, ROWS),
          row_count: rows.length,
          eras: eras.slice(0, ERAS),
          era_count: eras.length,
        }
      },
    )
    const datasets = await datasetsByPipeline(catalog, ctx)
    return { ...own, datasets: datasets === null ? null : (datasets.get(name) ?? []).slice(0, DATASETS) }
  },
})
