import type { AuditEntry, AuditFilter } from '../records/audit'

/** `faucet_serve_audit` and `faucet_serve_audit_tenants` (storage.md 4.6). Retention is `runs.purgeExpired`. */
export interface AuditStore {
  /**
   * Files one entry; an id that exists is an error. `target` and `detail` are kept where the store has a place for them.
   * Memory keeps the 10,000 that were filed last.
   */
  record(entry: AuditEntry): Promise<void>
  /** Newest first (timestamp, then id, both descending). A time that cannot be read is shown as now. No cursor. */
  list(filter: AuditFilter): Promise<AuditEntry[]>
}
