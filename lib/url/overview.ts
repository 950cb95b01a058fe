import { one, type Search, searchText } from './search'

export const OVERVIEW_RANGES = ['1h', '24h', '7d'] as const
export type OverviewRange = (typeof OVERVIEW_RANGES)[number]
export const USUAL_RANGE: OverviewRange = '24h'

/** What the overview is asked for, as its address says it; what it cannot use is the usual. */
export const parseOverviewRange = (search: Search): OverviewRange => {
  const asked = one(search, 'range')
  return OVERVIEW_RANGES.find((known) => known === asked) ?? USUAL_RANGE
}

export const overviewSearch = (range: OverviewRange): string =>
  searchText([['range', range === USUAL_RANGE ? null : range]])
