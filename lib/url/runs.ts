import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { momentOf } from './moments'
import { fieldOf, inOrder, RUN_FIELD_KEYS, type RunFieldKey, type RunTerm, readField } from './run-fields'
import { readRunQuery, writeRunQuery } from './run-query'
import { many, type Search, searchText } from './search'

export const RUN_LIMITS = [25, 50, 100, 200, 500] as const
export const DEFAULT_RUN_LIMIT = 50
/** Addresses stay short: the oldest steps of a very long walk are forgotten, the first page is always one click away. */
const LONGEST_TRAIL = 24
const LONGEST_TEXT = 500
const MOST_TERMS = 60

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
  /** Every other condition, and every one that is turned round; in the order of the fields. */
  more: readonly RunTerm[]
  limit: number
  /** Cursors of the pages walked through, the last one opens this page. Empty: the newest runs. */
  trail: readonly string[]
}

export const EVERY_RUN: RunListFilter = { status: [], more: [], limit: DEFAULT_RUN_LIMIT, trail: [] }

/** Conditions that have a member of their own. */
const OWN = ['status', 'name', 'tenant', 'since', 'until'] as const
type Own = (typeof OWN)[number]
const isOwn = (key: RunFieldKey): key is Own => OWN.some((own) => own === key)

/** Every condition of the filter, in the order of the fields. */
export function termsOf(filter: RunListFilter): RunTerm[] {
  const own = OWN.flatMap((key): RunTerm[] => {
    const value = filter[key]
    const values = value === undefined ? [] : typeof value === 'string' ? [value] : value
    return values.map((one) => ({ key, value: one, isNot: false }))
  })
  return inOrder([...own, ...filter.more])
}

