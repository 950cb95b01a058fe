import type { RunRow } from '@/lib/client/runs'
import type { RunRecord } from '@/lib/contract/records/runs'
import { median, runTiming } from '@/lib/derive/run-timing'

export type Usual = ReadonlyMap<string, { ms: number; of: number }>

/** What each pipeline on this page usually takes: the middle of its completed runs here, where there are at least three. */
export function usualDurations(rows: readonly RunRow[]): Usual {
  const seen = new Map<string, number[]>()
  for (const row of rows) {
    if (!row.ok || row.record.status !== 'completed') continue
    const { totalMs } = runTiming(row.record, 0)
    if (totalMs === null) continue
    const key = usualKey(row.record)
    seen.set(key, [...(seen.get(key) ?? []), totalMs])
  }
  const usual = new Map<string, { ms: number; of: number }>()
  for (const [key, durations] of seen) {
    const ms = median(durations)
    if (ms !== null) usual.set(key, { ms, of: durations.length })
  }
  return usual
}

export const usualKey = ({ labels, name }: Pick<RunRecord, 'labels' | 'name'>): string =>
  labels['pipeline'] ?? name ?? ''
