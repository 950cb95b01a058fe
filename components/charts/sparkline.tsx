interface SparklineProps {
  /** Oldest first; null is a gap: not known is not nothing. */
  values: readonly (number | null)[]
  tone?: 'accent' | 'bad' | 'good'
}

const STROKES = { accent: 'text-accent', bad: 'text-bad-solid', good: 'text-good-solid' } as const
const HEIGHT = 24
/** Room for the line itself above and below. */
const EDGE = 1.5

/** How a number went over the window, from zero up. Decoration: the chart below the tiles has the same figures as a table. */
export function Sparkline({ values, tone = 'accent' }: SparklineProps) {
  const top = Math.max(0, ...values.filter((value) => value !== null))
  const width = Math.max(1, values.length - 1)
  const y = (value: number) => (top === 0 ? HEIGHT - EDGE : HEIGHT - EDGE - (value / top) * (HEIGHT - 2 * EDGE))
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`block h-6 w-full ${STROKES[tone]}`}
    >
      {stretchesOf(values).map(({ from, points }) => {
        const spots =
          points.length === 1
            ? besideItself(from, points[0] ?? 0, width)
            : points.map((value, at) => [from + at, value])
        const line = spots.map(([x = 0, value = 0]) => `${x},${y(value).toFixed(2)}`).join(' ')
        return (
          <g key={from}>
            <polygon
              points={`${spots[0]?.[0]},${HEIGHT} ${line} ${spots.at(-1)?.[0]},${HEIGHT}`}
              fill="currentColor"
              opacity="0.12"
            />
            <polyline
              points={line}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </g>
        )
      })}
    </svg>
  )
}

/** A value alone has no line: it is drawn as wide as its bucket. */
const besideItself = (at: number, value: number, width: number): number[][] => [
  [Math.max(0, at - 0.4), value],
  [Math.min(width, at + 0.4), value],
]

/** Values without the gaps between them. */
function stretchesOf(values: readonly (number | null)[]): { from: number; points: number[] }[] {
  const stretches: { from: number; points: number[] }[] = []
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const last = stretches.at(-1)
    if (last !== undefined && last.from + last.points.length === at) last.points.push(value)
    else stretches.push({ from: at, points: [value] })
  }
  return stretches
}
