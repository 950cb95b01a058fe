import type { OpenStore } from '@/lib/contract/deps'
import type { Capabilities } from '@/lib/contract/ports/store-info'
import type { StoreOptions } from '@/lib/contract/store-options'
import { ENGINE_COLUMNS } from '@/lib/store/kit/engine-tables'
import { refusingNul } from '@/lib/store/kit/refuse-nul'
import { createMemoryAudit } from './audit'
import { createMemoryBulk } from './bulk'
import { createMemoryCatalog } from './catalog'
import { createMemoryChanges } from './changes'
import { createMemoryConsole } from './console'
import { createMemoryInsight } from './insight'
import { createMemoryLeases } from './leases'
import { createMemoryLogs } from './logs'
import { createMemoryOutputs } from './outputs'
import { createMemoryQueue } from './queue'
import { createMemoryRuns } from './runs'
import { createMemoryShards } from './shards'
import { createMemoryState, type MemoryState } from './state'
import { createMemoryTemplates } from './templates'
import { createMemoryTenants } from './tenants'
import { createMemoryUsage } from './usage'

/** A store for the life of the process: when none is configured, and in place of one that is away. */
export function createMemoryHistory(options: StoreOptions, state: MemoryState = createMemoryState()): OpenStore {
  const env = { ...options, clustered: false, state }
  return {
    runs: refusingNul(createMemoryRuns(env)),
    leases: refusingNul(createMemoryLeases(env)),
    shards: refusingNul(createMemoryShards(env)),
    audit: refusingNul(createMemoryAudit(env)),
    logs: refusingNul(createMemoryLogs(env)),
    catalog: refusingNul(createMemoryCatalog(env)),
    outputs: refusingNul(createMemoryOutputs(env)),
    changes: refusingNul(createMemoryChanges(env)),
    tenants: refusingNul(createMemoryTenants(env)),
    usage: refusingNul(createMemoryUsage(env)),
    templates: refusingNul(createMemoryTemplates(env)),
    health: { degraded: () => false, clustered: false, durable: false },
    insight: refusingNul(createMemoryInsight(env)),
    queue: refusingNul(createMemoryQueue(env)),
    console: refusingNul(createMemoryConsole(env)),
    bulk: refusingNul(createMemoryBulk(env)),
    store: { capabilities: async () => CAPABILITIES },
    look: async () => undefined,
    close: async () => undefined,
  }
}

/** Everything an engine of 1.13 has, and nothing of it lasts. */
const CAPABILITIES: Capabilities = {
  kind: 'memory',
  where: 'memory',
  stamp: null,
  readOnly: null,
  degradedSince: null,
  tables: ENGINE_COLUMNS,
}
