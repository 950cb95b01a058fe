import { z } from 'zod'
import { AppError } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { bulkFacts } from './internal-facts'
import { ownBulk } from './internal-runs'

/** Ends an action before it has come to its end. What was done stays done; a run that is just being worked on is finished. */
export const stopBulk = defineCommand({
  label: 'run.bulk',
  permission: 'run_write',
  scope: 'tenant',
  input: z.object({ id: z.string() }),
  needs: ['bulk'],
  async run(deps, { id }, { principal, now }) {
    const bulk = await ownBulk(deps, id, principal)
    if (!(await deps.bulk.end(id, 'stopped', now()))) {
      throw new AppError('conflict', 'this has ended: there is nothing to stop')
    }
    return { id, facts: await bulkFacts(deps, { ...bulk, state: 'stopped' }) }
  },
  audit: ({ facts }) => [facts],
})
