'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { cx } from './cx'
import { Icon } from './icon'

export interface Column<R> {
  id: string
  header: string
  /** Pixels; a column without a width shares what is left. */
  width?: number
  isNumber?: boolean
  /** Stays where the screen is narrow. */
  isKept?: boolean
  /** Shown only where there is a lot of room. */
  isExtra?: boolean
  cell: (row: R) => ReactNode
}

export interface Sorting {
  column: string
  isDescending: boolean
  /** Columns that can be sorted by. */
  by: readonly string[]
  onSort: (column: string) => void
}

interface DataTableProps<R> {
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
  sorting?: Sorting
  /** Answers are on their way for another question than the one these rows belong to. */
  isStale?: boolean
}

/** Above this many rows only those in view are drawn. */
const DRAWN_WHOLE = 200
const ROW_PX = 32

/** Columns and rows as a real table: header in view, one link a row, fewer columns where it is narrow. */
export function DataTable<R>(props: DataTableProps<R>) {
  const { label, columns, rows, sorting, isStale = false } = props
  return (
    <table
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-busy={isStale || undefined}
      className={cx('w-full table-fixed border-separate border-spacing-0', isStale && 'opacity-55')}
    >
      <colgroup>
        {columns.map((column) => (
          <col
            key={column.id}
            className={kept(column)}
            style={column.width === undefined ? undefined : { width: column.width }}
          />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      {rows.length > DRAWN_WHOLE ? <WindowedBody {...props} /> : <WholeBody {...props} />}
    </table>
  )
}

function HeaderCell<R>({ column, sorting }: { column: Column<R>; sorting: Sorting | undefined }) {
  const canSort = sorting?.by.includes(column.id) ?? false
  const isSorted = sorting?.column === column.id
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting?.isDescending ? 'descending' : 'ascending') : undefined}
      className={cx(
        'z-10 h-7.5 border-b border-line bg-surface px-2.5 text-label font-control whitespace-nowrap text-ink-3 wide:sticky wide:top-11',
        column.isNumber ? 'text-right' : 'text-left',
        kept(column),
      )}
    >
      {canSort ? (
        <button
          type="button"
          className={cx('inline-flex items-center gap-1 rounded-chip hover:text-ink', isSorted && 'text-ink')}
          onClick={() => sorting?.onSort(column.id)}
        >
          {column.header}
          {isSorted && <Icon name={sorting?.isDescending ? 'down' : 'up'} size="small" />}
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

function WholeBody<R>({ rows, rowKey, columns }: DataTableProps<R>) {
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={rowKey(row)} className={ROW}>
          <Cells row={row} columns={columns} />
        </tr>
      ))}
    </tbody>
  )
}

function WindowedBody<R>({ rows, rowKey, columns }: DataTableProps<R>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
    initialRect: { width: 0, height: 1200 },
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
  })
  const shown = virtual.getVirtualItems()
  const before = (shown[0]?.start ?? 0) - virtual.options.scrollMargin
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtual.options.scrollMargin)
  return (
    <tbody ref={body}>
      <Gap height={before} />
      {shown.map(({ index, key }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <tr key={key} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2} className={ROW}>
              <Cells row={row} columns={columns} />
            </tr>
          )
        )
      })}
      <Gap height={after} />
    </tbody>
  )
}

const ROW = 'group/row relative hover:bg-hover has-[a[data-row]:focus-visible]:bg-accent-weak'

const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr>
      <td style={{ height }} />
    </tr>
  )

function Cells<R>({ row, columns }: { row: R; columns: readonly Column<R>[] }) {
  return columns.map((column) => (
    <td
      key={column.id}
      className={cx(
        'h-row overflow-hidden border-b border-line px-2.5 text-ellipsis whitespace-nowrap group-last/row:border-b-0 max-wide:py-1.5',
        column.isNumber && 'text-right tabular-nums',
        kept(column),
      )}
    >
      {column.cell(row)}
    </td>
  ))
}

const kept = <R,>({ isKept, isExtra }: Column<R>): string | undefined =>
  isExtra ? 'max-roomy:hidden' : isKept ? undefined : 'max-wide:hidden'
