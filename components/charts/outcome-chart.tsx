import { Link } from '@/components/ui/link'
import { scaleTop } from '@/lib/derive/series'
import { whole } from '@/lib/format/number'
import { BarLink } from './bar-link'

export interface OutcomeBar {
  key: string
  /** When, in the viewer's zone. */
  label: string
  /** Short, under the bar. */
  tick: string
  href: string
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
  ['completed', 'bg-good-solid'],
  ['cancelled', 'bg-idle-solid'],
  ['open', 'bg-info-solid'],
  ['failed', 'bg-bad-solid'],
] as const
const WORDS = { completed: 'completed', failed: 'failed', cancelled: 'cancelled', open: 'not over' } as const

/** Runs over time, stacked by how they ended, each bar a link; the same numbers stand in a table below. */
export function OutcomeChart({ label, bars, step }: OutcomeChartProps) {
  const top = scaleTop(Math.max(...bars.map(sumOf), 1))
  return (
    <figure aria-label={label} className="grid gap-2">
      <div className="grid-axis">
        <div
          aria-hidden="true"
          className="flex h-36 flex-col justify-between text-right text-label text-ink-3 tabular-nums"
        >
          <span className="-translate-y-1/2">{whole(top)}</span>
          <span className="translate-y-1/2">0</span>
        </div>
        <div className="relative h-36 border-y border-line">
          <div className="absolute inset-0 flex items-end gap-0.5">
            {bars.map((bar) => (
              <Bar key={bar.key} bar={bar} top={top} />
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
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-ink-2">
        {PARTS.map(([part, tone]) => (
          <span key={part} className="inline-flex items-center gap-1.5">
            <i aria-hidden="true" className={`block size-2 rounded-chip ${tone}`} />
            {WORDS[part]} {whole(bars.reduce((sum, bar) => sum + bar[part], 0))}
          </span>
        ))}
      </figcaption>
      <details className="text-meta">
        <summary className="text-ink-2">The same as a table</summary>
        <div className="max-h-60 overflow-auto pt-1">
          <table className="w-full border-separate border-spacing-0 tabular-nums">
            <thead>
              <tr className="text-label text-ink-3">
                <th scope="col" className="py-1 text-left font-control">
                  {step}
                </th>
                {PARTS.map(([part]) => (
                  <th key={part} scope="col" className="py-1 text-right font-control">
                    {WORDS[part]}
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
                  {PARTS.map(([part]) => (
                    <td key={part} className="border-t border-line py-1 text-right">
                      {whole(bar[part])}
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

function Bar({ bar, top }: { bar: OutcomeBar; top: number }) {
  const shown = PARTS.filter(([part]) => bar[part] > 0)
  const words = shown.length === 0 ? 'no runs' : shown.map(([part]) => `${whole(bar[part])} ${WORDS[part]}`).join(', ')
  if (shown.length === 0) return <span className="h-full min-w-0 flex-1" />
  return (
    <BarLink href={bar.href} tip={`${bar.label}\n${words}`}>
      <span className="flex flex-col-reverse">
        {shown.map(([part, tone]) => (
          // Whatever happened is seen, however little it is beside the rest.
          <i key={part} className={`block ${tone}`} style={{ height: Math.max(2, (bar[part] / top) * PLOT_PX) }} />
        ))}
      </span>
    </BarLink>
  )
}

/** Height of the plot without its edges. */
const PLOT_PX = 140

const sumOf = (bar: OutcomeBar): number => PARTS.reduce((sum, [part]) => sum + bar[part], 0)
