import type { Report } from '@/lib/client/overview'
import type { OverviewFilter } from '@/lib/url/overview'
import { pathToRuns } from '@/lib/url/paths'
import { EVERY_RUN, type RunListFilter, runFilterSearch, withValues } from '@/lib/url/runs'

type Narrowing = Pick<OverviewFilter, 'pipeline' | 'pool' | 'tenant' | 'labels'>

/** The list of the runs that are alike, among those that the page is narrowed to. */
export function runsLike(
  { pipeline, pool, tenant, labels }: Narrowing,
  { pipeline: own = pipeline, ...wanted }: Partial<RunListFilter> & { pipeline?: string | undefined },
): string {
  let filter: RunListFilter = { ...EVERY_RUN, ...wanted, ...(tenant !== undefined && { tenant }) }
  if (own !== undefined && own !== '') filter = withValues(filter, 'pipeline', [own])
  if (labels.length > 0) filter = withValues(filter, 'label', labels)
  if (pool !== undefined) filter = withValues(filter, 'pool', [pool])
  return pathToRuns(runFilterSearch(filter))
}

/** The window of the report as a list of runs takes it: a range stays one, so that the list moves on with it. */
export function windowOf({ range, since }: OverviewFilter, report: Report): { since: string; until?: string } {
  if (since === undefined) return { since: range }
  return { since: secondOf(report.since), ...(!report.is_now && { until: justBefore(report.until) }) }
}

/** From one instant to just before another: ends of a list are inclusive. */
export const stretch = (at: string, until: string): { since: string; until: string } => ({
  since: at,
  until: justBefore(until),
})

const secondOf = (at: string): string => `${at.slice(0, 19)}Z`
const justBefore = (at: string): string => `${new Date(Date.parse(at) - 1).toISOString().slice(0, -1)}999999Z`
