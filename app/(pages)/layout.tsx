import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { AppShell } from '@/components/shell/app-shell'
import { Prefetched } from '@/components/shell/prefetched'
import { ViewerSetting } from '@/components/shell/viewer-setting'
import { FIRST_VISIT_SCRIPT, readTimeForm, readZone, TIME_COOKIE, ZONE_COOKIE } from '@/components/shell/zone-cookie'
import { signOut } from '@/lib/actions/console'
import { capabilitiesQuery } from '@/lib/client/console'
import { capabilities } from '@/lib/http/answers/console'
import { visitorContext } from '@/lib/http/visitor'
import { readShellLook, shellCookie } from '@/lib/url/shell-look'

export default async function PagesLayout({ children }: { children: ReactNode }) {
  const context = await visitorContext()
  // The page below sends whoever is not signed in to the sign-in page, and knows the way back.
  if (context === null) return children
  const { principal, isOpen, prefetch } = context
  const kept = await cookies()
  const zone = readZone(kept.get(ZONE_COOKIE)?.value)
  const look = readShellLook(kept.get(shellCookie(principal.name))?.value)
  return (
    <Prefetched queries={[prefetch(capabilitiesQuery(), capabilities)]}>
      {zone === null && <script>{FIRST_VISIT_SCRIPT}</script>}
      <ViewerSetting
        zone={zone ?? { zone: 'UTC', isAutomatic: true }}
        form={readTimeForm(kept.get(TIME_COOKIE)?.value)}
        now={Date.now()}
      >
        <AppShell principal={principal} look={look} {...(!isOpen && { signOut })}>
          {children}
        </AppShell>
      </ViewerSetting>
    </Prefetched>
  )
}
