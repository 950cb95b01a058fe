import 'server-only'
import { randomInt } from 'node:crypto'
import type { Clock } from '@/lib/contract/clock'
import type { Timestamp } from '@/lib/contract/records/primitives'

const NANOS_PER_MS = 1_000_000
/** Small corrections of the machine's clock do not make time run backwards here; a real step does. */
const STEP_MS = 60_000

/**
 * The machine's clock. Its last six digits are drawn, not measured: readings of one process never repeat and rise, and
 * two processes hardly ever share one. Catalog stats and profiles have time in their primary key, and a repeated one
 * would be dropped in silence (storage.md trap 29).
 */
export function systemClock(milliseconds: () => number = Date.now): Clock {
  let ms = 0
  let nanos = 0
  return {
    now() {
      const real = milliseconds()
      if (real > ms || real < ms - STEP_MS) {
        ms = real
        nanos = randomInt(NANOS_PER_MS / 2)
      } else {
        nanos += randomInt(1, 64)
        if (nanos >= NANOS_PER_MS) {
          ms++
          nanos = randomInt(NANOS_PER_MS / 2)
        }
      }
      return `${new Date(ms).toISOString().slice(0, -1)}${String(nanos).padStart(6, '0')}Z` as Timestamp
    },
  }
}
