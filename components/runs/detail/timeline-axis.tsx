import { cx } from '@/components/ui/cx'
import { useZone } from '@/components/ui/zone'
import { type AxisPiece, shareOf, ticksOf } from '@/lib/derive/run-axis'
import { duration } from '@/lib/format/duration'
import { instant } from '@/lib/format/instant'
import type { TimeWindow } from './use-time-window'

interface TimelineAxisProps {
  axis: readonly AxisPiece[]
  window: TimeWindow
}

/** Round times over the bars, in the chosen zone, and how long each folded time was. */
export function TimelineAxis({ axis, window }: TimelineAxisProps) {
  const { zone } = useZone()
  const ticks = ticksOf(axis, window, LABEL)
  const isFine = ticks.some((ms, at) => at > 0 && ms - (ticks[at - 1] ?? 0) < 2_000)
  return (
    <div
      aria-hidden="true"
      className="z-10 grid-timeline h-7 items-end border-b border-line bg-surface px-3 text-label text-ink-3 wide:sticky wide:top-11"
    >
      <span className="pb-1">row</span>
      <span className="relative h-full overflow-hidden">
        {ticks.map((ms, at) => (
          <span
            key={ms}
            className={cx(
              'absolute bottom-0 border-l border-line-strong pb-1 pl-1 font-mono whitespace-nowrap',
              // One of them says where it begins; there is no room for more.
              at > 0 && 'max-wide:hidden',
            )}
            style={{ left: percent(shareOf(axis, ms), window) }}
          >
            {instant(new Date(ms).toISOString(), zone, isFine ? 'milli' : 'second')?.slice(11)}
          </span>
        ))}
        {axis
          .filter(({ isIdle, at, size }) => isIdle && at + size > window.from && at < window.to)
          .map(({ at, size, from, to }) => (
            <span
              key={from}
              className="absolute inset-y-0 bg-surface bg-folded"
              style={{ left: percent(at, window), width: `${(size / (window.to - window.from)) * 100}%` }}
              data-tip={`${duration(to - from)} idle, folded`}
            />
          ))}
      </span>
      <span className="pb-1 text-right">took</span>
    </div>
  )
}

const percent = (share: number, { from, to }: TimeWindow): string => `${((share - from) / (to - from)) * 100}%`

/** What a label takes of the axis, roughly: two of them never overlap. */
const LABEL = 0.13
