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
