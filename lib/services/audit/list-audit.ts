import { z } from 'zod'
import { Timestamp } from '@/lib/contract/records/primitives'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'

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
  }),
  needs: ['audit'],
  run: ({ audit }, { limit, ...filter }) => audit.list({ ...filter, limit: clamp(limit, 100, 1_000) }),
})
