'use client'

import { useSearchParams } from 'next/navigation'
import { type ColumnBar, ColumnChart } from '@/components/charts/column-chart'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { Segments } from '@/components/ui/segments'
import { replaceAddress } from '@/components/ui/shallow-link'
import { useZone } from '@/components/ui/zone'
import type { PipelineRun } from '@/lib/client/pipelines'
import { bytes } from '@/lib/format/bytes'
import { duration } from '@/lib/format/duration'
import { instant } from '@/lib/format/instant'
import { money } from '@/lib/format/money'
import { compact } from '@/lib/format/number'
import { pathToPipeline, pathToRun } from '@/lib/url/paths'

const BARS = 60
const MEASURABLE_MS = 100

const TRENDS = ['rows', 'rate', 'bytes', 'cost', 'waited', 'lag'] as const
type Trend = (typeof TRENDS)[number]
const isTrend = (text: string | null): text is Trend => TRENDS.some((known) => known === text)
const WORDS: Record<Trend, { label: string; unit: string }> = {
  rows: { label: 'Rows', unit: 'Rows written' },
  rate: { label: 'Rows/s', unit: 'Rows a second of running time' },
  bytes: { label: 'Bytes', unit: 'Bytes written' },
  cost: { label: 'Cost', unit: 'Estimated cost' },
  waited: { label: 'Waited', unit: 'From submission to start' },
  lag: { label: 'Lag', unit: 'How far the source was behind' },
}

/** What a run says of it; null: nothing. */
function numberOf(run: PipelineRun, trend: Trend, currency: string | undefined): number | null {
  switch (trend) {
    case 'rows':
      return run.rows === null ? null : Number(run.rows)
    case 'rate': {
      const ran = run.ms === null || run.waited_ms === null ? null : run.ms - run.waited_ms
      if (run.rows === null || ran === null || ran < MEASURABLE_MS) return null
      return Number(run.rows) / (ran / 1_000)
    }
    case 'bytes':
      return run.bytes === null ? null : Number(run.bytes)
    case 'cost':
      return run.cost.find((one) => one.currency === currency)?.amount ?? null
    case 'waited':
      return run.waited_ms
    case 'lag':
      return run.lag_secs
  }
}

function formatOf(trend: Trend, currency: string): (value: number) => string {
  if (trend === 'bytes') return (value) => bytes(Math.round(value))
  if (trend === 'cost') return (value) => money(value, currency)
  if (trend === 'waited') return duration
  if (trend === 'lag') return (value) => duration(value * 1_000)
  return (value) => compact(Math.round(value))
}

/** One number of the newest runs, oldest left; which one is in the address. */
export function TrendPanel({ pipeline, runs }: { pipeline: string; runs: readonly PipelineRun[] }) {
  const { zone } = useZone()
  const asked = useSearchParams().get('trend')
  const currency = runs.find(({ cost }) => cost.length > 0)?.cost[0]?.currency
  const told = TRENDS.filter((trend) => runs.some((run) => numberOf(run, trend, currency) !== null))
  const trend = isTrend(asked) && told.includes(asked) ? asked : (told[0] ?? 'rows')
  const bars = runs
    .slice(0, BARS)
    .reverse()
    .map((run): ColumnBar => {
      const label = instant(run.at, zone, 'minute') ?? run.at
      return {
        key: run.run_id,
        label,
        tick: label.slice(5, 10),
        href: pathToRun(run.run_id),
        value: numberOf(run, trend, currency),
      }
    })
  const others =
    currency === undefined ? 0 : runs.filter(({ cost }) => cost.some((one) => one.currency !== currency)).length
  return (
    <Panel
      title="Over time"
      note={
        trend === 'cost' && others > 0
          ? `in ${currency}; what is priced otherwise is left out`
          : `the newest ${bars.length}, a bar a run`
      }
      actions={
        told.length > 1 && (
          <Segments
            label=""
            value={trend}
            options={told.map((value) => ({ value, label: WORDS[value].label }))}
            onChange={(value) => replaceAddress(`${pathToPipeline(pipeline)}?trend=${value}`)}
          />
        )
      }
    >
      {told.length === 0 ? (
        <EmptyState title="None of these runs says how much it did" />
      ) : (
        <ColumnChart
          label={WORDS[trend].unit}
          bars={bars}
          step="Submitted"
          unit={WORDS[trend].unit}
          format={formatOf(trend, currency ?? '')}
        />
      )}
    </Panel>
  )
}
