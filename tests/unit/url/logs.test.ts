import { describe, expect, it } from 'vitest'
import { placeAsked } from '@/lib/format/log-place'
import {
  logFilterSearch,
  markHash,
  parseLogFilter,
  parseLogOpening,
  parseMark,
  pathToLogLines,
  pathToLogSearch,
} from '@/lib/url/logs'

describe('the address of a log', () => {
  it('holds what is asked, both ways, and nothing that is usual', () => {
    const asked = { level: 'WARN', words: 'a b&c', isPattern: true, isCaseSensitive: true }
    expect(logFilterSearch(asked)).toBe('level=WARN&q=a%20b%26c&regex=1&case=1')
    expect(parseLogFilter({ level: 'warn', q: 'a b&c', regex: '1', case: '1' })).toEqual(asked)
    expect(logFilterSearch(parseLogFilter({}))).toBe('')
  })

  it('passes over what it does not know', () => {
    expect(parseLogFilter({ level: 'loud', regex: 'yes' })).toEqual({
      level: null,
      words: '',
      isPattern: false,
      isCaseSensitive: false,
    })
    expect(parseLogOpening({ at: 'first-error' })).toBe('first-error')
    expect(parseLogOpening({ at: 'somewhere' })).toBeNull()
  })

  it.each([
    ['#L5', { from: '5', to: '5' }],
    ['#L5-L9', { from: '5', to: '9' }],
    ['#L10-9', { from: '9', to: '10' }],
    ['#L00000000000000000007', { from: '7', to: '7' }],
    ['#L7238556057600000005-L7238556057600000004', { from: '7238556057600000004', to: '7238556057600000005' }],
    ['#L', null],
    ['#Lx', null],
    ['#L123456789012345678901', null],
  ])('%s names %o', (hash, mark) => {
    expect(parseMark(hash)).toEqual(mark)
  })

  it('names a line or a range', () => {
    expect(markHash({ from: '5', to: '5' })).toBe('#L5')
    expect(markHash({ from: '5', to: '9' })).toBe('#L5-L9')
  })

  it('asks the routes as they read', () => {
    expect(
      pathToLogLines(
        'r/1',
        [
          { after: null, to: '499' },
          { after: '499', to: '600' },
        ],
        'ERROR',
      ),
    ).toBe('/console/runs/r%2F1/logs/lines?ranges=-499,499-600&level=ERROR')
    const asked = { level: null, words: 'x+', isPattern: true, isCaseSensitive: false }
    expect(pathToLogSearch('r', asked, '7')).toBe('/console/runs/r/logs/search?q=x%2B&regex=true&after=7')
  })
})

it.each([
  ['12,345', { number: 12_345 }],
  ['13:07', { at: '2026-11-30T12:07:00.000Z' }],
  ['9:07:12', { at: '2026-11-30T08:07:12.000Z' }],
  ['2026-11-29 13:07', { at: '2026-11-29T12:07:00.000Z' }],
  ['noon', null],
  ['25:00', null],
  ['', null],
])('%j in Berlin leads to %o', (text, place) => {
  expect(placeAsked(text, '2026-11-30T10:00:00.000Z', 'Europe/Berlin')).toEqual(place)
})
