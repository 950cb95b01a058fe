import { BULK_KINDS, BULK_OUTCOMES, BULK_STATES, type Bulk, BulkAsked, type BulkRun } from '@/lib/contract/records/bulk'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { readText } from '@/lib/contract/stored'
import { ts9 } from './ts9'

/** How long receipts are kept. */
export const BULK_KEPT_MS = 30 * 86_400_000

type Columns = Readonly<Record<string, string | null | undefined>>

/** The words of these columns are our own; what a later console may have written there is passed over. */
export function readBulk(row: Columns, now: Timestamp): Bulk | null {
  const kind = BULK_KINDS.find((known) => known === row['kind'])
  const state = BULK_STATES.find((known) => known === row['state'])
  const asked = readText(BulkAsked, row['body'] ?? '')
  if (kind === undefined || state === undefined || !asked.ok) return null
  return {
    id: row['id'] ?? '',
    kind,
    state,
    principal: row['principal'] ?? '',
    tenant: row['tenant'] ?? null,
    created_at: (row['created_at'] ?? '') as Timestamp,
    ended_at: (row['ended_at'] ?? null) as Timestamp | null,
    is_held: state === 'acting' && (row['lease_expires_at'] ?? '') >= ts9(now),
    asked: asked.record,
  }
}

export const readBulkRun = (row: Columns): BulkRun => ({
  seq: row['seq'] ?? '',
  run_id: row['run_id'] ?? '',
  name: row['name'] ?? null,
  status: row['status'] ?? '',
  outcome: BULK_OUTCOMES.find((known) => known === row['outcome']) ?? 'failed',
  note: row['note'] ?? null,
  settled_at: (row['settled_at'] ?? null) as Timestamp | null,
})

/** Places of one length sort as they count. */
export const bulkSeq = (index: number): string => String(index).padStart(6, '0')
