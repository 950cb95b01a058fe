import type { Column } from '@/components/ui/data-table'
import { Missing } from '@/components/ui/missing'
import { ShallowLink } from '@/components/ui/shallow-link'
import { Status } from '@/components/ui/status'
import type { InvocationRow } from '@/lib/contract/records/invocations'
import { invocationLook } from '@/lib/derive/run-look'
import { bytes } from '@/lib/format/bytes'
import { duration } from '@/lib/format/duration'
import { money } from '@/lib/format/money'
import { compact, whole } from '@/lib/format/number'
import { firstLine, visible } from '@/lib/format/text'
import { AccountingBar } from './accounting-bar'
import { Batches } from './batches'
import { lagWords } from './lag-words'

interface ColumnsOf {
  rows: readonly InvocationRow[]
  longestMs: number
  addressOf: (row: InvocationRow) => string
  isChosen: (row: InvocationRow) => boolean
  /** One of them is open beside the list: there is less room. */
  isBeside: boolean
}

/** Columns that no invocation of the run has anything for are not there. */
export function invocationColumns({
  rows,
  longestMs,
  addressOf,
  isChosen,
  isBeside,
}: ColumnsOf): Column<InvocationRow>[] {
  const some = (has: (row: InvocationRow) => unknown) => rows.some((row) => has(row) !== undefined)
  const columns: (Column<InvocationRow> | false)[] = [
    {
      id: 'status',
      header: 'Status',
      width: 108,
      isKept: true,
      cell: ({ status }) => <Status word={status} look={invocationLook(status)} />,
    },
    {
      id: 'row',
      header: 'Row',
      isKept: true,
      cell: (row) => (
        <span className="block truncate font-mono text-meta" data-tip={visible(row.row_id)} data-tip-when="cut">
          <ShallowLink href={addressOf(row)} look="row" isCurrent={isChosen(row)}>
            {visible(row.row_id)}
          </ShallowLink>
        </span>
      ),
    },
    some((row) => row.parent_record_key) && {
      id: 'parent',
      header: 'Parent record',
      width: 130,
      cell: ({ parent_record_key: parent }) => parent !== undefined && <Cut text={parent} />,
    },
    some((row) => row.error) && {
      id: 'error',
      header: 'Error',
      isKept: true,
      cell: ({ error, status }) =>
        error !== undefined && (
          <span
            className={`block truncate text-meta ${status === 'failed' ? 'text-bad' : 'text-ink-3'}`}
            data-tip={visible(error)}
            data-tip-when="cut"
          >
            {visible(firstLine(error))}
          </span>
        ),
    },
    some((row) => row.rows) && {
      id: 'accounting',
      header: 'Where rows went',
      width: 116,
      isExtra: true,
      cell: ({ rows: accounting }) =>
        accounting === undefined ? <Missing why="not told" /> : <AccountingBar rows={accounting} />,
    },
    some((row) => row.batches) && {
      id: 'batches',
      header: 'Batches',
      width: 96,
      isNumber: true,
      isExtra: true,
      cell: ({ batches }) => <Batches batches={batches} />,
    },
    some((row) => row.lag) && {
      id: 'lag',
      header: 'Source lag',
      width: 124,
      isNumber: true,
      isExtra: true,
      cell: ({ lag }) => lagWords(lag) ?? <Missing />,
    },
    some((row) => row.usage) && {
      id: 'read',
      header: 'Read',
      width: 84,
      isNumber: true,
      isExtra: true,
      cell: ({ usage }) => (usage === undefined ? <Missing /> : bytes(usage.bytes_read)),
    },
    rows.some(({ usage }) => (usage?.cost ?? 0) > 0) && {
      id: 'cost',
      header: 'Cost, estimate',
      width: 112,
      isNumber: true,
      isExtra: true,
      cell: ({ usage }) => (usage === undefined ? <Missing /> : money(usage.cost, usage.currency)),
    },
    {
      id: 'rows',
      header: 'Rows written',
      width: 104,
      isNumber: true,
      cell: ({ records_written: count }) => <span data-tip={whole(count)}>{compact(count)}</span>,
    },
    {
      id: 'duration',
      header: 'Duration',
      width: 152,
      isNumber: true,
      isKept: true,
      cell: ({ duration_ms: ms, status }) => (
        <span className="grid-duration" data-tip={`${whole(ms)} ms`}>
          <span>{duration(Number(ms))}</span>
          <span aria-hidden="true" className="block h-1 rounded-chip bg-sunken max-wide:hidden">
            <i
              className={`block h-1 min-w-0.5 rounded-chip ${status === 'failed' ? 'bg-bad-solid' : 'bg-idle-solid'}`}
              style={{ width: `${longestMs === 0 ? 0 : (Number(ms) / longestMs) * 100}%` }}
            />
          </span>
        </span>
      ),
    },
  ]
  return columns.filter((column) => column !== false).filter((column) => !isBeside || !column.isExtra)
}

/** Columns that a press on their header sorts by; what is drawn in the others has no order. */
export const SORTED_BY = ['status', 'row', 'parent', 'batches', 'lag', 'read', 'cost', 'rows', 'duration'] as const

const Cut = ({ text }: { text: string }) => (
  <span className="block truncate font-mono text-meta" data-tip={visible(text)} data-tip-when="cut">
    {visible(text)}
  </span>
)
