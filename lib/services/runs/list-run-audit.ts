import { z } from 'zod'
import { shift } from '@/lib/contract/clock'
import { isTimestamp } from '@/lib/contract/records/primitives'
import { notFound } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

const BOUND = { limit: 200, look: 50_000 }
/** A submit is filed as its run is; clocks of two machines differ. */
const EARLIER_MS = 60_000

/** Entries of the audit trail that name a run, oldest first; null: this store keeps no trail. */
export const listRunAudit = defineQuery({
  label: 'audit.list',
  permission: 'audit_read',
  scope: 'global',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'insight'],
  async run({ runs, insight }, { run_id }, { principal }) {
    const { columns } = own(principal, await runs.get(run_id))
    const { submitted_at: at = null } = columns
    if (at === null || !isTimestamp(at)) throw notFound()
    const found = await insight.auditOf(run_id, shift(at, -EARLIER_MS), BOUND)
    return found === null ? null : { ...found, is_cut: found.entries.length === BOUND.limit }
  },
})
