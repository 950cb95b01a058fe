'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { ROW, TableCells } from './table-cells'
import type { DataTableProps } from './table-columns'

const ROW_PX = 32

/** Of very many rows, those in view and a few around them. */
export function WindowedBody<R>(props: DataTableProps<R>) {
  const { rows, rowKey } = props
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
            <tr
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-key={rowKey(row)}
              aria-rowindex={index + 2}
              className={ROW}
            >
              <TableCells row={row} {...props} />
            </tr>
          )
        )
      })}
      <Gap height={after} />
    </tbody>
  )
}

const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr>
      <td style={{ height }} />
    </tr>
  )
