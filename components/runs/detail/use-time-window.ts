'use client'

import { useState } from 'react'

/** A part of the axis, as shares of it. */
export interface TimeWindow {
  from: number
  to: number
}

const WHOLE: TimeWindow = { from: 0, to: 1 }
const NARROWEST = 1 / 4_096

/** The part of a time axis that is looked at: closer, farther away, earlier, later, never beyond its ends. */
export function useTimeWindow() {
  const [window, setWindow] = useState(WHOLE)
  return {
    window,
    isWhole: window.from === 0 && window.to === 1,
    reset: () => setWindow(WHOLE),
    /** Below 1 closer, above farther away; about its middle. */
    zoom: (factor: number) =>
      setWindow(({ from, to }) => {
        const width = Math.min(Math.max((to - from) * factor, NARROWEST), 1)
        return placed((from + to) / 2 - width / 2, width)
      }),
    /** By a share of what is seen. */
    move: (by: number) => setWindow(({ from, to }) => placed(from + (to - from) * by, to - from)),
  }
}

function placed(start: number, width: number): TimeWindow {
  const from = Math.min(Math.max(start, 0), 1 - width)
  return { from, to: from + width }
}
