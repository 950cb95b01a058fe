'use client'

import { usePathname } from 'next/navigation'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import type { Principal } from '@/lib/auth/principal'
import { mayOpen, NAV_GROUPS } from './nav-links'

/** The sections that this person may open; the one that is open is marked. */
export function Nav({ principal }: { principal: Pick<Principal, 'role' | 'tenant'> }) {
  const path = usePathname()
  return (
    <nav aria-label="Main" className="grid gap-3">
      {NAV_GROUPS.map((group) => {
        const links = group.links.filter((link) => mayOpen(principal, link))
        if (links.length === 0) return null
        return (
          <section key={group.label} aria-label={group.label} className="grid gap-px">
            <p aria-hidden="true" className="px-2 pb-1 text-label text-ink-3">
              {group.label}
            </p>
            {links.map(({ href, label, icon }) => {
              const isCurrent = path === href || (href !== '/' && path.startsWith(`${href}/`))
              return (
                <Link key={href} href={href} look="bare" isCurrent={isCurrent}>
                  <span className={isCurrent ? CURRENT : OTHER}>
                    <span className={isCurrent ? 'text-accent' : 'text-ink-3'}>
                      <Icon name={icon} />
                    </span>
                    {label}
                  </span>
                </Link>
              )
            })}
          </section>
        )
      })}
    </nav>
  )
}

const ITEM = 'flex h-control items-center gap-2 rounded-chip px-2'
const CURRENT = `${ITEM} bg-surface font-strong text-ink inset-ring inset-ring-line`
const OTHER = `${ITEM} text-ink-2 hover:bg-hover hover:text-ink`
