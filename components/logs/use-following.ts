'use client'

import { type RefObject, useEffect, useRef } from 'react'

const AT_END_PX = 24
/** A move upwards so soon after a touch is the reader's; others come of heights that were only guessed. */
const TOUCH_MS = 1_000
/** So far up nothing moves by itself. */
const SURELY_PX = 60

/** Lets go of the end when the reader scrolls up, and takes hold again at the bottom. */
export function useFollowing(
  box: RefObject<HTMLElement | null>,
  isFollowing: boolean,
  onFollow: (isFollowing: boolean) => void,
): void {
  const latest = useRef({ isFollowing, onFollow })
  useEffect(() => {
    latest.current = { isFollowing, onFollow }
  })
  useEffect(() => {
    const place = box.current
    if (place === null) return
    let [touchedAt, before] = [Number.NEGATIVE_INFINITY, place.scrollTop]
    const touch = () => {
      touchedAt = performance.now()
    }
    const look = () => {
      const { scrollTop, clientHeight, scrollHeight } = place
      const moved = scrollTop - before
      before = scrollTop
      const isAtEnd = scrollHeight - scrollTop - clientHeight < AT_END_PX
      const isTouched = performance.now() - touchedAt < TOUCH_MS
      const { isFollowing: holds, onFollow: tell } = latest.current
      if (holds && !isAtEnd && moved < 0 && (isTouched || moved < -SURELY_PX)) tell(false)
      else if (!holds && isAtEnd && moved > 0 && isTouched) tell(true)
    }
    const touches = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    for (const one of touches) place.addEventListener(one, touch, { passive: true })
    place.addEventListener('scroll', look, { passive: true })
    return () => {
      for (const one of touches) place.removeEventListener(one, touch)
      place.removeEventListener('scroll', look)
    }
  }, [box])
}
