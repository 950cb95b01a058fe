'use client'

import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ROW, TableCells } from './table-cells'
import type { DataTableProps } from './table-columns'

const ROW_PX = 32
const AROUND = 12

/** Of very many rows, those in view and a few around them, whether the page scrolls or the table's own place. */
export function WindowedBody<R>(props: DataTableProps<R>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const place = useScroller(body)
  return place === null ? <OnPage {...props} body={body} /> : <InPlace {...props} body={body} place={place} />
}

type BodyProps<R> = DataTableProps<R> & { body: RefObject<HTMLTableSectionElement | null> }

function OnPage<R>(props: BodyProps<R>) {
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    ...optionsOf(props),
    scrollMargin: props.body.current?.offsetTop ?? 0,
    initialRect: { width: 0, height: 1200 },
  })
  return <Rows {...props} virtual={virtual} />
}

function InPlace<R>(props: BodyProps<R> & { place: HTMLElement }) {
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    ...optionsOf(props),
    getScrollElement: () => props.place,
    scrollMargin: props.body.current?.offsetTop ?? 0,
  })
  return <Rows {...props} virtual={virtual} />
}

const optionsOf = <R,>({ rows, rowKey }: DataTableProps<R>) => ({
  count: rows.length,
  estimateSize: () => ROW_PX,
  overscan: AROUND,
  getItemKey: (index: number) => {
    const row = rows[index]
    return row === undefined ? index : rowKey(row)
  },
})

/** The table's own place, where it scrolls just now; null: the page does. */
function useScroller(body: RefObject<HTMLElement | null>): HTMLElement | null {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const place = body.current?.closest<HTMLElement>('[data-place]')
    if (!place) return
    const look = () => setScroller(getComputedStyle(place).overflowY === 'auto' ? place : null)
    const watch = new ResizeObserver(look)
    watch.observe(place)
    look()
    return () => watch.disconnect()
  }, [body])
  return scroller
}

/** What drawing needs of either kind. */
interface Reckoner {
  options: { scrollMargin: number }
  getVirtualItems: () => VirtualItem[]
  getTotalSize: () => number
  measureElement: (row: HTMLTableRowElement | null) => void
}
type RowsProps<R> = BodyProps<R> & { virtual: Reckoner }

function Rows<R>({ body, virtual, ...props }: RowsProps<R>) {
  const shown = virtual.getVirtualItems()
  const before = (shown[0]?.start ?? 0) - virtual.options.scrollMargin
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtual.options.scrollMargin)
  return (
    <tbody ref={body}>
      <Gap height={before} />
      {shown.map(({ index, key }) => {
        const row = props.rows[index]
        return (
          row !== undefined && (
            <tr
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-key={props.rowKey(row)}
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
