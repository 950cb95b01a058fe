'use client'

import { type ReactNode, useMemo } from 'react'
import { LiveSwitchProvider } from '@/components/ui/live-switch'
import { turnBells, useBellsOn } from '@/lib/client/bells'

/** The one switch of this tab: on, pages follow what happens; off, they hold still until somebody reads again. */
export function LiveSetting({ children }: { children: ReactNode }) {
  const isOn = useBellsOn()
  const value = useMemo(() => ({ isOn, turn: turnBells }), [isOn])
  return <LiveSwitchProvider value={value}>{children}</LiveSwitchProvider>
}
