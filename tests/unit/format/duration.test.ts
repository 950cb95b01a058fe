import { describe, expect, it } from 'vitest'
import { duration, exactSeconds, ticking } from '@/lib/format/duration'

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [-5, '0 ms'],
    [0.71, '< 1 ms'],
    [1, '1 ms'],
    [340.4, '340 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [4_230, '4.2 s'],
    [59_940, '59.9 s'],
    [59_960, '1 m'],
    [95_000, '1 m 35 s'],
    [3_599_999, '59 m 59 s'],
    [3_600_000, '1 h'],
    [11_100_000, '3 h 5 m'],
    [47 * 3_600_000 + 59 * 60_000, '47 h 59 m'],
    [48 * 3_600_000, '2 d'],
    [6 * 86_400_000 + 4 * 3_600_000, '6 d 4 h'],
    [Number.NaN, '0 ms'],
  ])('shows %s ms as %s', (ms, text) => {
    expect(duration(ms)).toBe(text)
  })

  it('ticks in whole seconds and never runs ahead', () => {
    expect(ticking(900)).toBe('0 s')
    expect(ticking(4_900)).toBe('4 s')
    expect(ticking(59_960)).toBe('59 s')
    expect(ticking(95_999)).toBe('1 m 35 s')
  })

  it('gives the exact seconds to three decimals', () => {
    expect(exactSeconds(95_250)).toBe('95.250 s')
    expect(exactSeconds(4_095_250)).toBe('4,095.250 s')
  })
})
