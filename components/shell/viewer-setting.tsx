'use client'

import type { ReactNode } from 'react'
import { ClockProvider } from '@/components/ui/clock'
import type { TimeForm } from '@/components/ui/time-forms'
import { ZoneProvider } from '@/components/ui/zone'
import { rememberTimeForm, rememberZone } from './remember-zone'
import type { ZoneChoice } from './zone-cookie'

interface ViewerSettingProps {
  zone: ZoneChoice
  form: TimeForm
  now: number
  children: ReactNode
}

/** Everything below shows times as this viewer reads them, from the first byte on. */
export function ViewerSetting({ zone, form, now, children }: ViewerSettingProps) {
  return (
    <ClockProvider now={now}>
      <ZoneProvider
        zone={zone.zone}
        isAutomatic={zone.isAutomatic}
        remember={rememberZone}
        form={form}
        rememberForm={rememberTimeForm}
      >
        {children}
      </ZoneProvider>
    </ClockProvider>
  )
}
