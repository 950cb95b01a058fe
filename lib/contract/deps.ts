import type { InsightStore } from './ports/insight'
import type { QueueStore } from './ports/queue'
import type { StoreInfo } from './ports/store-info'
import type { RunHistory } from './run-history'

/** Everything a verb may ask for by name. */
export interface Deps extends RunHistory {
  insight: InsightStore
  queue: QueueStore
  store: StoreInfo
}

/** A store that was opened: its ports, a sign of life, and its end. */
export interface OpenStore extends Deps {
  /** Resolves when the database answers anything at all, past every queue of ours; rejects when it stays silent. */
  look(): Promise<void>
  close(): Promise<void>
}
