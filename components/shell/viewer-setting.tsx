'use client'

import type { ReactNode } from 'react'
import { ClockProvider } from '@/components/ui/clock'
import { ZoneProvider } from '@/components/ui/zone'
import { writeZone, type ZoneChoice } from './zone-cookie'

/** Everything below shows times as this viewer reads them, from the first byte on. */
export function ViewerSetting({ zone, now, children }: { zone: ZoneChoice; now: number; children: ReactNode }) {
  return (
    <ClockProvider now={now}>
      <ZoneProvider zone={zone.zone} isAutomatic={zone.isAutomatic} remember={remember}>
        {children}
      </ZoneProvider>
    </ClockProvider>
  )
}

function remember(zone: string, isAutomatic: boolean): void {
  document.cookie = writeZone({ zone, isAutomatic })
}
