import { HistoryError } from '@/lib/contract/errors'
import type { AuditStore } from '@/lib/contract/ports/audit'
import type { AuditEntry, AuditFilter } from '@/lib/contract/records/audit'
import { auditRow, readAudit } from '@/lib/store/kit/audit-rows'
import { ts9 } from '@/lib/store/kit/ts9'
import type { MemoryEnv, TableRow } from './state'

const KEPT = 10_000

export function createMemoryAudit({ state, clock }: MemoryEnv): AuditStore {
  const entries = state.table('faucet_serve_audit')
  const tenants = state.table('faucet_serve_audit_tenants')
  const tenantOf = (id: string) => tenants.get(id)?.['tenant'] ?? null

  return {
    async record(entry) {
      if (entries.has(entry.id)) {
        throw new HistoryError('backend', `audit entry ${entry.id} exists`, { transience: 'permanent' })
      }
      entries.set(entry.id, auditRow(entry))
      if (entry.tenant !== undefined && !tenants.has(entry.id)) {
        tenants.set(entry.id, { id: entry.id, tenant: entry.tenant })
      }
      for (const id of entries.keys()) {
        if (entries.size <= KEPT) break
        entries.delete(id)
        tenants.delete(id)
      }
    },

    async list(filter) {
      const now = clock.now()
      const before = filter.before === undefined ? undefined : entries.get(filter.before)
      if (filter.before !== undefined && before === undefined) return []
      return [...entries.values()]
        .filter((row) => before === undefined || newestFirst(before, row) < 0)
        .filter((row) => selects(filter, row, tenantOf(row['id'] ?? '')))
        .sort(newestFirst)
        .slice(0, Math.max(1, filter.limit))
        .map((row): AuditEntry => readAudit({ ...row, tenant: tenantOf(row['id'] ?? '') }, now))
    },
  }
}

function selects(filter: AuditFilter, row: TableRow, tenant: string | null): boolean {
  const at = row['ts'] ?? ''
  return (
    (filter.principal === undefined || row['principal'] === filter.principal) &&
    (filter.action === undefined || row['action'] === filter.action) &&
    (filter.result === undefined || row['result'] === filter.result) &&
    (filter.id === undefined || row['id'] === filter.id) &&
    (filter.tenant === undefined || tenant === filter.tenant) &&
    (filter.since === undefined || at >= ts9(filter.since)) &&
    (filter.until === undefined || at <= ts9(filter.until))
  )
}

function newestFirst(a: TableRow, b: TableRow): number {
  const [left, right] = [`${a['ts']}\u0000${a['id']}`, `${b['ts']}\u0000${b['id']}`]
  return left < right ? 1 : left > right ? -1 : 0
}
