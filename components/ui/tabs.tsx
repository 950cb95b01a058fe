import { cx } from './cx'
import { Link } from './link'

export interface Tab {
  href: string
  label: string
  /** How many are behind it; left out where nobody counted. */
  count?: string | undefined
  isCurrent: boolean
}

/** Tabs that are links: they can be opened elsewhere, copied, and work before the page has woken up. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="-mx-1 flex max-w-full gap-0.5 overflow-x-auto px-1 py-0.5">
      {tabs.map(({ href, label: name, count, isCurrent }) => (
        <Link key={href} href={href} look="bare" isCurrent={isCurrent} keepsPlace>
          <span
            className={cx(
              'inline-flex h-control items-center gap-1.5 rounded-chip px-2.5 whitespace-nowrap transition-colors',
              isCurrent ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink',
            )}
          >
            {name}
            {count !== undefined && (
              <span className={cx('text-meta font-control tabular-nums', !isCurrent && 'text-ink-3')}>{count}</span>
            )}
          </span>
        </Link>
      ))}
    </nav>
  )
}
