'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import type { LogLine } from '@/lib/derive/log-lines'
import { LogLineView } from './log-line'

export interface NumberedLine {
  line: LogLine
  number: number
}

export interface LogScroll {
  toLine(index: number): void
}

interface LogLinesProps {
  lines: readonly NumberedLine[]
  words: string
  isWrapped: boolean
  /** Index of the hit that the reader stands on; -1: none. */
  current: number
  /** Sequence that the address names. */
  marked: string | null
  /** Stays at the end as lines come. */
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  scroll: RefObject<LogScroll | null>
}

const LINE_PX = 20
const AT_END_PX = 24

/** Lines in a window of their own: a hundred thousand scroll like a hundred. */
export function LogLines(props: LogLinesProps) {
  const { lines, words, isWrapped, current, marked, isFollowing, onFollow, scroll } = props
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
    initialRect: { width: 0, height: 800 },
    getItemKey: (index) => lines[index]?.line.seq ?? index,
  })
  useImperativeHandle(scroll, () => ({ toLine: (index) => virtual.scrollToIndex(index, { align: 'center' }) }), [
    virtual,
  ])

  const count = lines.length
  useEffect(() => {
    if (isFollowing && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' })
  }, [isFollowing, count, virtual])

  const onScroll = () => {
    const { scrollTop, clientHeight, scrollHeight } = box.current ?? { scrollTop: 0, clientHeight: 0, scrollHeight: 0 }
    const isAtEnd = scrollHeight - scrollTop - clientHeight < AT_END_PX
    if (isFollowing !== isAtEnd && !virtual.isScrolling) onFollow(isAtEnd)
  }

  return (
    <section
      ref={box}
      aria-label="Log lines"
      tabIndex={0}
      onScroll={onScroll}
      className="log-height overflow-auto overscroll-contain py-1.5"
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = lines[index]
          return (
            item !== undefined && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                style={{
                  position: 'absolute',
                  top: 0,
                  left: 0,
                  minWidth: '100%',
                  ...(isWrapped && { right: 0 }),
                  transform: `translateY(${start}px)`,
                }}
              >
                <LogLineView
                  line={item.line}
                  number={item.number}
                  words={words}
                  isWrapped={isWrapped}
                  isCurrent={index === current}
                  isMarked={item.line.seq === marked}
                />
              </div>
            )
          )
        })}
      </div>
    </section>
  )
}
