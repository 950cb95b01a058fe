'use client'

import { useTheme } from 'next-themes'
import { startTransition } from 'react'
import { copyLink } from '@/components/ui/copy-link'
import { useZone } from '@/components/ui/zone'
import type { Entry } from './entries'

interface ActionsOptions {
  signOut?: () => Promise<void>
  onKeys: () => void
}

/** What can be done from anywhere. */
export function useActions({ signOut, onKeys }: ActionsOptions): readonly Entry[] {
  const { theme, setTheme } = useTheme()
  const { zone, isAutomatic, choose } = useZone()
  const entry = (
    id: string,
    icon: 'link' | 'light' | 'dark' | 'system' | 'clock' | 'signOut' | 'keys',
    rest: Omit<Entry, 'id' | 'mark'>,
  ) => ({
    id: `do:${id}`,
    mark: { icon },
    ...rest,
  })
  return [
    entry('copy', 'link', { text: 'Copy link to this page', also: 'share address url', act: () => void copyLink() }),
    ...(['light', 'dark', 'system'] as const)
      .filter((name) => name !== theme)
      .map((name) =>
        entry(name, name, {
          text: name === 'system' ? 'Theme as the system has it' : `Theme: ${name}`,
          also: 'switch theme colours',
          act: () => setTheme(name),
        }),
      ),
    ...(zone === 'UTC'
      ? []
      : [entry('utc', 'clock', { text: 'Show times in UTC', also: 'time zone', act: () => choose('UTC') })]),
    ...(isAutomatic
      ? []
      : [
          entry('zone', 'clock', {
            text: 'Show times in this browser’s zone',
            also: 'time zone local',
            act: () => choose(null),
          }),
        ]),
    entry('keys', 'keys', { text: 'List the keys', also: 'shortcuts keyboard help', act: onKeys }),
    ...(signOut === undefined
      ? []
      : [
          entry('out', 'signOut', {
            text: 'Sign out',
            also: 'log out leave',
            act: () => startTransition(() => signOut()),
          }),
        ]),
  ]
}
