import type { RunRecord } from '@/lib/contract/records/runs'
import { at } from './clock'

let ids = 0
/** A valid run; override what matters. */
export function aRun(more: Partial<RunRecord> = {}): RunRecord {
  ids++
  return {
    run_id: `01a00000-0000-7000-8000-${String(ids).padStart(12, '0')}`,
    name: null,
    labels: {},
    status: 'completed',
    submitted_at: at('2026-11-30T10:00:00.123456789Z'),
    started_at: null,
    finished_at: null,
    elapsed_secs: null,
    records_written: 0,
    invocations: [],
    error: null,
    idempotency_key: null,
    attempt: 0,
    ...more,
  }
}
