import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import type { Principal } from '@/lib/auth/principal'
import type { ShellLook } from '@/lib/url/shell-look'
import { Arrival } from './arrival'
import { Banners } from './banners'
import { Brand } from './brand'
import { Frame } from './frame'
import { KeysButton } from './keys-button'
import { LiveSetting } from './live-setting'
import { Nav } from './nav'
import { NavSwitch } from './nav-switch'
import { OldAddress } from './old-address'
import { PaletteButton } from './palette-button'
import { ShellLookProvider } from './shell-look'
import { ShellPanels } from './shell-panels'
import { StoreLine } from './store-line'
import { TenantPicker } from './tenant-picker'
import { UserMenu } from './user-menu'

interface AppShellProps {
  principal: Principal
  look: ShellLook
  signOut?: () => Promise<void>
  children: ReactNode
}

/** One navigation, beside the page or over it: nothing is there twice. */
export function AppShell({ principal, look, signOut, children }: AppShellProps) {
  const confinedTo = principal.tenant !== null && (
    <span className="truncate text-meta text-ink-2" data-tip={`You see tenant ${principal.tenant} only`}>
      tenant <span className="font-mono">{principal.tenant}</span>
    </span>
  )
  return (
    <ShellLookProvider principal={principal.name} look={look}>
      <LiveSetting>
        <Frame
          bar={
            <>
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
                {confinedTo}
                <PaletteButton size="small" />
                <NavSwitch />
              </span>
            </>
          }
          navigation={
            <>
              <div className="grid gap-1.5 px-2 pb-1">
                <span className="flex items-center justify-between gap-1">
                  <Brand />
                  <NavSwitch />
                </span>
                {confinedTo}
              </div>
              <div className="max-wide:hidden">
                <PaletteButton size="wide" />
              </div>
              {principal.tenant === null && <TenantPicker />}
              <Nav principal={principal} />
              <div className="mt-auto grid gap-1 border-t border-line pt-2">
                <StoreLine />
                <div className="flex max-wide:hidden">
                  <KeysButton />
                </div>
                <UserMenu principal={principal} {...(signOut && { signOut })} />
              </div>
            </>
          }
        >
          <Arrival />
          <OldAddress />
          <ShellPanels principal={principal} {...(signOut && { signOut })} />
          <Banners />
          <main id="main" tabIndex={-1} className="flex min-w-0 grow flex-col outline-none">
            {children}
          </main>
        </Frame>
      </LiveSetting>
    </ShellLookProvider>
  )
}
