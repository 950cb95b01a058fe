import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPast, nanosOf, secondsBetween } from '@/lib/derive/instants'
import { at } from '../../support/clock'

describe('instants', () => {
  it.each([
    ['2026-11-30T10:00:00Z', '2026-11-30T10:00:02.5Z', 2.5],
    ['2026-11-18T08:18:38.851841198Z', '2026-11-18T08:18:38.868215237Z', 0.016374039],
    ['2026-11-24T05:54:44.466193335Z', '2026-11-24T05:54:45.161625149Z', 0.695431814],
    ['2026-11-30T10:00:00.000000001Z', '2026-11-30T10:00:00Z', null],
    ['2026-11-30T12:00:00+02:00', '2026-11-30T10:00:01Z', 1],
  ])('from %s to %s are %s seconds', (from, to, seconds) => {
    expect(secondsBetween(at(from), at(to))).toBe(seconds)
  })

  it.each([
    ['2026-11-30T09:58:00Z', 60_000, true],
    ['2026-11-30T09:58:00Z', 600_000, false],
    ['2026-11-30T10:00:00Z', 0, true],
    ['2026-11-30T09:59:00Z', 60_000, true],
    ['2026-11-30T09:59:00.000000001Z', 60_000, false],
    ['2026-11-30T10:00:00.000000001Z', 0, false],
  ])('%s with a window of %i ms has passed: %s', (text, window, past) => {
    expect(isPast(at(text), at('2026-11-30T10:00:00Z'), window)).toBe(past)
  })

  it('keeps every nanosecond', () => {
    const nanos = fc.bigInt({ min: 0n, max: 4_102_444_799_999_999_999n })
    fc.assert(
      fc.property(nanos, (value) => {
        const below = String(value % 1_000_000n).padStart(6, '0')
        const text = `${new Date(Number(value / 1_000_000n)).toISOString().slice(0, -1)}${below}Z`
        expect(nanosOf(at(text))).toBe(value)
      }),
    )
  })
})
