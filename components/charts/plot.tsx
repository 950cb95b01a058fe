import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { BarLink } from './bar-link'

export interface PlotBar {
  key: string
  /** When, in the viewer's zone. */
  label: string
  /** Short, under the bar. */
  tick: string
  href: string
}

interface PlotProps<B extends PlotBar> {
  label: string
  bars: readonly B[]
  /** What a bar stands for, for the table's head. */
  step: string
  /** The value at the upper edge, as it is said. */
  top: string
  /** What the table says of each bar. */
  columns: readonly { head: string; say: (bar: B) => string }[]
  /** The bar as words and as a shape of at most PLOT_PX; null: there is nothing to draw. */
  draw: (bar: B) => { tip: string; shape: ReactNode } | null
  legend?: ReactNode
}

/** Height of the plot without its edges, in pixels. */
export const PLOT_PX = 140
const TICKS = 6

/** Bars over time, each a link; the same figures stand in a table below. */
export function Plot<B extends PlotBar>({ label, bars, step, top, columns, draw, legend }: PlotProps<B>) {
  return (
    <figure aria-label={label} className="grid gap-2">
      <div className="grid-axis">
        <div
          aria-hidden="true"
          className="flex h-36 flex-col justify-between text-right text-label text-ink-3 tabular-nums"
        >
          <span className="-translate-y-1/2">{top}</span>
          <span className="translate-y-1/2">0</span>
        </div>
        <div className="relative h-36 border-y border-line">
          <div className="absolute inset-0 flex items-end gap-0.5">
            {bars.map((bar) => {
              const drawn = draw(bar)
              if (drawn === null) return <span key={bar.key} className="h-full min-w-0 flex-1" />
              return (
                <BarLink key={bar.key} href={bar.href} tip={`${bar.label}\n${drawn.tip}`}>
                  {drawn.shape}
                </BarLink>
              )
            })}
          </div>
        </div>
        <span />
        <div aria-hidden="true" className="flex pt-1 text-label text-ink-3">
          {bars.map((bar, index) => (
            <span key={bar.key} className="min-w-0 flex-1 overflow-visible whitespace-nowrap">
              {index % Math.ceil(bars.length / TICKS) === 0 ? bar.tick : ''}
            </span>
          ))}
        </div>
      </div>
      {legend}
      <details className="text-meta">
        <summary className="text-ink-2">The same as a table</summary>
        <div className="max-h-60 overflow-auto pt-1">
          <table className="w-full border-separate border-spacing-0 tabular-nums">
            <thead>
              <tr className="text-label text-ink-3">
                <th scope="col" className="py-1 text-left font-control">
                  {step}
                </th>
                {columns.map(({ head }) => (
                  <th key={head} scope="col" className="py-1 text-right font-control">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <th scope="row" className="border-t border-line py-1 text-left font-mono font-normal">
                    <Link href={bar.href}>{bar.label}</Link>
                  </th>
                  {columns.map(({ head, say }) => (
                    <td key={head} className="border-t border-line py-1 text-right">
                      {say(bar)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
