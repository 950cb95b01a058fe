import { cx } from './cx'

/** As long as this it is never cut: what would be saved is less than what would be lost. */
const SHORT = 12

interface ChipProps {
  name: string
  value?: string
  isMuted?: boolean
  /** There is room: long ones wrap. */
  isWhole?: boolean
}

/** `name=value` in a box of its own; the value is cut where there is no room and whole on hover. */
export function Chip({ name, value, isMuted = false, isWhole = false }: ChipProps) {
  const whole = value === undefined ? name : `${name}=${value}`
  return (
    <span
      data-tip={whole}
      data-tip-when="cut"
      className={cx(
        'inline-block min-w-0 rounded-chip border border-line px-1.25 py-px align-middle font-mono text-label font-control',
        isWhole ? 'max-w-full wrap-anywhere' : 'max-w-56 truncate',
        isMuted ? 'text-ink-3' : 'text-ink-2',
        whole.length <= SHORT && 'shrink-0',
      )}
    >
      <span className="text-ink-3">{value === undefined ? name : `${name}=`}</span>
      {value}
    </span>
  )
}
