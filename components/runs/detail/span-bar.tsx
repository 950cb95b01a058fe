import { cx } from '@/components/ui/cx'
import type { InvocationRow } from '@/lib/contract/records/invocations'
import { placeIn, type Span } from '@/lib/derive/run-timeline'

/** Where an invocation lies in its run, to scale; only its length where nothing says when it ran. */
export function SpanBar({ row, span, longestMs }: { row: InvocationRow; span: Span | null; longestMs: number }) {
  const place = placeIn(span, row)
  const share = longestMs === 0 ? 0 : Number(row.duration_ms) / longestMs
  return (
    <span className="relative block h-2.5">
      <span className="absolute inset-x-0 top-1 block h-0.5 rounded-chip bg-line" />
      <i
        className={cx(
          'absolute top-0 block h-2.5 min-w-0.75 rounded-chip',
          toneOf(row.status),
          place === null && 'opacity-45',
        )}
        style={
          place === null
            ? { left: 0, width: `${share * 100}%` }
            : { left: `min(${place.from * 100}%, 100% - 3px)`, width: `${(place.to - place.from) * 100}%` }
        }
        data-tip={place === null ? 'When it ran is not recorded; the length is against the longest' : undefined}
      />
    </span>
  )
}

const toneOf = (status: string): string =>
  status === 'failed' ? 'bg-bad-solid' : status === 'succeeded' ? 'bg-good-solid' : 'bg-idle-solid'
