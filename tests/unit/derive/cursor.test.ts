import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longCursor, parseDatasetCursor, parseRunCursor } from '@/lib/derive/cursor'

const AT = '2026-01-01T00:00:00.000000000Z'

describe('cursors', () => {
  it.each([
    ['01a1edbc-8a82-709b-a0cb-d4a116a2c4d0', null, '01a1edbc-8a82-709b-a0cb-d4a116a2c4d0'],
    [`${AT}~R`, AT, 'R'],
    ['2026-01-01T00:00:00Z~R', '2026-01-01T00:00:00Z', 'R'],
    [`${AT}~a~b`, AT, 'a~b'],
    [`${AT}~`, AT, ''],
    ['yesterday~R', null, 'yesterday~R'],
    ['~R', null, '~R'],
    ['', null, ''],
  ])('reads the run cursor %j', (text, instant, id) => {
    expect(parseRunCursor(text)).toEqual({ at: instant, id })
  })

  it('splits a dataset cursor at its last tilde', () => {
    expect(parseDatasetCursor(`${AT}~8c6a9fc247d760d2`)).toEqual({ at: AT, id: '8c6a9fc247d760d2' })
    expect(parseDatasetCursor(`${AT}~a~b`)).toEqual({ at: null, id: `${AT}~a~b` })
  })

  it('reads back what it prints, for any id', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(parseRunCursor(longCursor(AT, id))).toEqual({ at: AT, id })
      }),
    )
  })

  it('never throws, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseRunCursor(text).id.length).toBeLessThanOrEqual(text.length)
        expect(parseDatasetCursor(text).id.length).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
