import { z } from 'zod'
import { notFound } from '../kit/app-error'
import { defineQuery } from '../kit/use-case'

/** One entry of the audit trail. */
export const getAuditEntry = defineQuery({
  label: 'audit.get',
  permission: 'audit_read',
  scope: 'global',
  input: z.object({ entry_id: z.string() }),
  needs: ['audit'],
  async run({ audit }, { entry_id }) {
    const [entry] = await audit.list({ id: entry_id, limit: 1 })
    if (entry === undefined) throw notFound()
    return entry
  },
})
