import { z } from 'zod'
import type { AuditEntry } from '@/lib/contract/records/audit'
import { Timestamp } from '@/lib/contract/records/primitives'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'

export interface AuditPage {
  entries: AuditEntry[]
  /** Where the next page begins. */
  next_before?: string
}

/** The audit trail, newest first (http-api.md 1.5). Confined principals have none. */
export const listAudit = defineQuery({
  label: 'audit.list',
  permission: 'audit_read',
  scope: 'global',
  input: z.object({
    principal: z.string().optional(),
    action: z.string().optional(),
    tenant: z.string().optional(),
    since: Timestamp.optional(),
    until: Timestamp.optional(),
    limit: z.number().optional(),
    /** What engines of 1.17 added. */
    result: z.string().optional(),
    before: z.string().optional(),
  }),
  needs: ['audit'],
  async run({ audit }, { limit, ...filter }): Promise<AuditPage> {
    const most = clamp(limit, 100, 1_000)
    const entries = await audit.list({ ...filter, limit: most })
    const last = entries.at(-1)
    // 1.13.1 says nothing of a next page: only whoever asks as later engines are asked is told.
    const isLater = filter.result !== undefined || filter.before !== undefined
    return { entries, ...(isLater && entries.length === most && last !== undefined && { next_before: last.id }) }
  },
})
