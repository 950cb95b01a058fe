import { expect, it } from 'vitest'
import { readAsked } from '@/lib/derive/asked-window'
import { at } from '../../support/clock'

const NOW = at('2026-11-30T12:00:00Z')
const HOUR = 3_600_000
const hours = (asked: Parameters<typeof readAsked>[0]) => {
  const read = readAsked(asked, NOW)
  return read.ok ? [(Date.parse(NOW) - read.sinceMs) / HOUR, (Date.parse(NOW) - read.untilMs) / HOUR] : read.message
}

it('reads a range, a span, two ends, and nothing as the last day', () => {
  expect(hours({})).toEqual([24, 0])
  expect(hours({ range: '7d' })).toEqual([168, 0])
  expect(hours({ since: '36h' })).toEqual([36, 0])
  expect(hours({ since: '36h', until: '12h' })).toEqual([36, 12])
  expect(hours({ until: '12h' })).toEqual([36, 12])
  expect(hours({ since: '2026-11-30T10:00:00+01:00', until: '2026-11-30T11:00:00Z' })).toEqual([3, 1])
})

it('never ends later than now', () => {
  expect(hours({ since: '1h', until: '2026-12-24T00:00:00Z' })).toEqual([1, 0])
})

it.each([
  [{ since: 'soon' }, 'since: not an instant'],
  [{ since: '1h', until: '' }, 'until: not an instant'],
  [{ since: '1h', until: '1h' }, 'since: must lie before'],
  [{ since: '2026-12-01T00:00:00Z' }, 'since: must lie before'],
  [{ since: '401d' }, 'longer than 400 days'],
])('refuses %o', (asked, message) => {
  expect(hours(asked)).toContain(message)
})
