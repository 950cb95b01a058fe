import { BulkInput, type BulkPlan } from '@/lib/contract/records/bulk'
import { sharesOf } from '@/lib/derive/bulk'
import { defineQuery } from '../kit/use-case'
import { refuseReadOnly } from './internal-read-only'
import { meantRuns } from './internal-runs'

const SHOWN = 5

/** What an action on many runs would do, and to how many. Nothing is done. */
export const planBulk = defineQuery({
  label: 'run.bulk',
  permission: 'run_write',
  scope: 'tenant',
  input: BulkInput,
  needs: ['insight', 'leases', 'engine', 'store'],
  async run(deps, input): Promise<BulkPlan> {
    await refuseReadOnly(deps.store)
    const runs = await meantRuns(deps, input)
    const ready = runs.filter(({ isReady }) => isReady)
    return {
      kind: input.kind,
      asked: input.asked,
      ready: sharesOf(ready.map(({ note }) => note)),
      skipped: sharesOf(runs.filter(({ isReady }) => !isReady).map(({ note }) => note)),
      sample: ready.slice(0, SHOWN).map(({ run_id, name }) => ({ run_id, name })),
    }
  },
})
