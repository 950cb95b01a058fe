'use client'

import type { MouseEvent, ReactNode } from 'react'
import { cx } from './cx'
import { ROW_LINK } from './link'

interface ShallowLinkProps {
  href: string
  isCurrent?: boolean
  label?: string
  tip?: string
  /** Starts at the top, like a page of its own. */
  goesToTop?: boolean
  /** row: covers its whole table row */
  look?: 'bare' | 'row'
  children: ReactNode
}

/**
 * A link that changes only what stands behind the `?` of this page: the page stays, its data follows. To everybody else,
 * before the page has woken up and in a new tab, it is an ordinary link.
 */
export function ShallowLink({
  href,
  isCurrent,
  label,
  tip,
  goesToTop = false,
  look = 'bare',
  children,
}: ShallowLinkProps) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    pushAddress(href)
    if (goesToTop) window.scrollTo({ top: 0 })
  }
  return (
    <a
      href={href}
      onClick={go}
      aria-current={isCurrent ? 'true' : undefined}
      aria-label={label}
      data-tip={tip}
      data-row={look === 'row' || undefined}
      className={cx('rounded-chip text-inherit', look === 'row' && ROW_LINK)}
    >
      {children}
    </a>
  )
}

/** A step in the browser's history without a page load; reading the address is the framework's. */
export const pushAddress = (href: string): void => window.history.pushState(null, '', href)
/** The same without a step: for what is typed. */
export const replaceAddress = (href: string): void => window.history.replaceState(null, '', href)
