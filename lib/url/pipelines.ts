import { many, one, type Search, searchText } from './search'

export const PIPELINE_RANGES = ['24h', '7d', '30d'] as const
export type PipelineRange = (typeof PIPELINE_RANGES)[number]
const USUAL: PipelineRange = '7d'

const STATES = ['failing', 'late', 'slow', 'running', 'ok', 'quiet'] as const
type State = (typeof STATES)[number]

export const PIPELINE_SORTS = [
  'state',
  'name',
  'last',
  'good',
  'runs',
  'success',
  'duration',
  'rows',
  'rate',
  'next',
] as const
export type PipelineSort = (typeof PIPELINE_SORTS)[number]
const LONGEST = 200
const FURTHEST = 10_000

/** What the list of pipelines shows, as its address says it; what it cannot use is the usual. */
export interface PipelineFilter {
  range: PipelineRange
  /** In the name, its template, trigger or tenant. */
  words: string
  /** Any of these; none: all. */
  states: readonly State[]
  template?: string
  trigger?: string
  tenant?: string
  sort: PipelineSort
  isDescending: boolean
  page: number
}

export const EVERY_PIPELINE: PipelineFilter = {
  range: USUAL,
  words: '',
  states: [],
  sort: 'state',
  isDescending: false,
  page: 1,
}

/** Reads an address. What it cannot use is left out and named in `ignored`; nothing throws. */
export function parsePipelineFilter(search: Search): { filter: PipelineFilter; ignored: string[] } {
  const ignored: string[] = []
  const known = <T extends string>(name: string, text: string | undefined, words: readonly T[]): T | undefined => {
    const found = words.find((word) => word === text)
    if (text && found === undefined) ignored.push(`${name}=${text.slice(0, 60)}`)
    return found
  }
  const plain = (name: string): Record<string, string> => {
    const text = one(search, name)
    if (!text) return {}
    if (text.length <= LONGEST && !text.includes('\0')) return { [name]: text }
    ignored.push(`${name}=${text.slice(0, 60)}`)
    return {}
  }
  const wanted = many(search, 'state')
    .flatMap((text) => text.split(','))
    .flatMap((word) => known('state', word, STATES) ?? [])
  const sortText = one(search, 'sort')
  const isDescending = sortText?.startsWith('-') ?? false
  const page = Number(one(search, 'page') ?? 1)
  if (!isPage(page)) ignored.push(`page=${(one(search, 'page') ?? '').slice(0, 60)}`)
  const states = STATES.filter((state) => wanted.includes(state))
  const filter: PipelineFilter = {
    range: known('range', one(search, 'range'), PIPELINE_RANGES) ?? USUAL,
    words: (one(search, 'q') ?? '').replaceAll('\0', '').slice(0, LONGEST),
    states: states.length === STATES.length ? [] : states,
    ...plain('template'),
    ...plain('trigger'),
    ...plain('tenant'),
    sort: known('sort', sortText?.replace(/^-/, ''), PIPELINE_SORTS) ?? 'state',
    isDescending,
    page: isPage(page) ? page : 1,
  }
  return { filter, ignored }
}

const isPage = (page: number): boolean => Number.isInteger(page) && page >= 1 && page <= FURTHEST

export const pipelineSearch = ({ range, ...filter }: PipelineFilter): string =>
  searchText([
    ['range', range === USUAL ? null : range],
    ['q', filter.words],
    ['state', filter.states.join(',')],
    ['template', filter.template],
    ['trigger', filter.trigger],
    ['tenant', filter.tenant],
    [
      'sort',
      filter.sort === 'state' && !filter.isDescending ? null : `${filter.isDescending ? '-' : ''}${filter.sort}`,
    ],
    ['page', filter.page === 1 ? null : String(filter.page)],
  ])

/** The same as its API is asked. */
export const pipelineParams = ({ range, ...filter }: PipelineFilter): Record<string, string> => ({
  range,
  ...(filter.words !== '' && { q: filter.words }),
  ...(filter.states.length > 0 && { state: filter.states.join(',') }),
  ...(filter.template !== undefined && { template: filter.template }),
  ...(filter.trigger !== undefined && { trigger: filter.trigger }),
  ...(filter.tenant !== undefined && { tenant: filter.tenant }),
  sort: filter.sort,
  desc: String(filter.isDescending),
  page: String(filter.page),
})

/** Is anything left out? */
export const isNarrowed = ({ words, states, template, trigger, tenant }: PipelineFilter): boolean =>
  words !== '' || states.length > 0 || template !== undefined || trigger !== undefined || tenant !== undefined
