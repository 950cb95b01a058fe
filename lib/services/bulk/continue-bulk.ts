import { z } from 'zod'
import { AppError } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { drive } from './internal-drive'
import { ownBulk } from './internal-runs'

/** Goes on with an action that was interrupted, in the name of whoever goes on with it. */
export const continueBulk = defineCommand({
  label: 'run.bulk',
  permission: 'run_write',
  scope: 'tenant',
  input: z.object({ id: z.string() }),
  needs: ['bulk', 'runs', 'insight', 'leases', 'engine'],
  async run(deps, { id }, ctx) {
    const bulk = await ownBulk(deps, id, ctx.principal)
    if (bulk.state !== 'acting') throw new AppError('conflict', 'this has ended: there is nothing to go on with')
    void drive(deps, id, ctx)
    return { id }
  },
  audit: () => [],
})
