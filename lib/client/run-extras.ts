import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from './api'
import { jsonAs } from './wire-query'

const RunExtras = z.object({
  owners: z.record(z.string(), z.string()),
  submitters: z.record(z.string(), z.string()).nullable(),
})
/** By run id: the instance that owns it, and who submitted it; `submitters` null: not for this viewer. */
export type RunExtras = z.output<typeof RunExtras>

/** An address holds no more. */
const AT_ONCE = 100

const readExtras = jsonAs(RunExtras)

/** What no body says of these runs: kept while the next page is on its way, since ids do not repeat. */
export const runExtrasQuery = (runIds: readonly string[]) => ({
  queryKey: ['runs', 'extras', runIds.join(',')],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<RunExtras> => {
    const parts = Array.from({ length: Math.ceil(runIds.length / AT_ONCE) }, (_, part) =>
      api(readExtras, pathToExtras(runIds.slice(part * AT_ONCE, (part + 1) * AT_ONCE)), { signal }),
    )
    return (await Promise.all(parts)).reduce((sum, one) => ({
      owners: { ...sum.owners, ...one.owners },
      submitters: one.submitters && { ...sum.submitters, ...one.submitters },
    }))
  },
  enabled: runIds.length > 0,
  placeholderData: keepPreviousData<RunExtras>,
})

const pathToExtras = (runIds: readonly string[]): string =>
  `/console/runs/extras?${new URLSearchParams({ run_ids: runIds.join(',') })}`
