import type { ReactNode } from 'react'
import { cx } from './cx'
import { Icon } from './icon'
import { TONE_TEXT, TONE_WEAK } from './tone'

/** One line across the top: what is the matter, and what still works. */
export function Banner({ tone, children }: { tone: 'info' | 'warn' | 'bad'; children: ReactNode }) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2 border-b border-line px-4 py-1.75 text-ink', TONE_WEAK[tone])}
    >
      <span className={cx('pt-0.75', TONE_TEXT[tone])}>
        <Icon name={tone === 'info' ? 'info' : 'warning'} />
      </span>
      <p className="min-w-0 wrap-anywhere">{children}</p>
    </div>
  )
}
