import { z } from 'zod'
import { AppError, notFound } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineCommand } from '../kit/use-case'

/** Removes a run that is over. What it logged, used and wrote stays. */
export const deleteRun = defineCommand({
  label: 'run.delete',
  permission: 'run_write',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs'],
  async run({ runs }, { run_id }, { principal }) {
    own(principal, await runs.get(run_id))
    const outcome = await runs.remove(run_id)
    if (outcome === 'not_found') throw notFound()
    if (outcome === 'still_running') {
      throw new AppError('conflict', 'run is still in flight — cancel it before deleting')
    }
    return { run_id }
  },
  audit: (_, { run_id }) => [{ action: 'run.delete', run_id }],
})
