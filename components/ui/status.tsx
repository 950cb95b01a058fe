import { cx } from './cx'
import { TONE_SOLID_TEXT, TONE_TEXT, type Tone } from './tone'

/** Shape of a state, told apart without colour. */
export type StatusShape = 'disc' | 'diamond' | 'arc' | 'ring' | 'dash' | 'bars' | 'square'

export interface StatusLook {
  shape: StatusShape
  tone: Tone
  /** Only what needs action, or is going on, is coloured text. */
  isLoud: boolean
  isMoving: boolean
}

/** Shape, tone and word of a state, the same everywhere. */
export function Status({ word, look }: { word: string; look: StatusLook }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.75 whitespace-nowrap',
        look.isLoud ? TONE_TEXT[look.tone] : look.tone === 'good' ? 'text-ink' : 'text-ink-2',
        look.tone === 'bad' && 'font-strong',
      )}
    >
      <StatusMark look={look} />
      {word}
    </span>
  )
}

/** The mark alone, for where the word stands elsewhere. */
export function StatusMark({ look }: { look: StatusLook }) {
  return (
    <svg
      viewBox="0 0 10 10"
      aria-hidden="true"
      className={cx('size-2.5 shrink-0', TONE_SOLID_TEXT[look.tone], look.isMoving && 'motion-safe:animate-breathe')}
    >
      {SHAPES[look.shape]}
    </svg>
  )
}

const SHAPES: Record<StatusShape, React.ReactNode> = {
  disc: <circle cx="5" cy="5" r="4.5" fill="currentColor" />,
  diamond: <rect x="1.25" y="1.25" width="7.5" height="7.5" rx="1.5" transform="rotate(45 5 5)" fill="currentColor" />,
  arc: (
    <path
      d="M5 1.2A3.8 3.8 0 1 1 1.386 3.826"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
    />
  ),
  ring: <circle cx="5" cy="5" r="3.75" fill="none" stroke="currentColor" strokeWidth="2" />,
  dash: <rect x="0" y="4" width="10" height="2" rx="1" fill="currentColor" />,
  bars: (
    <path
      d="M1.2 .8v8.400M3.733 .8v8.400M6.267 .8v8.400M8.800 .8v8.400"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
    />
  ),
  square: <rect x="1.5" y="1.500" width="7" height="7" rx="1" fill="none" stroke="currentColor" strokeWidth="1.500" />,
}
