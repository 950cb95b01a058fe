import type { RunHistory } from '@/lib/contract/run-history'
import type { StoreOptions } from '@/lib/contract/store-options'
import { createMemoryAudit } from './audit'
import { createMemoryCatalog } from './catalog'
import { createMemoryChanges } from './changes'
import { createMemoryLeases } from './leases'
import { createMemoryLogs } from './logs'
import { createMemoryOutputs } from './outputs'
import { createMemoryRuns } from './runs'
import { createMemoryShards } from './shards'
import { createMemoryState, type MemoryState } from './state'
import { createMemoryTemplates } from './templates'
import { createMemoryTenants } from './tenants'
import { createMemoryUsage } from './usage'

/** A store for the life of the process: when none is configured, and in place of one that is away. */
export function createMemoryHistory(options: StoreOptions, state: MemoryState = createMemoryState()): RunHistory {
  const env = { ...options, clustered: false, state }
  return {
    runs: createMemoryRuns(env),
    leases: createMemoryLeases(env),
    shards: createMemoryShards(env),
    audit: createMemoryAudit(env),
    logs: createMemoryLogs(env),
    catalog: createMemoryCatalog(env),
    outputs: createMemoryOutputs(env),
    changes: createMemoryChanges(env),
    tenants: createMemoryTenants(env),
    usage: createMemoryUsage(env),
    templates: createMemoryTemplates(env),
    health: { degraded: () => false, clustered: false, durable: false },
  }
}
