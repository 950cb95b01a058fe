import { z } from 'zod'
import { runUsage } from '@/lib/derive/run-usage'
import { AppError } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'
import { readRun } from './internal-read'

/** What a run used, invocation by invocation, and what that is estimated to cost. */
export const getRunUsage = defineQuery({
  label: 'usage.list',
  permission: 'usage_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'insight'],
  async run({ runs, insight }, { run_id }, { principal }) {
    const read = readRun(own(principal, await runs.get(run_id)))
    if (!read.ok) throw new AppError('unprocessable', `this run cannot be read: ${read.reason}`)
    const { invocations } = read.record
    const untold = invocations.flatMap(({ usage, run_id: id }) => (usage === undefined && id !== undefined ? [id] : []))
    const rows = await insight.usageOf(untold)
    const filed = (rows ?? []).flatMap((row) => {
      const usage = row.read()
      return usage.ok ? [usage.record] : []
    })
    return { ...runUsage(invocations, filed), has_table: rows !== null }
  },
})
