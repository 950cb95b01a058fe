import { z } from 'zod'
import { INVOCATION_ORDERS } from '@/lib/contract/records/invocations'
import { arrange } from '@/lib/derive/invocation-list'
import { AppError } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'
import { readRun } from './internal-read'

/**
 * Invocations of a run. Without `limit` all of them, in the run's own order. With it all of them too where there are no
 * more than that; else the first of those that fit, arranged as asked: something to begin with.
 */
export const listInvocations = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({
    run_id: z.string(),
    limit: z.number().int().positive().optional(),
    order: z.enum(INVOCATION_ORDERS).default('duration'),
    is_descending: z.boolean().default(true),
    status: z.string().nullable().default(null),
    kind: z.enum(['rows', 'children']).nullable().default(null),
    words: z.string().default(''),
  }),
  needs: ['runs'],
  async run({ runs }, { run_id, limit, is_descending, ...asked }, { principal }) {
    const read = readRun(own(principal, await runs.get(run_id)))
    if (!read.ok) throw new AppError('unprocessable', `this run cannot be read: ${read.reason}`)
    const rows = read.invocations()
    const isWhole = limit === undefined || rows.length <= limit
    return {
      total: rows.length,
      is_whole: isWhole,
      rows: isWhole ? rows : arrange(rows, { ...asked, isDescending: is_descending }).slice(0, limit),
    }
  },
})
