import type { AuditEntry } from '@/lib/contract/records/audit'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { shortest, ts9 } from './ts9'

/** Members that are columns of later stores only. */
export const LATER_AUDIT_COLUMNS = ['target', 'detail'] as const
const OPTIONAL = ['run_id', 'config_fingerprint', 'source_ip', 'tenant', ...LATER_AUDIT_COLUMNS] as const

/** An entry as its row: everything but the tenant, which has a table of its own. */
export const auditRow = (entry: AuditEntry) => ({
  id: entry.id,
  ts: ts9(entry.timestamp),
  principal: entry.principal,
  role: entry.role,
  action: entry.action,
  run_id: entry.run_id ?? null,
  config_fingerprint: entry.config_fingerprint ?? null,
  source_ip: entry.source_ip ?? null,
  result: entry.result,
  target: entry.target ?? null,
  detail: entry.detail ?? null,
})

/** The entry of a row, its tenant joined in. A time that cannot be read is taken as `now`, as engines do. */
export function readAudit(row: Readonly<Record<string, string | null>>, now: Timestamp): AuditEntry {
  const optional = Object.fromEntries(
    OPTIONAL.flatMap((name) => {
      const value = row[name]
      return value === null || value === undefined ? [] : [[name, value]]
    }),
  )
  return {
    id: row['id'] ?? '',
    timestamp: shortest(row['ts'] ?? '', now),
    principal: row['principal'] ?? '',
    role: row['role'] ?? '',
    action: row['action'] ?? '',
    ...optional,
    result: row['result'] ?? '',
  }
}
