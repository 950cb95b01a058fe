interface ChangeProps {
  now: number
  /** Null: the window before is not known, or there is nothing to compare with. */
  before: number | null
  /** How the number before is written. */
  format: (value: number) => string
  /** Which way is better; neither: it is only told. */
  better?: 'more' | 'less'
  /** Difference of two shares, in percentage points. */
  isShare?: boolean
}

/** By how much a number differs from the window before of the same length. */
export function Change({ now, before, format, better, isShare = false }: ChangeProps) {
  if (before === null || (before === 0 && !isShare)) return null
  const difference = isShare ? (now - before) * 100 : (now / before - 1) * 100
  const size = Math.abs(difference)
  const words =
    size < 0.05 ? '±0' : `${difference > 0 ? '+' : '−'}${size >= 1_000 ? '>999' : size.toFixed(size < 10 ? 1 : 0)}`
  const isGood = better === undefined || size < 0.05 ? null : difference > 0 === (better === 'more')
  return (
    <span
      className={`shrink-0 tabular-nums ${isGood === null ? 'text-ink-3' : isGood ? 'text-good' : 'text-bad'}`}
      data-tip={`${format(before)} in the window before, of the same length`}
    >
      {words}
      {isShare ? ' pp' : '%'}
    </span>
  )
}
