import type { StoreInfo } from '@/lib/contract/ports/store-info'
import { type SealFormat, sealFormatOf, type Vault } from '@/lib/contract/ports/vault'
import { AppError } from '../kit/app-error'

/** Engines from 1.13.3 on leave a stamp, and with them came bound seals and sealed notifications. */
export const isLaterStore = async (store: StoreInfo): Promise<boolean> => (await store.capabilities()).stamp !== null

/** What cannot be sealed is not stored. The words are the engine's: scripts look for them. */
export function requireKey(vault: Vault): void {
  if (vault.hasKey) return
  throw new AppError(
    'unavailable',
    'this server has no vault key (start it with --vault-key or FAUCET_VAULT_KEY) — tenant connections cannot be stored ' +
      'or opened',
  )
}

/** Bound to its row wherever every engine can open that; what was bound is never written down to the older format. */
export async function formatFor(store: StoreInfo, replaced: string | undefined): Promise<SealFormat> {
  if (replaced !== undefined && sealFormatOf(replaced) === 2) return 2
  return (await isLaterStore(store)) ? 2 : 1
}
