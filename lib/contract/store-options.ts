import type { Clock } from './clock'

/** What every backend is built with. Durations in milliseconds. */
export interface StoreOptions {
  clock: Clock
  /** UUIDv4, new for every process start: what `owner` columns hold. */
  instanceId: string
  /** False: lease and shard methods give the inert answers of a single instance. */
  clustered: boolean
  leaseTtlMs: number
  /** How long an idempotency claim lives, for the purge. */
  idempotencyRetentionMs: number
}

export const STORE_DEFAULTS = { leaseTtlMs: 30_000, idempotencyRetentionMs: 86_400_000 } as const
