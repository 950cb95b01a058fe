import type { ReactNode } from 'react'
import { Sparkline } from '@/components/charts/sparkline'

interface TileProps {
  name: string
  value: ReactNode
  /** Against the window before. */
  change?: ReactNode
  trend?: readonly (number | null)[]
  tone?: 'accent' | 'bad' | 'good'
  note: ReactNode
}

/** One number of the window: how it went over it, and how it compares with the window before. */
export function Tile({ name, value, change, trend, tone = 'accent', note }: TileProps) {
  return (
    <div className="grid min-w-0 content-start gap-0.5 bg-surface px-3 py-2.5 max-roomy:last:odd:col-span-2">
      <p className="flex min-w-0 items-baseline justify-between gap-2 text-meta text-ink-3">
        <span className="truncate">{name}</span>
        {change}
      </p>
      <p
        className={`truncate text-page leading-tight font-title tabular-nums ${tone === 'bad' ? 'text-bad' : 'text-ink'}`}
      >
        {value}
      </p>
      <div className="h-6 py-px">{trend !== undefined && <Sparkline values={trend} tone={tone} />}</div>
      <p className="text-meta text-ink-3">{note}</p>
    </div>
  )
}
