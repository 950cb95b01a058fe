import { isTimestamp } from '@/lib/contract/records/primitives'
import { many, one, type Search, searchText } from './search'

export const OVERVIEW_RANGES = ['1h', '24h', '7d', '30d'] as const
export type OverviewRange = (typeof OVERVIEW_RANGES)[number]
const USUAL_RANGE: OverviewRange = '24h'
const LONGEST_TEXT = 500
const MOST_LABELS = 10

/** What the overview is of, exactly as its address says it. */
export interface OverviewFilter {
  range: OverviewRange
  /** An instant, or a span back from now: in place of the range, with or without an end. */
  since?: string
  until?: string
  pipeline?: string
  pool?: string
  tenant?: string
  /** `key:value`, or `key` alone for any value; all must hold. */
  labels: readonly string[]
}

/** Reads an address. What it cannot use is left out and named in `ignored`; nothing throws. */
export function parseOverview(search: Search): { filter: OverviewFilter; ignored: string[] } {
  const ignored: string[] = []
  const take = (name: string, fits: (text: string) => boolean): string | undefined => {
    const text = one(search, name)
    if (text === undefined || text === '') return undefined
    if (fits(text)) return text
    ignored.push(`${name}=${text.slice(0, 60)}`)
    return undefined
  }
  const asked = take('range', (text) => OVERVIEW_RANGES.some((known) => known === text))
  const [since, until] = [take('since', isMoment), take('until', isMoment)]
  const [pipeline, pool, tenant] = [take('pipeline', isPlain), take('pool', isPlain), take('tenant', isPlain)]
  const labels = [...new Set(many(search, 'label'))].filter((label) => {
    const fits = isPlain(label) && label !== '' && !label.startsWith(':') && !label.includes(',')
    if (!fits && label !== '') ignored.push(`label=${label.slice(0, 60)}`)
    return fits
  })
  return {
    filter: {
      range: OVERVIEW_RANGES.find((known) => known === asked) ?? USUAL_RANGE,
      // An end alone has no beginning.
      ...(since !== undefined && { since, ...(until !== undefined && { until }) }),
      ...(pipeline !== undefined && { pipeline }),
      ...(pool !== undefined && { pool }),
      ...(tenant !== undefined && { tenant }),
      labels: labels.slice(0, MOST_LABELS),
    },
    ignored,
  }
}

/** The address of a filter; `parseOverview` reads it back unchanged. */
export const overviewSearch = ({ range, since, until, ...filter }: OverviewFilter): string =>
  searchText([
    ['range', range === USUAL_RANGE || since !== undefined ? null : range],
    ['since', since],
    ['until', until],
    ...narrowing(filter),
  ])

/** The same as the routes behind the page are asked. */
export const overviewParams = ({ range, since, until, labels, ...filter }: OverviewFilter): Record<string, string> =>
  Object.fromEntries(
    [
      ['range', since === undefined ? range : undefined] as const,
      ['since', since] as const,
      ['until', until] as const,
      ...narrowing({ ...filter, labels: [] }),
      ['labels', labels.join(',')] as const,
    ].filter((entry): entry is [string, string] => Boolean(entry[1])),
  )

const narrowing = ({
  pipeline,
  pool,
  tenant,
  labels,
}: Pick<OverviewFilter, 'pipeline' | 'pool' | 'tenant' | 'labels'>): (readonly [string, string | undefined])[] => [
  ['pipeline', pipeline],
  ['pool', pool],
  ['tenant', tenant],
  ...labels.map((label) => ['label', label] as const),
]

const isMoment = (text: string): boolean => /^[1-9]\d{0,4}[mhdw]$/.test(text) || isTimestamp(text)
const isPlain = (text: string): boolean => text.length <= LONGEST_TEXT && !text.includes('\u0000')
