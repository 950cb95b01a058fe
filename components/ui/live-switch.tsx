'use client'

import { createContext, useContext } from 'react'

/** Whether pages follow what happens, and the switch for it; null: there is nothing to switch. */
export interface LiveSwitch {
  isOn: boolean
  turn(isOn: boolean): void
}

const LiveSwitchContext = createContext<LiveSwitch | null>(null)

export const LiveSwitchProvider = LiveSwitchContext
export const useLiveSwitch = (): LiveSwitch | null => useContext(LiveSwitchContext)
