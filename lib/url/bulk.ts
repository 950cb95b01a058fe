import { BULK_OUTCOMES, type BulkOutcome } from '@/lib/contract/records/bulk'
import { many, one, type Search, searchText, wellFormed } from './search'

/** What of a receipt is shown. */
export interface BulkFilter {
  /** Runs of this fate; null: all of them. */
  outcome: BulkOutcome | null
  /** Places after which the pages walked through begin. */
  trail: readonly string[]
}

const LONGEST_TRAIL = 60
export const BULK_PAGE = 200

export function parseBulkFilter(search: Search): BulkFilter {
  const outcome = one(search, 'outcome')
  return {
    outcome: BULK_OUTCOMES.find((known) => known === outcome) ?? null,
    trail: many(search, 'after')
      .filter((place) => /^\d{6}$/.test(place))
      .slice(-LONGEST_TRAIL),
  }
}

export const bulkFilterSearch = ({ outcome, trail }: BulkFilter): string =>
  searchText([['outcome', outcome], ...trail.map((place) => ['after', place] as const)])

const withQuery = (path: string, search: string): string => (search === '' ? path : `${path}?${search}`)
const segment = (id: string): string => encodeURIComponent(wellFormed(id))

export const pathToBulk = (id: string, search = ''): string => withQuery(`/runs/bulk/${segment(id)}`, search)
export const pathToBulks = (): string => '/runs/bulk'
export const pathToBulkApi = (id: string): string => `/console/bulk/${segment(id)}`

export const bulkRunsInput = ({ outcome, trail }: BulkFilter): Record<string, string> => ({
  limit: String(BULK_PAGE),
  ...(outcome !== null && { outcome }),
  ...(trail.length > 0 && { after: trail.at(-1) ?? '' }),
})
export const pathToBulkRuns = (id: string, filter: BulkFilter): string =>
  `${pathToBulkApi(id)}/runs?${new URLSearchParams(bulkRunsInput(filter))}`
export const pathToBulkExport = (id: string, outcome: BulkOutcome | null): string =>
  withQuery(`${pathToBulkApi(id)}/runs/export`, searchText([['outcome', outcome]]))
