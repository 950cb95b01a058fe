import { z } from 'zod'
import type { Bulk, BulkCount } from '@/lib/contract/records/bulk'
import { defineQuery } from '../kit/use-case'
import { ownBulk } from './internal-runs'

export interface BulkReceipt extends Bulk {
  counts: BulkCount[]
}

/** An action on many runs and how far it is. */
export const getBulk = defineQuery({
  label: 'run.bulk',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ bulk_id: z.string() }),
  needs: ['bulk'],
  async run(deps, { bulk_id }, { principal }): Promise<BulkReceipt> {
    const bulk = await ownBulk(deps, bulk_id, principal)
    return { ...bulk, counts: await deps.bulk.counts(bulk_id) }
  },
})
