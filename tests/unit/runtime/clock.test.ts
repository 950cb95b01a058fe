import { describe, expect, it } from 'vitest'
import { isTimestamp } from '@/lib/contract/records/primitives'
import { systemClock } from '@/lib/runtime/clock'

const TS9 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/

describe('the clock', () => {
  it('gives 30 characters that rise and never repeat, also within one millisecond', () => {
    const clock = systemClock(() => Date.parse('2026-11-30T12:00:00.123Z'))
    const seen = Array.from({ length: 100_000 }, () => clock.now())
    expect(seen.every((at) => at.length === 30 && TS9.test(at) && isTimestamp(at))).toBe(true)
    expect(seen.every((at, n) => n === 0 || at > (seen[n - 1] ?? ''))).toBe(true)
  })

  it('does not run backwards when the machine’s clock is put back a little', () => {
    let ms = Date.parse('2026-11-30T12:00:00.000Z')
    const clock = systemClock(() => ms)
    const before = clock.now()
    ms -= 900
    expect(clock.now() > before).toBe(true)
    ms -= 3_600_000
    expect(clock.now() < before).toBe(true)
  })

  it('hardly ever reads the same in two processes', () => {
    const ms = () => Date.parse('2026-11-30T12:00:00.000Z')
    const readings = Array.from({ length: 200 }, () => systemClock(ms).now())
    expect(new Set(readings).size).toBeGreaterThan(195)
  })
})
