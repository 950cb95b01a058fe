import type { RowAccounting } from '@/lib/contract/records/invocations'
import type { Count } from '@/lib/contract/records/primitives'

export interface RowPart {
  name: string
  count: Count
  tone: 'good' | 'info' | 'neutral' | 'many' | 'warn' | 'bad'
}

/** Every row that came in, by where it went; parts without any are left out. */
export function rowParts(rows: RowAccounting): RowPart[] {
  const parts: RowPart[] = [
    { name: 'accepted', count: rows.accepted, tone: 'good' },
    { name: 'coalesced', count: rows.coalesced, tone: 'info' },
    { name: 'skipped', count: rows.skipped, tone: 'neutral' },
    { name: 'filtered by transforms', count: rows.filtered, tone: 'neutral' },
    { name: 'quarantined', count: rows.quarantined, tone: 'many' },
    { name: 'failed to dead letters', count: rows.failed, tone: 'warn' },
    { name: 'dropped', count: rows.dropped, tone: 'warn' },
    { name: 'unaccounted', count: rows.unaccounted, tone: 'bad' },
  ]
  return parts.filter(({ count }) => count > 0)
}
