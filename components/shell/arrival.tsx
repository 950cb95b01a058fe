'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'

/**
 * What another page begins with: the navigation's sheet is put away, and whoever walks by keyboard starts at the page, not
 * at a place that is gone. Parts of the same page (`/runs/x/logs`) are no other page.
 */
export function Arrival() {
  const path = usePathname()
  const page = path.split('/').slice(0, 3).join('/')
  const before = useRef(page)
  useEffect(() => {
    const sheet = document.getElementById('navigation')
    if (sheet?.matches(':popover-open')) sheet.hidePopover()
    if (before.current === page) return
    before.current = page
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [page])
  return null
}
