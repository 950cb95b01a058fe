import { cx } from '@/components/ui/cx'
import { useZone } from '@/components/ui/zone'
import { type AnsiColour, ansiStretches, withoutAnsi } from '@/lib/derive/ansi'
import type { LogLine } from '@/lib/derive/log-lines'
import { levelTone } from '@/lib/derive/run-look'
import { instant, offsetName, timeOfDay } from '@/lib/format/instant'
import { visible } from '@/lib/format/text'

interface LogLineViewProps {
  line: LogLine
  /** Its place among all lines, counted from 1. */
  number: number
  /** The word that is looked for, in small letters. */
  words: string
  isWrapped: boolean
  isCurrent: boolean
  /** The address names it. */
  isMarked: boolean
  /** Leaves out who wrote it: for a few lines in little room. */
  isShort?: boolean
}

/** One stored line: number, time, level, who wrote it, and its text. Whatever is in it is text. */
export function LogLineView({
  line,
  number,
  words,
  isWrapped,
  isCurrent,
  isMarked,
  isShort = false,
}: LogLineViewProps) {
  const { zone } = useZone()
  const tone = levelTone(line.level)
  return (
    <div
      className={cx(
        'grid-log min-h-5 px-3 font-mono text-meta leading-5',
        tone === 'bad' && 'bg-bad-weak',
        isMarked && 'bg-accent-weak',
        isCurrent && 'bg-warn-weak',
        line.isRestart && 'border-t border-line-strong',
      )}
    >
      <a
        href={`#L${line.seq}`}
        // By pointer only: a hundred thousand stops would make the keyboard useless.
        tabIndex={-1}
        className="pr-3 text-right text-ink-3 tabular-nums select-none hover:text-accent"
        aria-label={`Link to line ${number}`}
      >
        {number}
      </a>
      <span
        className="text-ink-3 max-wide:hidden"
        data-tip={
          line.at === ''
            ? undefined
            : `${instant(line.at, zone, 'milli')} ${offsetName(line.at, zone)}\nsequence ${line.seq}`
        }
      >
        {timeOfDay(line.at, zone) ?? ''}
      </span>
      <span className={cx('truncate', LEVELS[tone])}>{visible(line.level.toLowerCase())}</span>
      <span className={isWrapped ? 'min-w-0 wrap-anywhere whitespace-pre-wrap' : 'whitespace-pre'}>
        {line.target !== '' && !isShort && <span className="text-ink-3">{visible(line.target)} </span>}
        <LineText text={line.text} words={words} />
        {line.isRestart && <span className="text-ink-3"> · time starts over here: another attempt</span>}
      </span>
    </div>
  )
}

const LEVELS = { bad: 'text-bad', warn: 'text-warn', quiet: 'text-ink-3' } as const

function LineText({ text, words }: { text: string; words: string }) {
  // A hit may lie across a change of colour: what is searched is what is read, so colours rest while something is looked for.
  if (words !== '') return <Marked text={visible(withoutAnsi(text))} words={words} />
  return ansiStretches(text).map(({ at, text: part, colour, isBold }) =>
    colour === null && !isBold ? (
      visible(part)
    ) : (
      <span key={at} className={cx(colour !== null && COLOURS[colour], isBold && 'font-title')}>
        {visible(part)}
      </span>
    ),
  )
}

/** The terminal's colours in the theme's own, which keep their contrast. */
const COLOURS: Record<AnsiColour, string> = {
  black: 'text-ink-3',
  red: 'text-bad',
  green: 'text-good',
  yellow: 'text-warn',
  blue: 'text-info',
  magenta: 'text-many',
  cyan: 'text-accent',
  white: 'text-ink',
}

function Marked({ text, words }: { text: string; words: string }) {
  const lower = text.toLowerCase()
  const parts: { at: number; text: string; isHit: boolean }[] = []
  let from = 0
  for (let hit = lower.indexOf(words); hit !== -1; hit = lower.indexOf(words, from)) {
    if (hit > from) parts.push({ at: from, text: text.slice(from, hit), isHit: false })
    parts.push({ at: hit, text: text.slice(hit, hit + words.length), isHit: true })
    from = hit + words.length
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from), isHit: false })
  return parts.map((part) => (part.isHit ? <mark key={part.at}>{part.text}</mark> : part.text))
}
