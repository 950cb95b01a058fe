'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BRUSH_PARTS, type BrushBar } from '@/components/charts/brush-bars'
import { BrushChart } from '@/components/charts/brush-chart'
import { Button } from '@/components/ui/button'
import { pushAddress, ShallowLink } from '@/components/ui/shallow-link'
import { useZone } from '@/components/ui/zone'
import { type RunHistogram, runHistogramQuery } from '@/lib/client/run-facets'
import { instant } from '@/lib/format/instant'
import { whole } from '@/lib/format/number'
import { type RunListFilter, withFilter, withValues } from '@/lib/url/runs'
import { addressOf } from './list-address'

/** When the runs of the list were submitted and how they ended; drawing over it sets the window. */
export function RunsHistogram({ filter }: { filter: RunListFilter }) {
  const { zone } = useZone()
  const [isTable, setTable] = useState(false)
  const { data, error, isPlaceholderData } = useQuery(runHistogramQuery(filter, zone))
  const bars = data === undefined ? [] : barsOf(data, zone)
  const parts = BRUSH_PARTS.filter(([part]) => sumOf(bars, part) > 0)
  const hrefOf = (from: number, to: number) => addressOf(narrowed(filter, data, from, to))
  return (
    <section
      aria-label="Runs over time"
      className="min-h-26 min-w-0 rounded-panel border border-line bg-surface px-3 py-1 max-wide:pt-2 wide:min-h-13.5"
    >
      {error !== null && data === undefined && (
        <p role="alert" className="text-meta text-ink-2">
          The chart could not be read: {error.message}
        </p>
      )}
      {data === undefined && error === null && (
        <p role="status" className="sr-only">
          Counting runs over time
        </p>
      )}
      {data !== undefined && (
        <>
          <div className="gap-x-5 wide:grid wide:grid-cols-[minmax(0,1fr)_auto]">
            <BrushChart
              label="Runs by when they were submitted"
              bars={bars}
              isStale={isPlaceholderData}
              onBrush={(from, to) => pushAddress(hrefOf(from, to))}
            />
            <div className="flex items-center gap-x-3 text-meta text-ink-2 max-wide:pt-1 wide:items-start">
              <span className="flex flex-wrap gap-x-3 wide:grid wide:grid-cols-2">
                {parts.length === 0 && 'no runs in this time'}
                {parts.map(([part, tone, name]) => (
                  <span key={part} className="inline-flex items-center gap-1.25 whitespace-nowrap tabular-nums">
                    <i aria-hidden="true" className={`block size-2 rounded-chip ${tone}`} />
                    {name} {whole(sumOf(bars, part))}
                  </span>
                ))}
              </span>
              <span className="ml-auto grid justify-items-end text-ink-3">
                <Button intent="quiet" size="small" isPressed={isTable} onPress={() => setTable(!isTable)}>
                  Table
                </Button>
                <span className="whitespace-nowrap max-wide:hidden">{noteOf(data, bars)}</span>
              </span>
            </div>
          </div>
          {isTable && <HistogramTable bars={bars} hrefOf={(at) => hrefOf(at, at)} />}
        </>
      )}
    </section>
  )
}

function HistogramTable({ bars, hrefOf }: { bars: readonly BrushBar[]; hrefOf: (at: number) => string }) {
  return (
    <section aria-label="Runs over time as a table" className="max-h-60 overflow-auto pt-1" tabIndex={0}>
      <table className="w-full border-separate border-spacing-0 text-meta tabular-nums">
        <thead>
          <tr className="text-label text-ink-3">
            <th scope="col" className="py-1 text-left font-control">
              Submitted
            </th>
            {BRUSH_PARTS.map(([part, , name]) => (
              <th key={part} scope="col" className="py-1 text-right font-control">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, at) => (
            <tr key={bar.key}>
              <th scope="row" className="border-t border-line py-1 text-left font-mono font-normal">
                <ShallowLink href={hrefOf(at)}>
                  <span className="text-accent">{bar.label}</span>
                </ShallowLink>
              </th>
              {BRUSH_PARTS.map(([part]) => (
                <td key={part} className="border-t border-line py-1 text-right">
                  {bar.isKnown ? whole(bar[part]) : 'not counted'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const DAY_MS = 86_400_000
const TICKS = 6

function barsOf({ edges, counts, step_ms: step }: RunHistogram, zone: string): BrushBar[] {
  const text = (ms: number) => instant(new Date(ms).toISOString(), zone, 'minute') ?? ''
  const isLong = step * counts.length > DAY_MS * 2
  return counts.map((count, at) => {
    const [from = 0, to = 0] = [edges[at], edges[at + 1]]
    const begin = text(from)
    return {
      key: String(from),
      label: step >= DAY_MS ? begin.slice(0, 10) : `${begin}–${text(to).slice(11)}`,
      tick: at % Math.ceil(counts.length / TICKS) === 0 ? (isLong ? begin.slice(5, 10) : begin.slice(11)) : '',
      ...(count ?? { completed: 0, failed: 0, cancelled: 0, open: 0 }),
      isKnown: count !== null,
    }
  })
}

function noteOf({ is_cut }: RunHistogram, bars: readonly BrushBar[]): string {
  if (bars.some(({ isKnown }) => !isKnown)) return 'older runs not counted'
  return is_cut ? 'the last 7 days' : 'draw to narrow'
}

/** The list from the beginning of one bar to the end of another; times are of submission then. */
function narrowed(filter: RunListFilter, data: RunHistogram | undefined, from: number, to: number): RunListFilter {
  const [since, until] = [data?.edges[from], data?.edges[to + 1]]
  if (since === undefined || until === undefined) return filter
  return withFilter(withValues(filter, 'time', []), {
    since: instantText(since),
    until: instantText(until - 1),
  })
}

const instantText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')

const sumOf = (bars: readonly BrushBar[], part: (typeof BRUSH_PARTS)[number][0]): number =>
  bars.reduce((sum, bar) => sum + bar[part], 0)
