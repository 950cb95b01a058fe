import { z } from 'zod'
import { seesStoredText } from '@/lib/auth/principal'
import { AppError } from '../kit/app-error'
import { aside } from '../kit/aside'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'
import { openedConfig } from './internal-config'
import { readRun } from './internal-read'

/**
 * The text a run was submitted with, for its page: only for who may see stored texts, as it was written, what is named
 * like a secret hidden. To others, whether there is one.
 */
export const getSubmittedText = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'vault'],
  async run({ runs, vault }, { run_id }, { principal }) {
    const read = readRun(own(principal, await runs.get(run_id)))
    if (!read.ok) throw new AppError('unprocessable', `this run cannot be read: ${read.reason}`)
    const { config_body: text, config_format: format = 'yaml' } = read.record
    if (text === undefined) return { state: 'not_kept' as const }
    if (!seesStoredText(principal)) return { state: 'withheld' as const }
    const opened = openedConfig(vault, run_id, text)
    const shown = await aside('shownConfig', opened.length, opened, format, true)
    return { state: 'shown' as const, format, body: shown?.body ?? '', redacted: shown?.redacted ?? false }
  },
})
