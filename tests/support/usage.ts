import type { UsageRecord } from '@/lib/contract/records/usage'
import { at } from './clock'

let ids = 0
/** A valid usage record; override what matters. */
export function aUsage(more: Partial<UsageRecord> = {}): UsageRecord {
  ids++
  return {
    run_id: `01a20000-0000-7000-8000-${String(ids).padStart(12, '0')}`,
    pipeline: 'orders',
    row: 'row-0',
    source_kind: 'csv',
    sink_kind: 'jsonl',
    recorded_at: at('2026-11-30T10:00:00.123456789Z'),
    duration_ms: 10,
    failed: false,
    usage: { records_read: 40, records_written: 40, bytes_read: 4068, bytes_written: 4068 },
    cost: { currency: 'USD', total: 0, lines: [], hosted_equivalent: 0.0006 },
    ...more,
  }
}
