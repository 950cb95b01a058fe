'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'

/** Puts the sheet away once it has led somewhere. */
export function NavCloser({ children }: { children: ReactNode }) {
  const path = usePathname()
  useEffect(() => {
    const sheet = document.getElementById('navigation')
    if (path && sheet?.matches(':popover-open')) sheet.hidePopover()
  }, [path])
  return children
}
