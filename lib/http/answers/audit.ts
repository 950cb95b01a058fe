import 'server-only'
import type { AuditEntry } from '@/lib/contract/records/audit'
import { listAudit } from '@/lib/services/audit/list-audit'
import { enveloped, query, text, whole } from '../input'
import { json, printPlain } from './list'

export const auditTrail = {
  run: listAudit,
  input: query({ principal: text, action: text, tenant: text, since: enveloped, until: enveloped, limit: whole }),
  answer: (entries: AuditEntry[]) => json(printPlain({ entries })),
}
