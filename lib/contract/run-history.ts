import type { AuditStore } from './ports/audit'
import type { CatalogStore } from './ports/catalog'
import type { ChangesStore } from './ports/changes'
import type { LeasesStore } from './ports/leases'
import type { LogsStore } from './ports/logs'
import type { OutputsStore } from './ports/outputs'
import type { RunsStore } from './ports/runs'
import type { ShardsStore } from './ports/shards'
import type { TemplatesStore } from './ports/templates'
import type { TenantsStore } from './ports/tenants'
import type { UsageStore } from './ports/usage'

export interface Health {
  /** The store is away and memory answers in its place. */
  degraded(): boolean
  readonly clustered: boolean
  readonly durable: boolean
}

/** The engine's run-history trait at 1.13.1, by domain. Every backend implements all of it. */
export interface RunHistory {
  runs: RunsStore
  leases: LeasesStore
  shards: ShardsStore
  audit: AuditStore
  logs: LogsStore
  catalog: CatalogStore
  outputs: OutputsStore
  changes: ChangesStore
  tenants: TenantsStore
  usage: UsageStore
  templates: TemplatesStore
  health: Health
}
export type Domain = Exclude<keyof RunHistory, 'health'>
