import type { Route } from 'next'
import NextLink from 'next/link'
import type { ReactNode } from 'react'
import { cx } from './cx'

interface LinkProps {
  href: string
  /** text: a link that stands for itself · inline: a link among running words · plain: looks like its surroundings until hovered · row: covers its whole table row · bare: no look of its own */
  look?: 'text' | 'inline' | 'plain' | 'row' | 'bare'
  isCurrent?: boolean
  /** Keeps the reader where they are: for filters and tabs of the same page. */
  keepsPlace?: boolean
  label?: string
  tip?: string | undefined
  children: ReactNode
}

export function Link({ href, look = 'text', isCurrent, keepsPlace, label, tip, children }: LinkProps) {
  return (
    <NextLink
      href={routeOf(href)}
      prefetch={false}
      scroll={!keepsPlace}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={label}
      data-tip={tip}
      data-row={look === 'row' || undefined}
      className={cx('rounded-chip', LOOKS[look])}
    >
      {children}
    </NextLink>
  )
}

/** The link of a table row: all of the row leads there, and all of it shows that it has the focus. */
export const ROW_LINK =
  'text-inherit after:absolute after:inset-0 after:content-[""] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'

const LOOKS = {
  text: 'text-accent underline-offset-2 hover:underline',
  inline: 'text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current',
  plain: 'text-inherit underline-offset-2 hover:text-ink hover:underline',
  row: ROW_LINK,
  bare: 'text-inherit',
} as const

/** `lib/url/paths` builds every address from routes that exist; the type of routes cannot see that. */
const routeOf = (href: string): Route => href as Route
