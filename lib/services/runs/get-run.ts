import { z } from 'zod'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

/** One run as stored, readable or not. */
export const getRun = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs'],
  run: async ({ runs }, { run_id }, { principal }) => own(principal, await runs.get(run_id)),
})
