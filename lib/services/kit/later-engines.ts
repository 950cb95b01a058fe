import type { StoreInfo } from '@/lib/contract/ports/store-info'
import { knows, oldestEngine } from '@/lib/contract/records/vocabulary'
import { AppError } from './app-error'

/** Do engines from 1.14 on work on this store? */
export async function isBesideLaterEngines(store: StoreInfo): Promise<boolean> {
  const { stamp } = await store.capabilities()
  return knows(oldestEngine(stamp), '1.14')
}

/**
 * Engines from 1.14 on let a template go only where its tests passed, under locks of their own, and compare requests to
 * the byte: what these do on their store is theirs alone (storage.md 10.3, traps 35, 39, 41).
 */
export async function refuseBesideLaterEngines(store: StoreInfo, todo: string): Promise<void> {
  if (!(await isBesideLaterEngines(store))) return
  throw new AppError(
    'unavailable',
    `a running engine is needed to ${todo}: engines from 1.14 on work on this store, and such a step must pass their tests`,
  )
}
