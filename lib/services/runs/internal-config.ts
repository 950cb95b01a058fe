import type { Vault } from '@/lib/contract/ports/vault'
import { isSealedConfig, sealedFor, sealedPart } from '@/lib/derive/sealed-config'
import { AppError } from '../kit/app-error'

/** A stored config as it was submitted: engines with a vault key seal it. */
export function openedConfig(vault: Vault, runId: string, text: string): string {
  if (!isSealedConfig(text)) return text
  if (!vault.hasKey) {
    throw new AppError(
      'unprocessable',
      "this run's stored config is sealed, and this console was started without a vault key (FAUCET_VAULT_KEY)",
    )
  }
  const read = vault.open(sealedPart(text), sealedFor(runId))
  if (read.ok && typeof read.value === 'string') return read.value
  throw new AppError('unprocessable', "this run's stored config is sealed under a key that this console does not have")
}
