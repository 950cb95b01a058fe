'use client'

import type { ReactNode } from 'react'
import { useShellLook } from './shell-look'

/** Navigation beside the page; where it is narrow, or was put away, a sheet over it. */
export function Frame({ bar, navigation, children }: { bar: ReactNode; navigation: ReactNode; children: ReactNode }) {
  const { isHidden } = useShellLook().look
  return (
    <div className={isHidden ? 'min-h-dvh' : 'min-h-dvh wide:grid-shell wide:grid'}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-1.5 font-strong text-on-accent focus:translate-y-0"
      >
        Skip to the page
      </a>
      <header
        className={`sticky top-0 z-30 flex h-11 items-center gap-2 border-b border-line bg-canvas px-3 ${isHidden ? 'wide:static' : 'wide:hidden'}`}
      >
        {bar}
      </header>
      <aside
        id="navigation"
        popover="auto"
        aria-label="Console"
        data-over={isHidden || undefined}
        className="nav-sheet flex-col gap-3 border-r border-line bg-canvas px-2 py-3 text-ink"
      >
        {navigation}
      </aside>
      <div className="flex min-w-0 flex-col">{children}</div>
    </div>
  )
}
