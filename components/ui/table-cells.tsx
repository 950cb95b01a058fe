import { Checkbox } from './checkbox'
import { cx } from './cx'
import { type DataTableProps, kept } from './table-columns'

export const ROW =
  'group/row relative hover:bg-hover has-[a[data-row]:focus-visible]:bg-accent-weak has-[[data-box]_:checked]:bg-accent-weak has-[a[data-row][aria-current]]:bg-accent-weak'
/** The column of boxes. */
export const BOX = 'max-wide:hidden'

/** What stands in a row: its box, if rows can be chosen, and one cell for each column. */
export function TableCells<R>({ row, rowKey, columns, choosing }: DataTableProps<R> & { row: R }) {
  const key = rowKey(row)
  const label = choosing?.labelOf(row) ?? null
  return (
    <>
      {choosing && (
        <td data-box className={cx(CELL, BOX)}>
          {label !== null && (
            <Checkbox
              label={label}
              isChecked={choosing.isChosen(key)}
              onCheck={(isChosen, isRange) => choosing.choose(key, isChosen, isRange)}
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx(
            CELL,
            'overflow-hidden px-2.5 text-ellipsis whitespace-nowrap max-wide:py-1.5',
            column.isNumber && 'text-right tabular-nums',
            kept(column),
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </>
  )
}

const CELL = 'h-row border-b border-line group-last/row:border-b-0'
