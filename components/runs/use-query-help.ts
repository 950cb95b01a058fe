'use client'

import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { completed, completionAt } from '@/lib/url/run-complete'
import type { Choice } from './query-choices'
import type { QueryHelpHandle } from './query-help'

/**
 * Drives the list of choices below a query: it opens with what is typed or with Arrow Down, goes with the caret, and
 * Enter takes a choice only where one was gone to.
 */
export function useQueryHelp(id: string, text: string, write: (text: string, caret: number) => void) {
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(-1)
  const [count, setCount] = useState(0)
  const handle = useRef<QueryHelpHandle>(null)
  const completion = caret === null ? null : completionAt(text, caret)
  const isOpen = completion !== null && count > 0
  const onCount = useCallback((next: number) => {
    setCount(next)
    setActive(-1)
  }, [])

  const look = (at: number | null) => {
    setCaret(at)
    setActive(-1)
  }
  const close = () => look(null)
  const pick = ({ text: choice, isWhole }: Choice) => {
    if (completion === null) return
    const [next, at] = completed(text, completion, choice, isWhole)
    write(next, at)
    look(at)
  }
  /** True: the key was for the list. */
  const onKey = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const { key } = event
    if (key === 'ArrowDown' || (key === 'ArrowUp' && isOpen)) {
      event.preventDefault()
      if (!isOpen) look(event.currentTarget.selectionStart)
      // Past either end nothing is gone to: Enter asks again.
      else setActive((now) => ((now + 1 + (key === 'ArrowDown' ? 1 : -1) + count + 1) % (count + 1)) - 1)
      return true
    }
    if (!isOpen) return false
    if (key === 'Escape') {
      event.preventDefault()
      close()
      return true
    }
    const choice = key === 'Enter' && active >= 0 ? (handle.current?.choice(active) ?? null) : null
    if (choice === null) return false
    event.preventDefault()
    pick(choice)
    return true
  }

  return {
    completion,
    close,
    look,
    /** The caret went elsewhere: the list is about that place now. */
    follow(at: number | null) {
      if (caret !== null && at !== caret) look(at)
    },
    onKey,
    attributes: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen && active >= 0 ? `${id}-${active}` : undefined,
    } as const,
    list: { id, active, onCount, onPick: pick, handle },
  }
}
