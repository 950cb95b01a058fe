import { z } from 'zod'
import { seesStoredText } from '@/lib/auth/principal'
import type { Vault } from '@/lib/contract/ports/vault'
import { recordOf } from '@/lib/contract/stored'
import { isSealedConfig, sealedFor, sealedPart } from '@/lib/derive/sealed-config'
import { shownConfig } from '@/lib/derive/shown-config'
import { AppError, notFound } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

/** The config that a run was submitted with, as far as its store keeps it: clustered engines do (http-api.md 12). */
export const getRunConfig = defineQuery({
  label: 'run.config',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'vault'],
  async run({ runs, vault }, { run_id }, { principal }) {
    const { config_body, config_format = 'yaml' } = recordOf(own(principal, await runs.get(run_id)))
    if (config_body === undefined) throw notFound()
    const shown = shownConfig(opened(vault, run_id, config_body), config_format, seesStoredText(principal))
    if (shown === null) {
      throw new AppError(
        'unprocessable',
        'the config of this run does not parse, so nobody can tell what in it is secret',
      )
    }
    return { format: config_format, ...shown }
  },
  audit: (_, { run_id }) => [{ action: 'run.config', run_id }],
})

function opened(vault: Vault, runId: string, text: string): string {
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
