import type { RunRecord } from './runs'

export interface ShardInsert {
  shard_id: string
  /** Opaque JSON text, handed back verbatim. */
  descriptor: string
  size_estimate: number | bigint | null
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
