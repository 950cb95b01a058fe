'use client'

import { type ReactNode, useLayoutEffect, useRef } from 'react'

const EDGE_PX = 16
const LEAST_PX = 360

/** The place of a log: as high as the screen has room below what stands over it, so that the page itself need not scroll. */
export function LogFrame({ children }: { children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => {
      const top = element.getBoundingClientRect().top + window.scrollY
      element.style.height = `${Math.max(LEAST_PX, window.innerHeight - top - EDGE_PX)}px`
    }
    measure()
    window.addEventListener('resize', measure)
    // What stands over it may come and go.
    const watch = new ResizeObserver(measure)
    if (element.parentElement !== null) watch.observe(element.parentElement)
    return () => {
      window.removeEventListener('resize', measure)
      watch.disconnect()
    }
  }, [])
  return (
    <section
      ref={box}
      aria-label="Log"
      className="log-height relative flex min-w-0 flex-col overflow-clip rounded-panel border border-line bg-surface"
    >
      {children}
    </section>
  )
}
