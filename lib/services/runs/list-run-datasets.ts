import { z } from 'zod'
import { can } from '@/lib/auth/roles'
import { shift } from '@/lib/contract/clock'
import { touchedDatasets, writtenDatasets } from '@/lib/derive/run-datasets'
import { AppError } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'
import { readRun } from './internal-read'

/** Datasets of one run that the catalog is asked about; a run of more says how many are left out. */
const MOST = 60
/** What a run leaves in the catalog is filed when its invocations end. */
const FILED_MS = 60_000

/**
 * What a run wrote, as its invocations say; and, for whoever may read the catalog, what it read, which schemas it changed,
 * and how its volume compares. Somebody confined to a tenant has no catalog.
 */
export const listRunDatasets = defineQuery({
  label: 'run.get',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'insight'],
  async run({ runs, insight }, { run_id }, { principal, now }) {
    const read = readRun(own(principal, await runs.get(run_id)))
    if (!read.ok) throw new AppError('unprocessable', `this run cannot be read: ${read.reason}`)
    const written = writtenDatasets(read.invocations())
    const shown = written.slice(0, MOST)
    const left_out = written.length - shown.length
    if (principal.tenant !== null || !can(principal.role, 'catalog_read'))
      return { catalog: 'closed' as const, datasets: shown, left_out }
    const ids = shown.flatMap(({ dataset_id }) => (dataset_id === null ? [] : [dataset_id]))
    const until = shift(read.record.finished_at ?? now(), FILED_MS)
    const catalog = await insight.catalogOf(run_id, ids, until)
    if (catalog === null) return { catalog: 'missing' as const, datasets: shown, left_out }
    return { catalog: 'read' as const, datasets: touchedDatasets(run_id, shown, catalog), left_out }
  },
})
