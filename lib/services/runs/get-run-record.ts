import { z } from 'zod'
import { seesStoredText } from '@/lib/auth/principal'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

/** A run as it is stored, to the byte, for who may see stored texts; null for others. */
export const getRunRecord = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs'],
  async run({ runs }, { run_id }, { principal }) {
    const row = own(principal, await runs.get(run_id))
    return seesStoredText(principal) ? row : null
  },
})
