import { expect, it } from 'vitest'
import { readTimeForm, writeTimeForm } from '@/components/shell/zone-cookie'
import { twelveHours } from '@/lib/format/instant'

it('writes an instant by a clock of twelve hours, in the zone that was chosen', () => {
  const at = '2026-11-30T13:07:04.597026635Z'
  expect(twelveHours(at, 'UTC')).toBe('Nov 30, 2026, 1:07:04 PM')
  expect(twelveHours(at, 'Asia/Tokyo', 'minute')).toBe('Nov 30, 2026, 10:07 PM')
  expect(twelveHours('2026-11-30T00:00:00Z', 'UTC', 'minute')).toBe('Nov 30, 2026, 12:00 AM')
  expect(twelveHours('whenever', 'UTC')).toBeNull()
})

it('remembers which form somebody chose, and takes anything else for the usual', () => {
  expect(writeTimeForm('relative')).toMatch(/^faucet_console_time=relative;/)
  expect([readTimeForm('relative'), readTimeForm('twelve'), readTimeForm('x'), readTimeForm(undefined)]).toEqual([
    'relative',
    'twelve',
    'iso',
    'iso',
  ])
})
