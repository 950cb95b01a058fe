import 'server-only'
import type { AuditEntry } from '@/lib/contract/records/audit'
import { getAuditEntry } from '@/lib/services/audit/get-audit-entry'
import { type AuditPage, listAudit } from '@/lib/services/audit/list-audit'
import { enveloped, query, text, whole } from '../input'
import { json, printPlain } from './list'

export const auditTrail = {
  run: listAudit,
  input: query({
    principal: text,
    action: text,
    tenant: text,
    since: enveloped,
    until: enveloped,
    limit: whole,
    result: text,
    before: text,
  }),
  answer: (page: AuditPage) => json(printPlain(page)),
}

export const auditEntry = { run: getAuditEntry, answer: (entry: AuditEntry) => json(printPlain(entry)) }
