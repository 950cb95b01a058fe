import { z } from 'zod'
import { BULK_OUTCOMES, type BulkRun } from '@/lib/contract/records/bulk'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'
import { ownBulk } from './internal-runs'

/** What became of each run of an action, in the order they were found. */
export const listBulkRuns = defineQuery({
  label: 'run.bulk',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({
    bulk_id: z.string(),
    outcome: z.enum(BULK_OUTCOMES).optional(),
    after: z.string().optional(),
    limit: z.number().optional(),
  }),
  needs: ['bulk'],
  async run(deps, { bulk_id, limit, outcome, after }, { principal }): Promise<{ runs: BulkRun[]; next?: string }> {
    await ownBulk(deps, bulk_id, principal)
    const count = clamp(limit, 100, 1_000)
    const filter = { ...(outcome !== undefined && { outcome }), ...(after !== undefined && { after }) }
    const found = await deps.bulk.runs(bulk_id, count + 1, filter)
    const runs = found.slice(0, count)
    const last = runs.at(-1)
    return found.length > count && last !== undefined ? { runs, next: last.seq } : { runs }
  },
})
