'use client'

import type { ReactNode } from 'react'
import { ClockProvider } from '@/components/ui/clock'
import { ZoneProvider } from '@/components/ui/zone'
import { rememberZone } from './remember-zone'
import type { ZoneChoice } from './zone-cookie'

/** Everything below shows times as this viewer reads them, from the first byte on. */
export function ViewerSetting({ zone, now, children }: { zone: ZoneChoice; now: number; children: ReactNode }) {
  return (
    <ClockProvider now={now}>
      <ZoneProvider zone={zone.zone} isAutomatic={zone.isAutomatic} remember={rememberZone}>
        {children}
      </ZoneProvider>
    </ClockProvider>
  )
}
