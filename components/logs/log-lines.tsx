'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { LogGap } from './log-gap'
import { useFollowing } from './use-following'

export interface LogScroll {
  toIndex(index: number, align: 'start' | 'center'): void
  /** Index of the first line in view. */
  top(): number
  /** Is this line in view, with some room around? */
  sees(index: number): boolean
  focus(): void
}

interface LogLinesProps {
  count: number
  /** What is drawn for a line; null: it has not been read yet. */
  draw: (index: number) => ReactNode
  /** Lines with more below them: they are not one line high. */
  isTall: (index: number) => boolean
  isWrapped: boolean
  /** Another arrangement of lines: heights that were measured are of others. */
  arrangement: string
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  onRange: (first: number, last: number) => void
  scroll: RefObject<LogScroll | null>
  /** Stands behind the last line. */
  end: ReactNode
}

const LINE_PX = 20
const AROUND = 16

/** Lines in a window of their own: a hundred thousand scroll like a hundred. */
export function LogLines(props: LogLinesProps) {
  const { count, draw, isTall, isWrapped, arrangement, isFollowing, onFollow, onRange, scroll, end } = props
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    overscan: AROUND,
    initialRect: { width: 0, height: 800 },
  })
  const top = () => virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? 0
  useImperativeHandle(scroll, () => ({
    toIndex: (index, align) => virtual.scrollToIndex(index, { align }),
    top,
    sees(index) {
      const offset = virtual.scrollOffset ?? 0
      const place = virtual.getVirtualItems().find((item) => item.index === index)
      return place !== undefined && place.start >= offset && place.end <= offset + (virtual.scrollRect?.height ?? 0)
    },
    focus: () => box.current?.focus(),
  }))

  // Heights of other lines, or of the same ones otherwise drawn; the line on top stays there.
  const drawn = useRef(`${isWrapped} ${arrangement}`)
  useLayoutEffect(() => {
    const now = `${isWrapped} ${arrangement}`
    if (drawn.current === now) return
    const isSameLines = drawn.current.endsWith(` ${arrangement}`)
    drawn.current = now
    const index = virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? 0
    virtual.measure()
    if (isSameLines && index > 0) virtual.scrollToIndex(index, { align: 'start' })
  }, [isWrapped, arrangement, virtual])

  useEffect(() => {
    if (isFollowing && count > 0) virtual.scrollToEnd()
  }, [isFollowing, count, virtual])
  useFollowing(box, isFollowing, onFollow)

  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => onRange(first, last), [first, last, onRange])

  return (
    <section
      ref={box}
      aria-label="Log lines"
      tabIndex={0}
      className="min-h-0 grow overflow-auto overscroll-contain pt-1.5 -outline-offset-2"
    >
      <div style={{ height: virtual.getTotalSize() }}>
        <div
          style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}
          className={isWrapped ? '' : 'w-max min-w-full'}
        >
          {items.map(({ index }) => (
            <div key={index} ref={isWrapped || isTall(index) ? virtual.measureElement : undefined} data-index={index}>
              {draw(index) ?? <LogGap index={index} />}
            </div>
          ))}
        </div>
      </div>
      {end}
    </section>
  )
}
