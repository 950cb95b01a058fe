import { useSyncExternalStore } from 'react'

/** What lies over the page, opened by a key or by one of several buttons: never two at once. */
export type ShellPanel = 'palette' | 'keys'

let open: ShellPanel | null = null
const watchers = new Set<() => void>()

export function openPanel(panel: ShellPanel | null): void {
  open = panel
  for (const watcher of watchers) watcher()
}

export const useOpenPanel = (): ShellPanel | null =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => open,
    () => null,
  )
