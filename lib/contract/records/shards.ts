import type { Count } from './primitives'
import type { RunRecord } from './runs'

export interface ShardInsert {
  shard_id: string
  /** Opaque JSON text, handed back verbatim. */
  descriptor: string
  size_estimate: Count | null
}

export interface ClaimedShard {
  run_id: string
  shard_id: string
  descriptor: string
  run: RunRecord
}

/** Rows by status. `cancelled` is counted apart only where the store shows a later engine; else it counts as pending. */
export interface ShardProgress {
  total: number
  completed: number
  failed: number
  running: number
  pending: number
  cancelled: number
}

/** How a shard ends. Engines of 1.13.3 and later also write `cancelled`. */
export type ShardOutcome = 'completed' | 'failed' | 'cancelled'

/** A shard as its row says; times are the columns' own text, numbers that cannot be read are null or 0. */
export interface ShardRow {
  run_id: string
  shard_id: string
  descriptor: string
  size_estimate: Count | null
  status: string
  owner: string | null
  lease_expires_at: string | null
  attempt: number
  finished_at: string | null
}
