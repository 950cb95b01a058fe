'use client'

import { type PointerEvent, useRef, useState } from 'react'
import { BRUSH_PARTS, type BrushBar, barSum } from './brush-bars'
import { BrushEnds } from './brush-ends'

interface BrushChartProps {
  label: string
  bars: readonly BrushBar[]
  /** Gets the first and the last bar of what was drawn over. */
  onBrush: (from: number, to: number) => void
  isStale: boolean
}

const PLOT_PX = 28

/** Bars over time, stacked by outcome; a stretch of them is chosen by drawing over it, or with two sliders from the keyboard. */
export function BrushChart({ label, bars, onBrush, isStale }: BrushChartProps) {
  const plot = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const top = Math.max(1, ...bars.map(barSum))
  const barAt = ({ clientX }: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return 0
    return Math.min(bars.length - 1, Math.max(0, Math.floor(((clientX - box.left) / box.width) * bars.length)))
  }
  const chosen = drag === null ? null : { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) }

  return (
    <figure aria-label={label} className="relative">
      <div
        ref={plot}
        className="relative cursor-crosshair touch-pan-y border-b border-line select-none"
        style={{ height: PLOT_PX }}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          const at = barAt(event)
          setDrag({ from: at, to: at })
        }}
        onPointerMove={(event) => drag !== null && setDrag({ ...drag, to: barAt(event) })}
        onPointerUp={() => {
          if (chosen !== null) onBrush(chosen.from, chosen.to)
          setDrag(null)
        }}
        onPointerCancel={() => setDrag(null)}
      >
        <div aria-hidden="true" className={`absolute inset-0 flex items-end gap-px ${isStale ? 'opacity-60' : ''}`}>
          {bars.map((bar) => (
            <Bar key={bar.key} bar={bar} top={top} />
          ))}
        </div>
        {chosen !== null && <Chosen {...chosen} count={bars.length} />}
      </div>
      <div aria-hidden="true" className="flex h-4 gap-px overflow-hidden pt-0.5 text-label text-ink-3">
        {bars.map((bar) => (
          <span key={bar.key} className="min-w-0 flex-1 overflow-visible whitespace-nowrap">
            {bar.tick}
          </span>
        ))}
      </div>
      <BrushEnds bars={bars} onShow={setDrag} onBrush={onBrush} />
    </figure>
  )
}

/** What would be kept, with the rest in shadow. */
function Chosen({ from, to, count }: { from: number; to: number; count: number }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 border-x-2 border-accent bg-accent-weak opacity-60"
      style={{ left: `${(from / count) * 100}%`, width: `${((to - from + 1) / count) * 100}%` }}
    />
  )
}

function Bar({ bar, top }: { bar: BrushBar; top: number }) {
  const shown = BRUSH_PARTS.filter(([part]) => bar[part] > 0)
  const words = !bar.isKnown
    ? 'not counted'
    : shown.length === 0
      ? 'no runs'
      : shown.map(([part, , name]) => `${bar[part]} ${name}`).join(', ')
  return (
    <span
      data-tip={`${bar.label}\n${words}`}
      className="flex h-full min-w-0 flex-1 flex-col justify-end hover:bg-hover"
    >
      {!bar.isKnown && <i className="block h-1 bg-sunken" />}
      {bar.isKnown && (
        <span className="flex flex-col-reverse">
          {shown.map(([part, tone]) => (
            // Whatever happened is seen, however little it is beside the rest.
            <i
              key={part}
              className={`block ${tone}`}
              style={{ height: Math.max(2, (bar[part] / top) * (PLOT_PX - 4)) }}
            />
          ))}
        </span>
      )}
    </span>
  )
}
