import { z } from 'zod'
import { defineCommand } from '../kit/use-case'
import { type CancelOutcome, cancelOne } from './internal-cancel'

/** Cancels one run. Whoever wanted to hear of its end is told meanwhile. */
export const cancelRun = defineCommand({
  label: 'run.cancel',
  permission: 'run_write',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'leases', 'insight', 'engine'],
  async run(deps, { run_id }, ctx): Promise<Omit<CancelOutcome, 'ended'>> {
    const { ended: _, ...outcome } = await cancelOne(deps, run_id, ctx, (telling) => void telling)
    return outcome
  },
  audit: ({ run_id, asked, by_engine }) => (asked && by_engine === undefined ? [{ action: 'run.cancel', run_id }] : []),
})
