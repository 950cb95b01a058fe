'use client'

import { useEffect, useRef } from 'react'

/** Single-key shortcuts of a page. They never fire while somebody types, chooses or holds a modifier. */
export function useKeys(keys: readonly (readonly [key: string, act: () => void])[]): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      const hit = latest.current.find(([key]) => key === event.key)
      if (hit === undefined) return
      event.preventDefault()
      hit[1]()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select, [role=dialog]') !== null)
