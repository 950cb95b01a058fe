import { scaleTop } from '@/lib/derive/series'
import { whole } from '@/lib/format/number'
import { PLOT_PX, Plot, type PlotBar } from './plot'

export interface OutcomeBar extends PlotBar {
  completed: number
  failed: number
  cancelled: number
  open: number
}

interface OutcomeChartProps {
  label: string
  bars: readonly OutcomeBar[]
  /** What a bar stands for, for the table's head. */
  step: string
}

const PARTS = [
  ['completed', 'bg-good-solid', 'completed'],
  ['cancelled', 'bg-idle-solid', 'cancelled'],
  ['open', 'bg-info-solid', 'not over'],
  ['failed', 'bg-bad-solid', 'failed'],
] as const

/** Runs over time, stacked by how they ended. */
export function OutcomeChart({ label, bars, step }: OutcomeChartProps) {
  const top = scaleTop(Math.max(...bars.map(sumOf), 1))
  return (
    <Plot
      label={label}
      bars={bars}
      step={step}
      top={whole(top)}
      columns={PARTS.map(([part, , head]) => ({ head, say: (bar: OutcomeBar) => whole(bar[part]) }))}
      draw={(bar) => stackOf(bar, top)}
      legend={
        <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-ink-2">
          {PARTS.map(([part, tone, words]) => (
            <span key={part} className="inline-flex items-center gap-1.5">
              <i aria-hidden="true" className={`block size-2 rounded-chip ${tone}`} />
              {words} {whole(bars.reduce((sum, bar) => sum + bar[part], 0))}
            </span>
          ))}
        </figcaption>
      }
    />
  )
}

function stackOf(bar: OutcomeBar, top: number) {
  const shown = PARTS.filter(([part]) => bar[part] > 0)
  if (shown.length === 0) return null
  return {
    tip: shown.map(([part, , words]) => `${whole(bar[part])} ${words}`).join(', '),
    shape: (
      <span className="flex flex-col-reverse">
        {shown.map(([part, tone]) => (
          // Whatever happened is seen, however little it is beside the rest.
          <i key={part} className={`block ${tone}`} style={{ height: Math.max(2, (bar[part] / top) * PLOT_PX) }} />
        ))}
      </span>
    ),
  }
}

const sumOf = (bar: OutcomeBar): number => PARTS.reduce((sum, [part]) => sum + bar[part], 0)
