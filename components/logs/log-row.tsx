import { type MouseEvent, memo } from 'react'
import { cx } from '@/components/ui/cx'
import { Icon } from '@/components/ui/icon'
import { useZone } from '@/components/ui/zone'
import { jsonIn } from '@/lib/derive/line-parts'
import { type LogLine, offsetOf } from '@/lib/derive/log-lines'
import { levelTone } from '@/lib/derive/run-look'
import { instant, offsetName, timeOfDay } from '@/lib/format/instant'
import { whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { LineText } from './line-text'
import type { TimeColumn } from './use-log-look'

interface LogRowProps {
  line: LogLine
  /** Its place among all lines, counted from 1. */
  number: number
  /** Begin and end of each place of what is looked for. */
  places: readonly number[]
  time: TimeColumn
  /** When the run began: what offsets are counted from. */
  base: string | null
  isWrapped: boolean
  /** The reader was led here. */
  isCurrent: boolean
  /** The address names it. */
  isMarked: boolean
  isOpen: boolean
  onMark: (line: LogLine, isRange: boolean) => void
  onOpen: (line: LogLine) => void
}

/** One stored line: number, time, level, and its text. Whatever is in it is text. */
export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { line, number, places, time, base, isWrapped, isCurrent, isMarked, isOpen, onMark, onOpen } = props
  const tone = levelTone(line.level)
  const mark = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    onMark(line, event.shiftKey)
  }
  return (
    <div
      data-marked={isMarked || undefined}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'min-h-5 border-l-2 pr-3 font-mono text-meta leading-5',
        time === 'none' ? 'grid-log-bare' : 'grid-log',
        isMarked ? 'border-l-accent bg-accent-weak' : 'border-l-transparent',
        !isMarked && (isCurrent ? 'bg-warn-weak' : tone === 'bad' && 'bg-bad-weak'),
        line.isRestart && 'border-t border-t-line-strong',
      )}
    >
      <a
        href={`#L${line.seq}`}
        // By pointer only: a hundred thousand stops would make the keyboard useless; it has keys of its own.
        tabIndex={-1}
        onClick={mark}
        className="pr-2 text-right text-ink-3 tabular-nums select-none wide:pr-3 hover:text-accent"
        aria-label={`Link to line ${number}`}
      >
        {number}
      </a>
      {time !== 'none' && <LineTime line={line} base={time === 'offset' ? base : null} />}
      <span className={cx('truncate', LEVELS[tone])}>{visible(line.level.toLowerCase())}</span>
      <span className={isWrapped ? 'min-w-0 wrap-anywhere whitespace-pre-wrap' : 'whitespace-pre'}>
        <LineText text={line.text} places={places} />
        {Object.entries(line.attrs).map(([name, value]) => (
          <span key={name}>
            <span className="text-ink-3"> {visible(name)}=</span>
            {visible(value)}
          </span>
        ))}
        {line.missing > 0 && (
          <span className="text-ink-3"> … {whole(line.missing)} more characters; the download has them</span>
        )}
        {line.isRestart && <span className="text-ink-3"> · time starts over here: another attempt</span>}
        {hasInside(line) && (
          <button
            type="button"
            tabIndex={-1}
            aria-expanded={isOpen}
            aria-label={`Details of line ${number}`}
            onClick={() => onOpen(line)}
            className="ml-1.5 inline-flex rounded-chip px-0.5 align-middle text-ink-3 hover:bg-hover hover:text-ink"
          >
            <Icon name={isOpen ? 'down' : 'right'} />
          </button>
        )}
      </span>
    </div>
  )
})

const LEVELS = { bad: 'text-bad', warn: 'text-warn', quiet: 'text-ink-3' } as const

/** There is more to a line than one line shows. */
const hasInside = ({ attrs, text }: LogLine): boolean => Object.keys(attrs).length > 0 || jsonIn(text) !== null

function LineTime({ line, base }: { line: LogLine; base: string | null }) {
  const { zone } = useZone()
  if (line.at === '') return <span className="max-wide:hidden" />
  return (
    <span
      className="text-ink-3 tabular-nums max-wide:hidden"
      data-tip={`${instant(line.at, zone, 'milli')} ${offsetName(line.at, zone)}\nsequence ${line.seq}`}
    >
      {(base === null ? timeOfDay(line.at, zone) : offsetOf(line.at, base)) ?? visible(line.at)}
    </span>
  )
}
