import { expect, it } from 'vitest'
import { parseRunCursor, runCursor } from '@/lib/derive/cursor'
import { at } from '../../support/clock'

it('spells a cursor as the column does, whatever the body wrote', () => {
  expect(runCursor(at('2026-11-30T12:07:04Z'), 'id')).toBe('2026-11-30T12:07:04.000000000Z~id')
  expect(runCursor(at('2026-11-30T12:07:04.123Z'), 'id')).toBe('2026-11-30T12:07:04.123000000Z~id')
  expect(runCursor(at('2026-11-30T13:07:04.123456789+01:00'), 'id')).toBe('2026-11-30T12:07:04.123456789Z~id')
  expect(parseRunCursor(runCursor(at('2026-11-30T12:07:04Z'), 'a~b')).id).toBe('a~b')
})
