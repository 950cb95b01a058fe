import type { RunRow } from '@/lib/client/runs'
import { runTitle } from '@/lib/derive/run-facts'

/** Null: not even its columns say which run it is. */
export const runIdOf = (row: RunRow): string | null => (row.ok ? row.record.run_id : (row.columns['run_id'] ?? null))

export const titleOf = (row: RunRow): string =>
  row.ok ? runTitle(row.record) : row.columns['name'] || row.columns['run_id'] || 'no name, no id'

export const statusOf = (row: RunRow): string => (row.ok ? row.record.status : (row.columns['status'] ?? 'unknown'))
