import { one, type Search, searchText } from './search'

/** What the invocations of a run are asked for, as the address says it. */
export interface InvocationFilter {
  order: 'duration' | 'rows' | 'row'
  isDescending: boolean
  isFailedOnly: boolean
  words: string
}

const ORDERS = ['duration', 'rows', 'row'] as const

export function parseInvocationFilter(search: Search): InvocationFilter {
  const sort = one(search, 'sort') ?? ''
  const order = ORDERS.find((known) => known === sort.replace(/^-/, ''))
  return {
    order: order ?? 'duration',
    isDescending: order === undefined || sort.startsWith('-'),
    isFailedOnly: one(search, 'failed') === '1',
    words: (one(search, 'q') ?? '').slice(0, LONGEST),
  }
}

/** Slowest first is what is shown unasked. */
export const invocationSearch = ({ order, isDescending, isFailedOnly, words }: InvocationFilter): string =>
  searchText([
    ['sort', order === 'duration' && isDescending ? null : `${isDescending ? '-' : ''}${order}`],
    ['failed', isFailedOnly ? '1' : null],
    ['q', words],
  ])

/** What a log is asked for. */
export interface LogFilter {
  /** That level and above. */
  level: string | null
  words: string
}

const LEVELS = ['ERROR', 'WARN', 'INFO', 'DEBUG']
const LONGEST = 200

export function parseLogFilter(search: Search): LogFilter {
  const level = one(search, 'level')?.toUpperCase()
  return {
    level: LEVELS.find((known) => known === level) ?? null,
    words: (one(search, 'q') ?? '').slice(0, LONGEST),
  }
}

export const logSearch = ({ level, words }: LogFilter): string =>
  searchText([
    ['level', level],
    ['q', words],
  ])
