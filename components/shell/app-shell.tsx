import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import type { Principal } from '@/lib/auth/principal'
import { Arrival } from './arrival'
import { Banners } from './banners'
import { Brand } from './brand'
import { KeysButton } from './keys-button'
import { Nav } from './nav'
import { PaletteButton } from './palette-button'
import { ShellPanels } from './shell-panels'
import { StoreLine } from './store-line'
import { UserMenu } from './user-menu'

interface AppShellProps {
  principal: Principal
  signOut?: () => Promise<void>
  children: ReactNode
}

/** Navigation beside the page; where it is narrow, a sheet over it. One navigation for both: nothing is there twice. */
export function AppShell({ principal, signOut, children }: AppShellProps) {
  return (
    <div className="min-h-dvh wide:grid-shell wide:grid">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-1.5 font-strong text-on-accent focus:translate-y-0"
      >
        Skip to the page
      </a>
      <header className="sticky top-0 z-30 flex h-11 items-center gap-2 border-b border-line bg-canvas px-3 wide:hidden">
        <button
          type="button"
          popoverTarget="navigation"
          aria-label="Navigation"
          className="grid size-7 place-items-center rounded-chip text-ink-2 hover:bg-hover"
        >
          <Icon name="menu" />
        </button>
        <Brand />
        <span className="ml-auto flex min-w-0 items-center gap-2">
          {principal.tenant !== null && <span className="truncate text-meta text-ink-3">{principal.tenant}</span>}
          <PaletteButton size="small" />
        </span>
      </header>
      <aside
        id="navigation"
        popover="auto"
        aria-label="Console"
        className="nav-sheet flex-col gap-3 border-r border-line bg-canvas px-2 py-3 text-ink"
      >
        <div className="grid gap-1.5 px-2 pb-1">
          <Brand />
          {principal.tenant !== null && (
            <span className="truncate text-meta text-ink-2" data-tip={`You see tenant ${principal.tenant} only`}>
              tenant <span className="font-mono">{principal.tenant}</span>
            </span>
          )}
        </div>
        <div className="max-wide:hidden">
          <PaletteButton size="wide" />
        </div>
        <Nav principal={principal} />
        <div className="mt-auto grid gap-1 border-t border-line pt-2">
          <StoreLine />
          <div className="flex max-wide:hidden">
            <KeysButton />
          </div>
          <UserMenu principal={principal} {...(signOut && { signOut })} />
        </div>
      </aside>
      <div className="flex min-w-0 flex-col">
        <Arrival />
        <ShellPanels principal={principal} {...(signOut && { signOut })} />
        <Banners />
        <main id="main" tabIndex={-1} className="flex min-w-0 grow flex-col outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}
