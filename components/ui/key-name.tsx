'use client'

import { useSyncExternalStore } from 'react'
import { Kbd } from './kbd'
import { isMac } from './shortcut-registry'

const upper = (key: string): string => (key.length === 1 ? key.toUpperCase() : key)

/** A shortcut as its keys are labelled: `g r` as two keys, `mod+k` as this computer calls it. */
export function KeyName({ of }: { of: string }) {
  const mod = useSyncExternalStore(
    () => () => {},
    () => (isMac() ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  )
  const [first = '', second] = of.split(' ')
  const key = (name: string) => (name.startsWith('mod+') ? `${mod} ${upper(name.slice(4))}` : name)
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Kbd>{key(first)}</Kbd>
      {second !== undefined && (
        <>
          <span className="text-ink-3">then</span>
          <Kbd>{key(second)}</Kbd>
        </>
      )}
    </span>
  )
}
