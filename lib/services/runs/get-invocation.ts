import { z } from 'zod'
import { AppError, notFound } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'
import { readRun } from './internal-read'

/** One invocation of a run, whole: named by its row and, where it has one, its parent record. The first of several. */
export const getInvocation = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string(), row: z.string(), parent: z.string().optional() }),
  needs: ['runs'],
  async run({ runs }, { run_id, row, parent }, { principal }) {
    const read = readRun(own(principal, await runs.get(run_id)))
    if (!read.ok) throw new AppError('unprocessable', `this run cannot be read: ${read.reason}`)
    const rows = read.invocations()
    const ofRow = rows.filter(({ row_id }) => row_id === row)
    const found = ofRow.find(({ parent_record_key: key }) => parent === undefined || key === parent)
    const record = found === undefined ? undefined : read.record.invocations[found.n]
    if (found === undefined || record === undefined) throw notFound()
    return {
      row: found,
      error: record.error,
      /** What the row of a table leaves out: calls by kind, retries by reason, what was waited, cost line by line. */
      used: record.usage === undefined ? null : { ...record.usage.usage, cost: record.usage.cost },
      /** Invocations of the same row, this one among them: one a parent record. */
      of_row: ofRow.length,
    }
  },
})
