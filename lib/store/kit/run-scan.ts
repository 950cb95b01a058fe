import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { mayMatch, needsBody, recordMatches } from '@/lib/derive/run-match'

/** Does a run whose columns fit match the rest? Null: its body would have to say and cannot be read. */
export const runFits =
  (search: RunSearch) =>
  (row: Stored<RunRecord>): boolean | null => {
    if (!needsBody(search, row.columns)) return true
    if (!mayMatch(search, row.text)) return false
    const read = row.read()
    return read.ok ? recordMatches(search, read.record) : null
  }
