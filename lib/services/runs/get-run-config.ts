import { z } from 'zod'
import { seesStoredText } from '@/lib/auth/principal'
import { recordOf } from '@/lib/contract/stored'
import { AppError, notFound } from '../kit/app-error'
import { aside } from '../kit/aside'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'
import { openedConfig } from './internal-config'

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
    const text = openedConfig(vault, run_id, config_body)
    const shown = await aside('shownConfig', text.length, text, config_format, seesStoredText(principal))
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
