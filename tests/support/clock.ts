import type { Clock } from '@/lib/contract/clock'
import type { Timestamp } from '@/lib/contract/records/primitives'

/** A clock the test moves. Each reading is one nanosecond after the one before, so that no two are equal. */
export interface TestClock extends Clock {
  advance(ms: number): void
  /** From now on every reading is the same instant, until it is moved. */
  freeze(): void
}

export function testClock(start = '2026-11-30T12:00:00.000Z'): TestClock {
  let ms = Date.parse(start)
  let nanos = 0
  let step = 1
  return {
    now() {
      nanos += step
      return `${new Date(ms).toISOString().slice(0, -1)}${String(nanos).padStart(6, '0')}Z` as Timestamp
    },
    advance(by) {
      ms += by
    },
    freeze() {
      step = 0
    },
  }
}

export const at = (text: string): Timestamp => text as Timestamp
