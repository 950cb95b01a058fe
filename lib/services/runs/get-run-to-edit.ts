import { z } from 'zod'
import { seesStoredText } from '@/lib/auth/principal'
import { optionsOfRun } from '@/lib/derive/run-as-form'
import { AppError } from '../kit/app-error'
import { aside } from '../kit/aside'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'
import { openedConfig } from './internal-config'
import { readRun } from './internal-read'

/**
 * A run as the submit form opens it: what it was asked for, and its kept config as its own page would show it. What is
 * named like a secret is hidden for everybody: it has to be given again.
 */
export const getRunToEdit = defineQuery({
  label: 'run.get',
  permission: 'run_write',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'vault'],
  async run({ runs, vault }, { run_id }, { principal }) {
    const read = readRun(own(principal, await runs.get(run_id)))
    if (!read.ok) throw new AppError('unprocessable', `this run cannot be read: ${read.reason}`)
    const { record } = read
    const { name, status, submitted_at, submitted_by = null, config_body, config_format = 'yaml' } = record
    const about = {
      ...{ run_id, name, status, submitted_at, submitted_by, template: record.labels['template'] ?? null },
      options: optionsOfRun(record),
    }
    if (config_body === undefined) return { ...about, text: { state: 'not_kept' as const } }
    if (!seesStoredText(principal)) return { ...about, text: { state: 'withheld' as const } }
    const opened = openedConfig(vault, run_id, config_body)
    const shown = await aside('shownConfig', opened.length, opened, config_format, true)
    const { body = '', redacted = false } = shown ?? {}
    return { ...about, text: { state: 'shown' as const, format: config_format, body, redacted } }
  },
})
