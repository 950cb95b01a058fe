import { expect, it } from 'vitest'
import { overviewParams, overviewSearch, parseOverview } from '@/lib/url/overview'
import { searchOf } from '@/lib/url/search'

const parse = (text: string) => parseOverview(searchOf(new URLSearchParams(text)))

it.each([
  '',
  'range=7d',
  'since=36h&until=12h',
  'since=2026-11-30T10:00:00Z',
  'range=1h&pipeline=a/b%20c&pool=gpu&tenant=acme&label=team:x&label=env',
])('comes back as it was from "%s"', (text) => {
  const { filter, ignored } = parse(text)
  expect(ignored).toEqual([])
  expect(overviewSearch(filter)).toBe(text)
})

it('leaves out what it cannot use, and says so', () => {
  const { filter, ignored } = parse('range=2y&since=soon&label=:x&label=a,b&label=ok&pipeline=')
  expect(filter).toEqual({ range: '24h', labels: ['ok'] })
  expect(ignored).toEqual(['range=2y', 'since=soon', 'label=:x', 'label=a,b'])
})

it('takes no end without a beginning', () => {
  expect(parse('until=1h').filter).toEqual({ range: '24h', labels: [] })
})

it('asks the routes for the window or the range, never both', () => {
  expect(overviewParams(parse('range=7d&since=2h&label=a:b&label=c').filter)).toEqual({ since: '2h', labels: 'a:b,c' })
  expect(overviewParams(parse('').filter)).toEqual({ range: '24h' })
})
