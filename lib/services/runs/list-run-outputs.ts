import { z } from 'zod'
import { AppError } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'
import { readRun } from './internal-read'

const MOST = 500

/** Local files that a run was the last to write; null: this store keeps no list of them. */
export const listRunOutputs = defineQuery({
  label: 'local_output.list',
  permission: 'local_output_read',
  scope: 'global',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'insight'],
  async run({ runs, insight }, { run_id }, { principal }) {
    const read = readRun(own(principal, await runs.get(run_id)))
    if (!read.ok) throw new AppError('unprocessable', `this run cannot be read: ${read.reason}`)
    const ids = new Set(read.record.invocations.flatMap(({ usage }) => usage?.dataset_id ?? []))
    const rows = await insight.outputsOf(run_id, [...ids], MOST + 1)
    if (rows === null) return null
    return { rows: rows.slice(0, MOST), is_cut: rows.length > MOST }
  },
})
