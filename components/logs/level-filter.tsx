import { levelTone } from '@/lib/derive/run-look'
import { compact, whole } from '@/lib/format/number'

interface LevelFilterProps {
  /** Of all lines of the log, the worst first. */
  counts: readonly { level: string; count: number }[]
  level: string | null
  onChoose: (level: string | null) => void
}

const TEXT = { bad: 'text-bad', warn: 'text-warn', quiet: 'text-ink-2' } as const

/** That level and above; each says how many lines it has. The one that is chosen stays in reach, whatever there is. */
export function LevelFilter({ counts, level, onChoose }: LevelFilterProps) {
  const isThere = counts.some((one) => one.level === level)
  const shown = level === null || isThere ? counts : [...counts, { level, count: 0 }]
  if (shown.length === 0) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-0.5">
      <legend className="sr-only">Level and above</legend>
      {shown.map((one) => {
        const isChosen = level === one.level
        return (
          <button
            key={one.level}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? null : one.level)}
            data-tip={`${whole(one.count)} ${one.count === 1 ? 'line' : 'lines'}; shows ${one.level === 'ERROR' ? 'these alone' : 'these and worse'}`}
            className={`inline-flex h-6 items-center gap-1 rounded-chip px-1 text-meta wide:px-1.75 ${isChosen ? 'bg-accent-weak font-strong text-accent' : `hover:bg-hover ${TEXT[levelTone(one.level)]}`}`}
          >
            {one.level.toLowerCase()}
            <span className="text-ink-3 tabular-nums">{compact(one.count)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
