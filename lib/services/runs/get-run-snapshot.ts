import { z } from 'zod'
import { AppError } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'
import { readRun } from './internal-read'

/** The resolved config of a run's pipeline as it last ran well, which may be another run's; null: none is kept. */
export const getRunSnapshot = defineQuery({
  label: 'catalog.get',
  permission: 'catalog_read',
  scope: 'global',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'catalog'],
  async run({ runs, catalog }, { run_id }, { principal }) {
    const read = readRun(own(principal, await runs.get(run_id)))
    if (!read.ok) throw new AppError('unprocessable', `this run cannot be read: ${read.reason}`)
    const { labels, tenant } = read.record
    const pipeline = labels['pipeline'] ?? 'serve'
    // Later engines keep those of tenants apart.
    const names = tenant === undefined ? [pipeline] : [`${tenant}::${pipeline}`, pipeline]
    for (const name of names) {
      const row = await catalog.lastConfigSnapshot(name)
      if (row !== null) return row
    }
    return null
  },
})
