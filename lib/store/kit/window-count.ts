import type { WindowCount } from '@/lib/contract/ports/insight-windows'
import { RUN_STATUSES } from '@/lib/contract/records/runs'

/** What was counted by status and altogether; what no known status accounts for is `other`. */
export function windowCount(counted: (name: (typeof RUN_STATUSES)[number] | 'total') => number): WindowCount {
  const known = Object.fromEntries(RUN_STATUSES.map((status) => [status, counted(status)])) as Omit<
    WindowCount,
    'other'
  >
  const sum = Object.values(known).reduce((total, count) => total + count, 0)
  // A run that changed its status between two counts may be in both.
  return { ...known, other: Math.max(0, counted('total') - sum) }
}
