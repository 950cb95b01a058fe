'use client'

import { useId, useState } from 'react'
import type { BrushBar } from './brush-bars'

interface BrushEndsProps {
  bars: readonly BrushBar[]
  /** Null: nothing is being chosen any more. */
  onShow: (range: { from: number; to: number } | null) => void
  onBrush: (from: number, to: number) => void
}

/** The two ends of what is chosen, for whoever has no pointer: seen while one of them has the focus. */
export function BrushEnds({ bars, onShow, onBrush }: BrushEndsProps) {
  const id = useId()
  const last = bars.length - 1
  const [range, setRange] = useState<{ from: number; to: number } | null>(null)
  const from = Math.min(range?.from ?? 0, last)
  const to = Math.min(range?.to ?? last, last)
  const show = (next: { from: number; to: number }) => {
    setRange(next)
    onShow(next)
  }
  const end = (name: 'from' | 'to', label: string, value: number) => (
    <label className="flex items-center gap-2">
      {label}
      <input
        type="range"
        min={0}
        max={last}
        value={value}
        aria-valuetext={bars[value]?.label}
        aria-describedby={`${id}-how`}
        onFocus={() => show({ from, to })}
        onChange={(event) => {
          const at = Number(event.target.value)
          show(name === 'from' ? { from: at, to: Math.max(at, to) } : { from: Math.min(at, from), to: at })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onBrush(from, to)
          if (event.key === 'Escape') {
            setRange(null)
            onShow(null)
          }
        }}
        className="accent-accent"
      />
    </label>
  )
  return (
    <fieldset
      // Over what stands below, so that nothing moves when it appears.
      className="sr-only min-w-0 focus-within:not-sr-only focus-within:absolute focus-within:top-full focus-within:left-0 focus-within:z-10 focus-within:flex focus-within:flex-wrap focus-within:items-center focus-within:gap-x-4 focus-within:bg-surface focus-within:py-1 focus-within:max-w-full focus-within:pr-3 focus-within:text-meta"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onShow(null)
      }}
    >
      <legend className="sr-only">Narrow to a stretch of time</legend>
      {end('from', 'First bar', from)}
      {end('to', 'Last bar', to)}
      <span id={`${id}-how`} className="text-ink-3">
        Enter narrows the list to {bars[from]?.label} … {bars[to]?.label}
      </span>
    </fieldset>
  )
}
