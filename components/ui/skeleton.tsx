/** Grey shapes of the final size: nothing moves when the data arrives. */
export function SkeletonLines({ lines, label = 'Loading' }: { lines: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-2">
      {numbers(lines).map((line) => (
        <Bar key={line} width={widthOf(line)} />
      ))}
    </div>
  )
}

export function SkeletonRows({ rows, label = 'Loading rows' }: { rows: number; label?: string }) {
  return (
    <div role="status" aria-label={label}>
      {numbers(rows).map((row) => (
        <div key={row} className="flex h-row items-center gap-6 border-b border-line px-3 last:border-b-0">
          <Bar width="w-16" />
          <Bar width={widthOf(row)} />
          <span className="grow" />
          <Bar width="w-24" />
        </div>
      ))}
    </div>
  )
}

const WIDTHS = ['w-2/5', 'w-1/3', 'w-1/2', 'w-1/4']
const widthOf = (line: number): string => WIDTHS[line % WIDTHS.length] ?? 'w-1/3'
const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

const Bar = ({ width }: { width: string }) => (
  <span className={`block h-2 rounded-chip bg-idle-weak motion-safe:animate-breathe ${width}`} />
)
