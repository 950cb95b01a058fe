import { z } from 'zod'
import { isTimestamp } from '@/lib/contract/records/primitives'
import { nearGlance } from '@/lib/derive/near-runs'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

/** As many bars as fit beside each other, this run's among them; a few of them may be newer. */
const BEFORE = 30
const AFTER = 6

/** Runs of the same name on both sides of a run, the nearest first: where to go on, and what they say about this one. */
export const getRunNeighbours = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string(), tenant: z.string().optional() }),
  needs: ['runs', 'insight'],
  async run({ runs, insight }, { run_id, tenant }, { principal }) {
    const { columns } = own(principal, await runs.get(run_id))
    const { name = null, submitted_at: at = null } = columns
    if (!name?.trim() || at === null || !isTimestamp(at)) return { before: [], after: [], reached: null }
    const of = { name, ...(tenant !== undefined && { tenant }) }
    const place = { at, id: run_id }
    const [before, after] = await Promise.all([
      insight.runsBeside(of, place, 'before', BEFORE),
      insight.runsBeside(of, place, 'after', AFTER),
    ])
    return {
      before: before.rows.map(nearGlance),
      after: after.rows.map(nearGlance),
      /** Runs were looked through back to this instant only; null: all of them. */
      reached: before.reached,
    }
  },
})
