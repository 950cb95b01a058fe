import { Link } from '@/components/ui/link'
import { scaleTop } from '@/lib/derive/series'
import { BarLink } from './bar-link'

export interface ColumnBar {
  key: string
  /** When, in the viewer's zone. */
  label: string
  /** Short, under the bar. */
  tick: string
  href: string
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

/** One number over time, each bar a link; the same figures stand in a table below. */
export function ColumnChart({ label, bars, step, unit, format }: ColumnChartProps) {
  const top = scaleTop(Math.max(...bars.map(({ value }) => value ?? 0), 1))
  return (
    <figure aria-label={label} className="grid gap-2">
      <div className="grid-axis">
        <div
          aria-hidden="true"
          className="flex h-36 flex-col justify-between text-right text-label text-ink-3 tabular-nums"
        >
          <span className="-translate-y-1/2">{format(top)}</span>
          <span className="translate-y-1/2">0</span>
        </div>
        <div className="relative h-36 border-y border-line">
          <div className="absolute inset-0 flex items-end gap-0.5">
            {bars.map((bar) => (
              <Column key={bar.key} bar={bar} top={top} format={format} />
            ))}
          </div>
        </div>
        <span />
        <div aria-hidden="true" className="flex pt-1 text-label text-ink-3">
          {bars.map((bar, index) => (
            <span key={bar.key} className="min-w-0 flex-1 overflow-visible whitespace-nowrap">
              {index % Math.ceil(bars.length / 6) === 0 ? bar.tick : ''}
            </span>
          ))}
        </div>
      </div>
      <details className="text-meta">
        <summary className="text-ink-2">The same as a table</summary>
        <div className="max-h-60 overflow-auto pt-1">
          <table className="w-full border-separate border-spacing-0 tabular-nums">
            <thead>
              <tr className="text-label text-ink-3">
                <th scope="col" className="py-1 text-left font-control">
                  {step}
                </th>
                <th scope="col" className="py-1 text-right font-control">
                  {unit}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <th scope="row" className="border-t border-line py-1 text-left font-mono font-normal">
                    <Link href={bar.href}>{bar.label}</Link>
                  </th>
                  <td className="border-t border-line py-1 text-right">
                    {bar.value === null ? 'not known yet' : format(bar.value)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

const PLOT_PX = 140

function Column({ bar, top, format }: { bar: ColumnBar; top: number; format: (value: number) => string }) {
  if (bar.value === null || bar.value === 0) return <span className="h-full min-w-0 flex-1" />
  return (
    <BarLink href={bar.href} tip={`${bar.label}\n${format(bar.value)}`}>
      <i className="block bg-accent" style={{ height: Math.max(2, (bar.value / top) * PLOT_PX) }} />
    </BarLink>
  )
}
