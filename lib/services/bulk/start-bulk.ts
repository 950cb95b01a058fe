import { BulkInput } from '@/lib/contract/records/bulk'
import { AppError } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { drive } from './internal-drive'
import { meantRuns } from './internal-runs'

/**
 * Begins an action on many runs, which goes on by itself. Its receipt is there before the first run is touched; what it does
 * to each is filed as if it had been done to that one alone, and all of it once more when it ends.
 */
export const startBulk = defineCommand({
  label: 'run.bulk',
  permission: 'run_write',
  scope: 'tenant',
  input: BulkInput,
  needs: ['bulk', 'runs', 'insight', 'leases', 'engine'],
  async run(deps, input, ctx) {
    const runs = await meantRuns(deps, input)
    if (!runs.some(({ isReady }) => isReady)) throw new AppError('conflict', 'there is no run that it could be done to')
    const { kind, asked } = input
    const { name: principal, tenant } = ctx.principal
    const id = ctx.newId()
    await deps.bulk.create({ id, kind, principal, tenant, created_at: ctx.now(), asked }, runs)
    void drive(deps, id, ctx)
    return { id }
  },
  audit: () => [],
})
