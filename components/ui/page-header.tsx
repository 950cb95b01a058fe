import { Fragment, type ReactNode } from 'react'
import { CopyLink } from './copy-link'
import { Icon } from './icon'
import { Link } from './link'

interface PageHeaderProps {
  /** Where this page hangs, from the top. */
  crumbs?: readonly { label: string; href: string }[]
  title: string
  /** The title has a larger heading of its own below. */
  isTitleBelow?: boolean
  actions?: ReactNode
}

/** The bar over a page: where it hangs, what it is, what can be done. */
export function PageHeader({ crumbs = [], title, isTitleBelow = false, actions }: PageHeaderProps) {
  const name = <span className="block truncate font-strong text-ink">{title}</span>
  return (
    <header className="z-20 flex min-h-11 items-center gap-x-3 gap-y-1 border-b border-line bg-canvas px-4 max-wide:flex-wrap max-wide:py-1.5 wide:sticky wide:top-0 wide:h-11">
      {/* On little screens it has a line of its own rather than none at all. */}
      <div className="flex min-w-0 items-center gap-1.5 text-ink-3">
        {crumbs.length > 0 && (
          <nav aria-label="Breadcrumb" className="flex min-w-0 shrink-0 items-center gap-1.5">
            {crumbs.map(({ label, href }) => (
              <Fragment key={href}>
                <Link href={href} look="plain">
                  {label}
                </Link>
                <Icon name="right" size="small" />
              </Fragment>
            ))}
          </nav>
        )}
        {isTitleBelow ? <div className="min-w-0">{name}</div> : <h1 className="min-w-0">{name}</h1>}
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        {actions}
        <CopyLink />
      </div>
    </header>
  )
}
