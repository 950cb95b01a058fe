import 'server-only'
import type { RunHistory } from '@/lib/contract/run-history'
import type { StoreOptions } from '@/lib/contract/store-options'
import { createPrismaAudit } from './audit'
import { createPrismaCatalog } from './catalog'
import { createPrismaChanges } from './changes'
import { classifyError } from './classify-error'
import { openClient } from './client'
import type { PrismaEnv } from './env'
import { guard } from './guard'
import { createPrismaLeases } from './leases'
import { createPrismaLogs } from './logs'
import { createPrismaOutputs } from './outputs'
import { createPrismaRuns } from './runs'
import { createShapeProbe, createTablesIfEmpty } from './shape'
import { createPrismaShards } from './shards'
import { createPrismaTemplates } from './templates'
import { createPrismaTenants } from './tenants'
import type { HistoryUrl } from './url'
import { createPrismaUsage } from './usage'

export interface PrismaHistory extends RunHistory {
  readonly env: PrismaEnv
  close(): Promise<void>
}

/** Opens a store: an empty database gets the engine's tables, any other is taken as it is. Rejects with a HistoryError. */
export async function openPrismaHistory(
  url: Exclude<HistoryUrl, { kind: 'memory' }>,
  options: StoreOptions,
  more: { searchPath?: string } = {},
): Promise<PrismaHistory> {
  const { db, dialect } = openClient(url, more)
  const shape = createShapeProbe(db, dialect, options.clock)
  const env: PrismaEnv = { ...options, db, dialect, shape }
  try {
    await createTablesIfEmpty(db, dialect)
  } catch (cause) {
    await db.$disconnect().catch(() => undefined)
    throw classifyError(cause)
  }
  return { ...compose(env), env, close: () => db.$disconnect() }
}

function compose(env: PrismaEnv): RunHistory {
  const { shape, clustered } = env
  return {
    runs: guard('runs', createPrismaRuns(env), shape),
    leases: guard('leases', createPrismaLeases(env), shape),
    shards: guard('shards', createPrismaShards(env), shape),
    audit: guard('audit', createPrismaAudit(env), shape),
    logs: guard('logs', createPrismaLogs(env), shape),
    catalog: guard('catalog', createPrismaCatalog(env), shape),
    outputs: guard('outputs', createPrismaOutputs(env), shape),
    changes: guard('changes', createPrismaChanges(env), shape),
    tenants: guard('tenants', createPrismaTenants(env), shape),
    usage: guard('usage', createPrismaUsage(env), shape),
    templates: guard('templates', createPrismaTemplates(env), shape),
    health: { degraded: () => false, clustered, durable: true },
  }
}
