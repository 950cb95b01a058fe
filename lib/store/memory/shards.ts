import type { ShardsStore } from '@/lib/contract/ports/shards'
import { shardProgress } from '@/lib/derive/shard-progress'
import type { MemoryEnv } from './state'

/** One process has nobody to share a run with. */
export const createMemoryShards = (_env: MemoryEnv): ShardsStore => ({
  insert: async () => 0,
  claim: async () => [],
  renew: async () => 0,
  reclaim: async () => ({ requeued: 0, failed: 0 }),
  finalize: async () => false,
  progress: async () => shardProgress([], false),
  pendingCancellations: async () => [],
  finalizeCompletedParents: async () => 0,
})
