import { z } from 'zod'
import { defineCommand } from '../kit/use-case'
import { deleteOne } from './internal-delete'

/** Removes one run for good. */
export const deleteRun = defineCommand({
  label: 'run.delete',
  permission: 'run_write',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs'],
  async run(deps, { run_id }, { principal }) {
    await deleteOne(deps, run_id, principal)
    return { run_id }
  },
  audit: (_, { run_id }) => [{ action: 'run.delete', run_id }],
})