/** The filter of these conditions, from its newest runs. Of what can stand there only once the first counts. */
export function filterOf(terms: readonly RunTerm[], limit = DEFAULT_RUN_LIMIT): RunListFilter {
  const kept = inOrder(terms).filter(
    (term, at, all) =>
      term.isNot ||
      fieldOf(term.key).several !== 'one' ||
      all.findIndex((other) => other.key === term.key && !other.isNot) === at,
  )
  const valuesOf = (key: RunFieldKey) =>
    kept.filter((term) => term.key === key && !term.isNot).map(({ value }) => value)
  const wanted = new Set(valuesOf('status'))
  const status = RUN_STATUSES.filter((known) => wanted.has(known))
  const single = Object.fromEntries(
    OWN.flatMap((key) => {
      const [value] = key === 'status' ? [] : valuesOf(key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
  return {
    // All seven are the same as none.
    status: status.length === RUN_STATUSES.length ? [] : status,
    ...single,
    more: kept.filter(({ key, isNot }) => isNot || !isOwn(key)).slice(0, MOST_TERMS),
    limit,
    trail: [],
  }
}

/** What of this field is asked for, or with `isNot` left out. */
export const valuesIn = (filter: RunListFilter, key: RunFieldKey, isNot = false): string[] =>
  termsOf(filter)
    .filter((term) => term.key === key && term.isNot === isNot)
    .map(({ value }) => value)

/** The filter with these values of a field and no others, from its newest runs. */
export const withValues = (
  filter: RunListFilter,
  key: RunFieldKey,
  values: readonly string[],
  isNot = false,
): RunListFilter =>
  filterOf(
    [
      ...termsOf(filter).filter((term) => term.key !== key || term.isNot !== isNot),
      ...values.map((value) => ({ key, value, isNot })),
    ],
    filter.limit,
  )

/** Reads an address. What it cannot use is left out and named in `ignored`; nothing throws. */
export function parseRunFilter(search: Search): { filter: RunListFilter; ignored: string[] } {
  const ignored: string[] = []
  const ignore = (name: string, text: string) => ignored.push(`${name}=${text.slice(0, 60)}`)
  const terms = RUN_FIELD_KEYS.flatMap((key) => [
    ...readMembers(search, key, false, ignore),
    ...readMembers(search, key, true, ignore),
  ])
  const [limitText] = many(search, 'limit').filter((text) => text !== '')
  const limit = RUN_LIMITS.find((known) => String(known) === limitText)
  if (limitText !== undefined && limit === undefined) ignore('limit', limitText)
  const trail = many(search, 'cursor').filter((cursor) => isPlainText(cursor) && cursor !== '')
  return { filter: { ...filterOf(terms, limit), trail: trail.slice(-LONGEST_TRAIL) }, ignored }
}

function readMembers(
  search: Search,
  key: RunFieldKey,
  isNot: boolean,
  ignore: (name: string, text: string) => void,
): RunTerm[] {
  const name = memberOf(key, isNot)
  // What is turned round in a query says so itself.
  if (key === 'q') return isNot ? [] : many(search, name).flatMap((text) => readWords(text, ignore))
  const field = fieldOf(key)
  if (isNot && !field.canExclude) return []
  const texts = many(search, name)
    .flatMap((text) => (field.words === undefined ? [text] : text.split(',').map((word) => word.trim())))
    .filter((text) => text !== '')
  const terms: RunTerm[] = []
  for (const text of new Set(texts)) {
    const read = readField(key, text)
    const isOneTooMany = !isNot && field.several === 'one' && terms.length > 0
    if ('problem' in read || isOneTooMany) ignore(name, text)
    else terms.push({ key, value: read.value, isNot })
  }
  return terms
}

/** The words of an address may hold a whole query: a browser without scripts sends one there. */
function readWords(text: string, ignore: (name: string, text: string) => void): RunTerm[] {
  if (text.length > LONGEST_TEXT * 4) {
    ignore('q', text)
    return []
  }
  const { terms, problems } = readRunQuery(text)
  for (const { from, to } of problems) ignore('q', text.slice(from, to))
  return terms
}

/** The address of a filter; `parseRunFilter` reads it back unchanged. */
export const runFilterSearch = (filter: RunListFilter): string =>
  searchText([
    ...filterEntries(filter),
    ['limit', filter.limit === DEFAULT_RUN_LIMIT ? null : String(filter.limit)],
    ...filter.trail.map((cursor) => ['cursor', cursor] as const),
  ])

/** The same question to the server: spans become instants, only the last cursor counts. */
export function runListParams(filter: RunListFilter, now: number): URLSearchParams {
  const { since, until } = filter
  const asked = {
    ...filter,
    ...(since !== undefined && { since: momentOf(since, now) }),
    ...(until !== undefined && { until: momentOf(until, now) }),
  }
  const params = new URLSearchParams(filterEntries(asked).map(([name, value]) => [name, value]))
  params.append('limit', String(filter.limit))
  const cursor = filter.trail.at(-1)
  if (cursor !== undefined) params.append('cursor', cursor)
  return params
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
export const isFiltered = (filter: RunListFilter): boolean => termsOf(filter).length > 0

const isPlainText = (text: string): boolean => text.length <= LONGEST_TEXT && !text.includes('\u0000')

const memberOf = (key: RunFieldKey, isNot: boolean): string => (isNot ? `-${key}` : key)

/** One member for each field: closed lists with commas, free texts one by one, bare words as a query. */
function filterEntries(filter: RunListFilter): [string, string][] {
  const terms = termsOf(filter)
  const words = terms.filter(({ key }) => key === 'q')
  return RUN_FIELD_KEYS.flatMap((key) =>
    [false, true].flatMap((isNot): [string, string][] => {
      if (key === 'q') return isNot || words.length === 0 ? [] : [['q', writeRunQuery(words)]]
      const values = terms.filter((term) => term.key === key && term.isNot === isNot).map(({ value }) => value)
      if (values.length === 0) return []
      const name = memberOf(key, isNot)
      return fieldOf(key).words === undefined ? values.map((value) => [name, value]) : [[name, values.join(',')]]
    }),
  )
}
