import { isTimestamp } from '@/lib/contract/records/primitives'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { many, one, type Search, searchText } from './search'

export const RUN_LIMITS = [25, 50, 100, 200, 500] as const
export const DEFAULT_RUN_LIMIT = 50
/** Addresses stay short: the oldest steps of a very long walk are forgotten, the first page is always one click away. */
const LONGEST_TRAIL = 24
const LONGEST_TEXT = 500

/** What the runs page shows, exactly as its address says it. */
export interface RunListFilter {
  /** Any of these; empty: every status. Known words, in their own order. */
  status: readonly string[]
  /** The whole name, to the letter. */
  name?: string
  tenant?: string
  /** An instant, or a span back from now: `24h`. Both ends are inclusive. */
  since?: string
  until?: string
  limit: number
  /** Cursors of the pages walked through, the last one opens this page. Empty: the newest runs. */
  trail: readonly string[]
}

export const EVERY_RUN: RunListFilter = { status: [], limit: DEFAULT_RUN_LIMIT, trail: [] }

/** Reads an address. What it cannot use is left out and named in `ignored`; nothing throws. */
export function parseRunFilter(search: Search): { filter: RunListFilter; ignored: string[] } {
  const ignored: string[] = []
  const take = (name: string, fits: (text: string) => boolean): string | undefined => {
    const text = one(search, name)
    if (text === undefined || text === '') return undefined
    if (fits(text)) return text
    ignored.push(`${name}=${text.slice(0, 60)}`)
    return undefined
  }
  const words = many(search, 'status').flatMap((list) => list.split(','))
  const wanted = new Set(words.map((word) => word.trim()).filter(Boolean))
  const status = RUN_STATUSES.filter((known) => wanted.has(known))
  for (const word of wanted) if (!isStatus(word)) ignored.push(`status=${word.slice(0, 60)}`)

  const name = take('name', isPlainText)
  const tenant = take('tenant', isPlainText)
  const since = take('since', isMoment)
  const until = take('until', isMoment)
  const limit = Number(take('limit', (text) => RUN_LIMITS.some((known) => String(known) === text)) ?? DEFAULT_RUN_LIMIT)
  const trail = many(search, 'cursor').filter((cursor) => isPlainText(cursor) && cursor !== '')
  return {
    filter: {
      // All seven are the same as none.
      status: status.length === RUN_STATUSES.length ? [] : status,
      ...(name !== undefined && { name }),
      ...(tenant !== undefined && { tenant }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      limit,
      trail: trail.slice(-LONGEST_TRAIL),
    },
    ignored,
  }
}

/** The address of a filter; `parseRunFilter` reads it back unchanged. */
export const runFilterSearch = (filter: RunListFilter): string =>
  searchText([
    ...filterEntries(filter),
    ['limit', filter.limit === DEFAULT_RUN_LIMIT ? null : String(filter.limit)],
    ...filter.trail.map((cursor) => ['cursor', cursor] as const),
  ])

/** The same question to `GET /v1/runs`: spans become instants, only the last cursor counts. */
export function runListParams(filter: RunListFilter, now: number): Record<string, string> {
  const cursor = filter.trail.at(-1)
  return Object.fromEntries(
    [
      ...filterEntries({
        ...filter,
        ...(filter.since && { since: momentOf(filter.since, now) }),
        ...(filter.until && { until: momentOf(filter.until, now) }),
      }),
      ['limit', String(filter.limit)] as const,
      ['cursor', cursor] as const,
    ].filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

/** Another filter starts at the newest runs again. */
export const withFilter = (filter: RunListFilter, change: Partial<RunListFilter>): RunListFilter => ({
  ...filter,
  trail: [],
  ...change,
})

export const olderPage = (filter: RunListFilter, cursor: string): RunListFilter => ({
  ...filter,
  trail: [...filter.trail, cursor].slice(-LONGEST_TRAIL),
})
export const newerPage = (filter: RunListFilter): RunListFilter => ({ ...filter, trail: filter.trail.slice(0, -1) })

/** Does the filter leave anything out? */
export const isFiltered = (filter: RunListFilter): boolean =>
  filter.status.length > 0 || [filter.name, filter.tenant, filter.since, filter.until].some(Boolean)

/** `24h` is a span back from `now`; an instant is itself. */
export function momentOf(text: string, now: number): string {
  const match = SPAN.exec(text)
  if (match === null) return text
  const ms = Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0)
  return `${new Date(Math.max(now - ms, 0)).toISOString().slice(0, 19)}Z`
}

/** Words for a span: `24 h`, `7 days`; null for an instant. */
export function spanWords(text: string): string | null {
  const match = SPAN.exec(text)
  if (match === null) return null
  const count = Number(match[1])
  const [one, many] = UNIT_WORDS[match[2] ?? ''] ?? ['', '']
  return `${count} ${count === 1 ? one : many}`
}

const SPAN = /^([1-9]\d{0,4})([mhdw])$/
const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const UNIT_WORDS: Record<string, [string, string]> = {
  m: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  d: ['day', 'days'],
  w: ['week', 'weeks'],
}

const isStatus = (word: string): boolean => RUN_STATUSES.some((known) => known === word)
const isMoment = (text: string): boolean => SPAN.test(text) || isTimestamp(text)
const isPlainText = (text: string): boolean => text.length <= LONGEST_TEXT && !text.includes('\u0000')

function filterEntries(filter: RunListFilter): (readonly [string, string | undefined])[] {
  return [
    ['status', filter.status.join(',')],
    ['name', filter.name],
    ['tenant', filter.tenant],
    ['since', filter.since],
    ['until', filter.until],
  ]
}
