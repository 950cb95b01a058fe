import type { InstanceRecord } from '@/lib/contract/records/leases'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import { nanosOf, secondsBetween } from './instants'

/** The state format that current engines write. */
export const STATE_FORMAT = 1

/** What every member can read: the least of them; without members our own. */
export const clusterStateFormat = (members: readonly Pick<InstanceRecord, 'state_format'>[]): number =>
  members.length === 0 ? STATE_FORMAT : Math.min(...members.map((member) => member.state_format))

/** Its last beat is at most `ttlMs` old. */
export const isLiveMember = (member: Pick<InstanceRecord, 'last_heartbeat'>, now: Timestamp, ttlMs: number): boolean =>
  nanosOf(now) - nanosOf(member.last_heartbeat) <= BigInt(Math.trunc(ttlMs)) * 1_000_000n

/** What changes in a run whose single instance died. */
export const orphaned = (run: RunRecord, now: Timestamp): Partial<RunRecord> => ({
  status: 'failed',
  finished_at: now,
  error: "owning serve instance's lease expired before the run finished",
  ...elapsed(run, now),
})

/** What changes in a run that another member may take over. */
export const requeued = (run: RunRecord): Partial<RunRecord> => ({ status: 'pending', attempt: run.attempt + 1 })

/** What changes in a run that has outlived too many owners. */
export const poisoned = (run: RunRecord, now: Timestamp): Partial<RunRecord> => ({
  status: 'failed',
  attempt: run.attempt + 1,
  finished_at: now,
  error: `run reclaimed ${run.attempt + 1} times after its owning instance's lease expired; giving up (poison run)`,
  ...elapsed(run, now),
})

/** Filled only where it is missing and can be told: what stands there keeps its digits. */
function elapsed(run: RunRecord, now: Timestamp): Partial<RunRecord> {
  if (run.elapsed_secs !== null || run.started_at === null) return {}
  const seconds = secondsBetween(run.started_at, now)
  return seconds === null ? {} : { elapsed_secs: seconds }
}
