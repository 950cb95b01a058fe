import type { Timestamp } from './primitives'

/** What a member tells about itself at each beat (records.md 2.2). */
export interface InstanceHeartbeat {
  started_at: Timestamp
  listen: string | null
  max_concurrent: number
  in_flight: number
  state_format: number
}

/** A cluster member as its row says. `state_format` 0: it never advertised one. */
export interface InstanceRecord extends InstanceHeartbeat {
  instance_id: string
  last_heartbeat: Timestamp
  /** Pools it serves; null: it predates pools. Absent in a store that has none. */
  pools?: string[] | null
}

export interface ReclaimReport {
  requeued: number
  failed: number
}

/** The pool of a run that names none. */
export const DEFAULT_POOL = 'default'
