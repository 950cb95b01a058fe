'use client'

import { useSyncExternalStore } from 'react'

/** `--breakpoint-roomy` of tokens.css. */
const ROOMY = '(min-width: 1200px)'

/** Is there room for something beside the list? The server cannot know and says yes. */
export const useIsRoomy = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia?.(ROOMY)
      query?.addEventListener('change', changed)
      return () => query?.removeEventListener('change', changed)
    },
    () => window.matchMedia?.(ROOMY).matches ?? true,
    () => true,
  )
