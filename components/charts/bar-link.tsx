import type { Route } from 'next'
import NextLink from 'next/link'
import type { ReactNode } from 'react'

/**
 * A bar as a way to what it stands for, for the pointer alone: bars are too narrow to be aimed at otherwise. Whoever draws
 * one has the same link in a table beside it.
 */
export function BarLink({ href, tip, children }: { href: string; tip: string; children: ReactNode }) {
  return (
    <NextLink
      href={routeOf(href)}
      prefetch={false}
      tabIndex={-1}
      aria-hidden="true"
      data-tip={tip}
      className="flex h-full min-w-0 flex-1 flex-col justify-end hover:bg-hover"
    >
      {children}
    </NextLink>
  )
}

/** Addresses are built from routes that exist; the type of routes cannot see that. */
const routeOf = (href: string): Route => href as Route
