import { INVOCATION_ORDERS, type InvocationArrangement } from '@/lib/contract/records/invocations'
import { one, type Search, searchText } from './search'

/** What the invocations of a run are asked for, as the address says it. */
export interface InvocationFilter extends InvocationArrangement {
  view: 'table' | 'timeline'
  /** The one that is looked at: its row, and its parent record where it has one. */
  chosen: { row: string; parent: string | null } | null
}

export function parseInvocationFilter(search: Search): InvocationFilter {
  const sort = one(search, 'sort') ?? ''
  const order = INVOCATION_ORDERS.find((known) => known === sort.replace(/^-/, ''))
  const status = one(search, 'status') ?? (one(search, 'failed') === '1' ? 'failed' : '')
  const row = one(search, 'row') ?? ''
  return {
    view: one(search, 'view') === 'timeline' ? 'timeline' : 'table',
    order: order ?? 'duration',
    isDescending: order === undefined || sort.startsWith('-'),
    status: /^[a-z_]{1,40}$/.test(status) ? status : null,
    kind: KINDS.find((known) => known === one(search, 'kind')) ?? null,
    words: (one(search, 'q') ?? '').slice(0, LONGEST),
    chosen: row === '' ? null : { row, parent: one(search, 'parent') ?? null },
  }
}

/** Slowest first, as a table, is what is shown unasked. */
export const invocationSearch = ({
  view,
  order,
  isDescending,
  status,
  kind,
  words,
  chosen,
}: InvocationFilter): string =>
  searchText([
    ['view', view === 'table' ? null : view],
    ['sort', order === 'duration' && isDescending ? null : `${isDescending ? '-' : ''}${order}`],
    ['status', status],
    ['kind', kind],
    ['q', words],
    ['row', chosen?.row],
    ['parent', chosen?.parent],
  ])

const KINDS = ['rows', 'children'] as const

const LONGEST = 200
