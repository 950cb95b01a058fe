import { z } from 'zod'
import { record, Timestamp } from './primitives'

/** One line of the audit trail (records.md 3.1). `role`, `action` and `result` are open text. */
export const AuditEntry = record({
  id: z.string(),
  timestamp: Timestamp,
  principal: z.string(),
  role: z.string(),
  action: z.string(),
  run_id: z.string().optional(),
  config_fingerprint: z.string().optional(),
  source_ip: z.string().optional(),
  tenant: z.string().optional(),
  target: z.string().optional(),
  detail: z.string().optional(),
  result: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** All clauses are ANDed and exact; `since` and `until` are inclusive, on timestamp. */
export interface AuditFilter {
  principal?: string
  action?: string
  tenant?: string
  result?: string
  /** This entry, if there is one. */
  id?: string
  /** Only what comes after the entry of that id in the list; an id that nobody has: nothing. */
  before?: string
  since?: Timestamp
  until?: Timestamp
  /** At least 1. */
  limit: number
}
