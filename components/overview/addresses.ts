import { pathToRuns } from '@/lib/url/paths'
import { EVERY_RUN, type RunListFilter, runFilterSearch } from '@/lib/url/runs'

/** The list behind a number. */
export const runsLike = (filter: Partial<RunListFilter>): string =>
  pathToRuns(runFilterSearch({ ...EVERY_RUN, ...filter }))
