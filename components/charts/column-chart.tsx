import { scaleTop } from '@/lib/derive/series'
import { PLOT_PX, Plot, type PlotBar } from './plot'

export interface ColumnBar extends PlotBar {
  /** Null: not known. */
  value: number | null
}

interface ColumnChartProps {
  label: string
  bars: readonly ColumnBar[]
  /** What a bar stands for, for the table's head. */
  step: string
  /** What is counted, for the table's head. */
  unit: string
  format: (value: number) => string
}

/** One number over time. */
export function ColumnChart({ label, bars, step, unit, format }: ColumnChartProps) {
  const top = scaleTop(Math.max(...bars.map(({ value }) => value ?? 0), 1))
  return (
    <Plot
      label={label}
      bars={bars}
      step={step}
      top={format(top)}
      columns={[{ head: unit, say: ({ value }) => (value === null ? 'not known yet' : format(value)) }]}
      draw={({ value }) => {
        if (value === null || value === 0) return null
        const height = Math.max(2, (value / top) * PLOT_PX)
        return { tip: format(value), shape: <i className="block bg-accent" style={{ height }} /> }
      }}
    />
  )
}
