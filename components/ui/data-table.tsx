'use client'

import { lazy, Suspense } from 'react'
import { Checkbox } from './checkbox'
import { ColumnGrip } from './column-grip'
import { cx } from './cx'
import { Icon } from './icon'
import { BOX, ROW, TableCells } from './table-cells'
import { type Column, type DataTableProps, kept } from './table-columns'

export type { Column } from './table-columns'

/** Above this many rows only those in view are drawn. */
const DRAWN_WHOLE = 200
const BOX_PX = 36
// Most lists are short: what reckons with the place of rows comes with the first long one.
const WindowedBody = lazy(() =>
  import('./windowed-body').then(({ WindowedBody: loaded }) => ({ default: loaded })),
) as typeof import('./windowed-body').WindowedBody

/** Columns and rows as a real table: header in view, one link a row, fewer columns where it is narrow. */
export function DataTable<R>(props: DataTableProps<R>) {
  const { label, columns, rows, sorting, choosing, isCompact, onWidth, isStale = false } = props
  return (
    <table
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-busy={isStale || undefined}
      className={cx(
        'w-full table-fixed border-separate border-spacing-0 @mid:min-w-(--mid) @broad:min-w-(--broad)',
        isCompact && 'rows-compact',
        isStale && 'opacity-55',
      )}
    >
      <colgroup>
        {choosing && <col className={BOX} style={{ width: BOX_PX }} />}
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
          {choosing && (
            <th scope="col" className={cx(HEAD, BOX)}>
              <Checkbox
                label="Choose every row on this page"
                isChecked={choosing.shown === 'all'}
                isPartly={choosing.shown === 'some'}
                onCheck={choosing.chooseShown}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sorting={sorting} onWidth={onWidth} />
          ))}
        </tr>
      </thead>
      {rows.length > DRAWN_WHOLE ? (
        <Suspense fallback={<WholeBody {...props} rows={rows.slice(0, DRAWN_WHOLE)} />}>
          <WindowedBody {...props} />
        </Suspense>
      ) : (
        <WholeBody {...props} />
      )}
    </table>
  )
}

interface HeaderCellProps<R> extends Pick<DataTableProps<R>, 'sorting' | 'onWidth'> {
  column: Column<R>
}

function HeaderCell<R>({ column, sorting, onWidth }: HeaderCellProps<R>) {
  const canSort = sorting?.by.includes(column.id) ?? false
  const isSorted = sorting?.column === column.id
  return (
    <th
      scope="col"
      data-tip={column.tip}
      aria-sort={isSorted ? (sorting?.isDescending ? 'descending' : 'ascending') : undefined}
      className={cx(
        HEAD,
        'px-2.5 text-label font-control whitespace-nowrap text-ink-3',
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
      {onWidth && <ColumnGrip onWidth={(width) => onWidth(column.id, width)} />}
    </th>
  )
}

function WholeBody<R>(props: DataTableProps<R>) {
  return (
    <tbody>
      {props.rows.map((row) => (
        <tr key={props.rowKey(row)} data-key={props.rowKey(row)} className={ROW}>
          <TableCells row={row} {...props} />
        </tr>
      ))}
    </tbody>
  )
}

const HEAD = 'z-10 h-7.5 border-b border-line bg-surface wide:sticky wide:top-(--head-top)'
