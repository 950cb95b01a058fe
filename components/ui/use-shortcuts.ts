'use client'

import { useEffect, useRef } from 'react'
import { addShortcuts, type Shortcut } from './shortcut-registry'

/**
 * Keys of a part of the page, heard while it is on screen and listed on `?` under the part's name. They rest while somebody
 * types, chooses, or has a dialog open. Of two parts with the same key, the one that came later has it.
 */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
  const entry = useRef({ name, shortcuts })
  useEffect(() => {
    entry.current = { name, shortcuts }
  })
  // Which keys there are, and what the list says of them: only then is the list another one.
  const listed = JSON.stringify([name, ...shortcuts.map(({ key, does }) => [key, does])])
  // biome-ignore lint/correctness/useExhaustiveDependencies: added anew when the list changes
  useEffect(() => addShortcuts(entry), [listed])
}
