import { describe, expect, it } from 'vitest'
import { instantText, laterThan, shortestText } from '@/lib/derive/instant-text'
import { nanosOf } from '@/lib/derive/instants'
import { at } from '../../support/clock'

describe('an instant in a body', () => {
  it.each([
    ['2026-10-01T12:00:00.500000000Z', '2026-10-01T12:00:00.500Z'],
    ['2026-10-01T12:00:00.5Z', '2026-10-01T12:00:00.500Z'],
    ['2026-10-01T12:00:00.000000000Z', '2026-10-01T12:00:00Z'],
    ['2026-10-01T12:00:00.000001000Z', '2026-10-01T12:00:00.000001Z'],
    ['2026-10-01T12:00:00.123456700Z', '2026-10-01T12:00:00.123456700Z'],
    ['2026-10-01T14:00:00.120+02:00', '2026-10-01T12:00:00.120Z'],
  ])('%s is printed %s', (from, text) => {
    expect(shortestText(at(from))).toBe(text)
    expect(instantText(nanosOf(at(from)))).toBe(text)
  })

  it('rises by a nanosecond where the clock does not', () => {
    const before = at('2026-10-01T12:00:00.999999999Z')
    expect(laterThan(before, before)).toBe('2026-10-01T12:00:01Z')
    expect(laterThan(before, at('2026-10-01T11:00:00Z'))).toBe('2026-10-01T12:00:01Z')
    expect(laterThan(before, at('2026-10-01T12:00:01.5Z'))).toBe('2026-10-01T12:00:01.500Z')
  })
})
