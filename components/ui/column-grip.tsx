'use client'

import type { PointerEvent } from 'react'

const load = () => import('./drag-width')

/** The right edge of a column, to be dragged. For pointers only: a table that has it offers widths elsewhere too. */
export function ColumnGrip({ onWidth }: { onWidth: (px: number) => void }) {
  const drag = async (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const { currentTarget: grip, pointerId, clientX } = event
    const { dragWidth } = await load()
    dragWidth(grip, pointerId, clientX, onWidth)
  }
  return (
    <span
      aria-hidden="true"
      onPointerEnter={() => void load()}
      onPointerDown={drag}
      className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r border-transparent select-none hover:border-line-strong active:border-accent max-wide:hidden"
    />
  )
}
