'use client'

import { useRef } from 'react'

/**
 * For the content of a dialog without a trigger of its own, opened by a key or from a list: focus goes back to what had it.
 * Where that is gone, it stays with the page.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus() {
      before.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    },
  }
}
