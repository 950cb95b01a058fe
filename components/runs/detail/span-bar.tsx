import { cx } from '@/components/ui/cx'
import type { InvocationRow } from '@/lib/contract/records/invocations'
import type { AxisPiece } from '@/lib/derive/run-axis'
import { placeIn } from '@/lib/derive/run-timeline'
import { duration } from '@/lib/format/duration'

interface SpanBarProps {
  row: InvocationRow
  axis: readonly AxisPiece[]
  longestMs: number
}

/** Where an invocation lies in its run, to scale, idle times folded; only its length where nothing says when it ran. */
export function SpanBar({ row, axis, longestMs }: SpanBarProps) {
  const place = placeIn(axis, row)
  const share = longestMs === 0 ? 0 : Number(row.duration_ms) / longestMs
  return (
    <span className="relative block h-2.5">
      <span className="absolute inset-x-0 top-1 block h-0.5 rounded-chip bg-line" />
      {place !== null && axis.filter(({ isIdle }) => isIdle).map((piece) => <Fold key={piece.from} piece={piece} />)}
      <i
        className={cx(
          'absolute top-0 block h-2.5 min-w-0.75 rounded-chip',
          barTone(row.status),
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

const Fold = ({ piece: { at, size, from, to } }: { piece: AxisPiece }) => (
  <span
    className="absolute top-0 block h-2.5 bg-surface bg-folded"
    style={{ left: `${at * 100}%`, width: `${size * 100}%` }}
    data-tip={`${duration(to - from)} idle, folded`}
  />
)

export const barTone = (status: string): string =>
  status === 'failed' ? 'bg-bad-solid' : status === 'succeeded' ? 'bg-good-solid' : 'bg-idle-solid'
