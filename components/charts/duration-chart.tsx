'use client'

import { Bar, BarChart, Rectangle, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { duration } from '@/lib/format/duration'

/** One run as a bar: `ms` null has no length and is not drawn. */
export interface DurationBar {
  key: string
  ms: number | null
  /** When, in the viewer's zone. */
  label: string
  status: string
  /** A colour of tokens.css. */
  fill: string
}

interface DurationChartProps {
  label: string
  bars: readonly DurationBar[]
  /** Drawn as a line across; null: nothing is usual yet. */
  usual: number | null
  /** For the pointer alone: whoever draws the chart has the same links in a table beside it. */
  onOpen: (key: string) => void
}

const HEIGHT_PX = 148
/** What happened is seen, however short it was. */
const LEAST_PX = 2

/** How long runs took, oldest left. Decoration for a table that says the same: it takes no focus. */
export function DurationChart({ label, bars, usual, onOpen }: DurationChartProps) {
  return (
    <figure aria-label={label} style={{ height: HEIGHT_PX }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...bars]}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          barCategoryGap={2}
          accessibilityLayer={false}
        >
          <XAxis dataKey="key" hide />
          <YAxis
            width={56}
            axisLine={false}
            tickLine={false}
            tickCount={3}
            tick={{ fontSize: 11, fill: 'var(--text-3)' }}
            tickFormatter={(ms: number) => duration(ms)}
          />
          {usual !== null && (
            <ReferenceLine y={usual} stroke="var(--text-3)" strokeDasharray="3 3" ifOverflow="extendDomain" />
          )}
          <Tooltip
            cursor={{ fill: 'var(--hover)' }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const bar: unknown = active ? payload?.[0]?.payload : undefined
              return isBar(bar) ? <Tip bar={bar} /> : null
            }}
          />
          <Bar
            dataKey="ms"
            isAnimationActive={false}
            maxBarSize={24}
            minPointSize={LEAST_PX}
            cursor="pointer"
            shape={(props: { payload?: unknown }) => (
              <Rectangle {...props} radius={2} fill={isBar(props.payload) ? props.payload.fill : 'var(--idle-solid)'} />
            )}
            onClick={({ payload }: { payload?: unknown }) => {
              if (isBar(payload)) onOpen(payload.key)
            }}
          />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  )
}

/** The library hands rows back untyped: they are ours. */
const isBar = (value: unknown): value is DurationBar =>
  typeof value === 'object' && value !== null && 'key' in value && 'fill' in value

function Tip({ bar }: { bar: DurationBar }) {
  return (
    <div className="rounded-control border border-line bg-surface px-2 py-1 text-meta shadow-float">
      <div className="font-mono">{bar.label}</div>
      <div>
        {bar.status} · {bar.ms === null ? 'no end is recorded' : duration(bar.ms)}
      </div>
    </div>
  )
}
