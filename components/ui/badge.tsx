import type { ReactNode } from 'react'
import { cx } from './cx'
import { TONE_TEXT, TONE_WEAK, type Tone } from './tone'

/** A short fact beside a title: tone, word, and a mark where the tone alone would say it. */
export function Badge({ tone = 'neutral', mark, children }: { tone?: Tone; mark?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1.25 rounded-pill px-2 text-meta whitespace-nowrap',
        TONE_WEAK[tone],
        TONE_TEXT[tone],
      )}
    >
      {mark}
      {children}
    </span>
  )
}
