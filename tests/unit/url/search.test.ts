import { expect, it } from 'vitest'
import { one, searchOf, withSearch } from '@/lib/url/search'

it.each([
  ['/runs/x/logs', {}, '/runs/x/logs'],
  ['/runs/x/logs', { level: 'ERROR', q: 'a b' }, '/runs/x/logs?level=ERROR&q=a%20b'],
  ['/runs', { status: ['failed', 'queued'], none: undefined, empty: '' }, '/runs?status=failed&status=queued&empty='],
  ['/runs', { 'a&b#c': '1&2#3', half: '\ud800' }, '/runs?a%26b%23c=1%262%233&half=%EF%BF%BD'],
])('%s asked with %o is %s', (path, search, whole) => {
  expect(withSearch(path, search)).toBe(whole)
})

it('reads back what it wrote', () => {
  const { searchParams } = new URL(withSearch('/x', { 'a&b': 'c=d', __proto__x: '1' }), 'http://localhost')
  expect(one(searchOf(searchParams), 'a&b')).toBe('c=d')
})
