'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import type { Principal } from '@/lib/auth/principal'
import { navCountsQuery } from '@/lib/client/console'
import { isScoped, withTenant } from '@/lib/url/shell-look'
import { countsFor, countText, type NavCount } from './nav-counts'
import { mayOpen, NAV_GROUPS } from './nav-links'
import { useScope, useShellLook } from './shell-look'

/** The sections that this person may open, with what goes on in them; the one that is open is marked. */
export function Nav({ principal }: { principal: Pick<Principal, 'role' | 'tenant'> }) {
  const path = usePathname()
  const scope = useScope()
  const { look, change } = useShellLook()
  const { data } = useQuery(navCountsQuery(scope))
  return (
    <nav aria-label="Main" className="grid gap-3">
      {NAV_GROUPS.map((group) => {
        const links = group.links.filter((link) => mayOpen(principal, link))
        if (links.length === 0) return null
        const isFolded = look.folded.includes(group.label)
        return (
          <section key={group.label} aria-label={group.label} className="grid gap-px">
            <button
              type="button"
              aria-expanded={!isFolded}
              onClick={() =>
                change({
                  folded: isFolded ? look.folded.filter((name) => name !== group.label) : [...look.folded, group.label],
                })
              }
              className="flex h-6 items-center gap-1 rounded-chip px-2 text-left text-label text-ink-3 hover:bg-hover hover:text-ink"
            >
              {group.label}
              <span className="ml-auto">
                <Icon name={isFolded ? 'right' : 'down'} size="small" />
              </span>
            </button>
            {links.map(({ href, label, icon }) => {
              const isCurrent = path === href || (href !== '/' && path.startsWith(`${href}/`))
              // Folded away, but never the page somebody is on.
              if (isFolded && !isCurrent) return null
              return (
                <Link
                  key={href}
                  href={isScoped(href) ? withTenant(href, '', scope) : href}
                  look="bare"
                  isCurrent={isCurrent}
                >
                  <span className={isCurrent ? CURRENT : OTHER}>
                    <span className={isCurrent ? 'text-accent' : 'text-ink-3'}>
                      <Icon name={icon} />
                    </span>
                    {label}
                    <Counts counts={countsFor(href, data)} />
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

function Counts({ counts }: { counts: readonly NavCount[] }) {
  if (counts.length === 0) return null
  return (
    <span className="ml-auto flex items-center gap-1">
      {counts.map(({ count, words, isHot }) => (
        <span key={words} data-tip={`${countText(count)} ${words}`}>
          <span
            aria-hidden="true"
            className={`rounded-chip px-1.25 text-label tabular-nums ${isHot ? 'bg-bad-weak font-strong text-bad' : 'bg-sunken text-ink-2'}`}
          >
            {countText(count)}
          </span>
          <span className="sr-only">
            , {countText(count)} {words}
          </span>
        </span>
      ))}
    </span>
  )
}

const ITEM = 'flex h-control items-center gap-2 rounded-chip px-2'
const CURRENT = `${ITEM} bg-surface font-strong text-ink inset-ring inset-ring-line`
const OTHER = `${ITEM} text-ink-2 hover:bg-hover hover:text-ink`
