import type { InvocationRow } from '@/lib/contract/records/invocations'
import type { InvocationRecord } from '@/lib/contract/records/runs'
import { invocationRow } from '@/lib/derive/invocation-rows'
import { at } from './clock'

/** An invocation as an engine stores it; with `ended` it reports usage. */
export function anInvocation(more: Partial<InvocationRecord> & { ended?: string } = {}): InvocationRecord {
  const { ended, ...rest } = more
  const record: InvocationRecord = {
    row_id: 'row-0',
    parent_record_key: null,
    records_written: 0,
    duration_ms: 0,
    error: null,
    ...rest,
  }
  if (ended === undefined) return record
  const usage = {
    run_id: record.run_id ?? 'i',
    pipeline: 'p',
    row: record.row_id,
    source_kind: 'csv',
    sink_kind: 'jsonl',
    dataset_id: `d-${record.row_id}`,
    dataset_uri: `file:///out/${record.row_id}.jsonl`,
    recorded_at: at(ended),
    duration_ms: record.duration_ms,
    failed: record.error !== null,
    usage: { records_read: 3, records_written: 2, bytes_read: 30, bytes_written: 20, source_roundtrips: { get: 4 } },
    cost: { currency: 'USD', total: 0.5, lines: [], hosted_equivalent: 2 },
  }
  return { usage, ...record }
}

/** The same as tables have it. */
export const anInvocationRow = (more: Parameters<typeof anInvocation>[0] = {}, n = 0): InvocationRow =>
  invocationRow(anInvocation(more), n)
