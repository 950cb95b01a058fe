import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { needsBody, recordMatches } from '@/lib/derive/run-match'

/** Does a run whose columns fit match the rest? Null: its body would have to say and cannot be read. */
export function runFits(search: RunSearch): (row: Stored<RunRecord>) => boolean | null {
  if (!needsBody(search)) return () => true
  return (row) => {
    const read = row.read()
    return read.ok ? recordMatches(search, read.record) : null
  }
}
