import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'

/** A trigger as the runs that it started tell of it. */
export interface ObservedTrigger {
  name: string
  type: string | null
  /** When its last run was submitted, and how that stands. */
  last_fire: Timestamp
  last_run_id: string
  last_status: string
  runs: number
  failed: number
}

/** Adds a run to what is known of its trigger. Runs come newest first. */
export function observeTrigger(triggers: Map<string, ObservedTrigger>, row: Stored<RunRecord>): void {
  const read = row.read()
  if (!read.ok) return
  const { labels, run_id, submitted_at, status } = read.record
  const name = labels['faucet.trigger.name']
  if (name === undefined) return
  const known = triggers.get(name) ?? {
    name,
    type: labels['faucet.trigger.type'] ?? null,
    last_fire: submitted_at,
    last_run_id: run_id,
    last_status: status,
    runs: 0,
    failed: 0,
  }
  triggers.set(name, { ...known, runs: known.runs + 1, failed: known.failed + (status === 'failed' ? 1 : 0) })
}
