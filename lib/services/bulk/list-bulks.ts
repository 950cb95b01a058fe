import { z } from 'zod'
import { defineQuery } from '../kit/use-case'

const MOST = 200

/** The newest actions on many runs, as far as they are kept; of somebody confined, those of their tenant. */
export const listBulks = defineQuery({
  label: 'run.bulk',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string().optional() }),
  needs: ['bulk'],
  run: async ({ bulk }, { tenant }) => ({ bulks: await bulk.list(MOST, tenant) }),
})
