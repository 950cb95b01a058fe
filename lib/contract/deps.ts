import type { BulkStore } from './ports/bulk'
import type { ConsoleStore } from './ports/console'
import type { EnginePort } from './ports/engine'
import type { InsightStore } from './ports/insight'
import type { QueueStore } from './ports/queue'
import type { StoreInfo } from './ports/store-info'
import type { Vault } from './ports/vault'
import type { RunHistory } from './run-history'

/** What a store can do. */
interface StorePorts extends RunHistory {
  insight: InsightStore
  queue: QueueStore
  console: ConsoleStore
  bulk: BulkStore
  store: StoreInfo
}

/** Everything a verb may ask for by name. */
export interface Deps extends StorePorts {
  engine: EnginePort
  vault: Vault
}

/** A store that was opened: its ports, a sign of life, and its end. */
export interface OpenStore extends StorePorts {
  /** Resolves when the database answers anything at all, past every queue of ours; rejects when it stays silent. */
  look(): Promise<void>
  close(): Promise<void>
}
