import type { LevelCount } from '@/lib/derive/log-lines'
import { levelTone } from '@/lib/derive/run-look'
import { compact, whole } from '@/lib/format/number'

interface LevelFilterProps {
  counts: readonly LevelCount[]
  level: string | null
  onChoose: (level: string | null) => void
}

const KNOWN = ['ERROR', 'WARN', 'INFO', 'DEBUG']
const TEXT = { bad: 'text-bad', warn: 'text-warn', quiet: 'text-ink-2' } as const

/** That level and above; each says how many lines it has. */
export function LevelFilter({ counts, level, onChoose }: LevelFilterProps) {
  const shown = counts.filter((one) => KNOWN.includes(one.level))
  if (shown.length === 0) return null
  return (
    <fieldset className="flex items-center gap-0.5">
      <legend className="sr-only">Level and above</legend>
      {shown.map((one) => {
        const isChosen = level === one.level
        return (
          <button
            key={one.level}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? null : one.level)}
            data-tip={`${whole(one.count)} lines`}
            className={`inline-flex h-6 items-center gap-1 rounded-chip px-1.75 text-meta ${isChosen ? 'bg-accent-weak font-strong text-accent' : `hover:bg-hover ${TEXT[levelTone(one.level)]}`}`}
          >
            {one.level.toLowerCase()}
            <span className="text-ink-3 tabular-nums">{compact(one.count)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
