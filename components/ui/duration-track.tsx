import { cx } from './cx'

interface DurationTrackProps {
  /** Milliseconds; null: nothing to draw. */
  ms: number | null
  /** What is usual, in milliseconds; null: unknown, no tick. */
  usual: number | null
  isLive: boolean
}

/** Where the tick for the usual duration stands: what is twice as long is plain to see, and still fits. */
const TICK = 27
const SLOW = 2

/** A bar against what is usual: slow is seen, not computed. */
export function DurationTrack({ ms, usual, isLive }: DurationTrackProps) {
  const share = ms === null || usual === null || usual === 0 ? null : (ms / usual) * TICK
  const isSlow = ms !== null && usual !== null && ms > usual * SLOW
  return (
    <span aria-hidden="true" className="relative block h-1 rounded-chip bg-sunken">
      {share !== null && (
        <i
          className={cx(
            'absolute inset-y-0 left-0 block min-w-0.5 rounded-chip',
            isLive ? 'bg-info-solid' : isSlow ? 'bg-warn-solid' : 'bg-idle-solid',
          )}
          style={{ width: `${Math.min(share, 100)}%` }}
        />
      )}
      {share === null && isLive && ms !== null && <i className="absolute inset-0 block rounded-chip bg-info-solid" />}
      {usual !== null && <i className="absolute -inset-y-0.5 block w-px bg-ink-3" style={{ left: `${TICK}%` }} />}
    </span>
  )
}
