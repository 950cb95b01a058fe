import { expect, it } from 'vitest'
import { progressSegments, shardSegments, shardWords } from '@/lib/derive/shard-look'

it('counts shards by state, and keeps a word that it does not know', () => {
  const segments = shardSegments(['pending', 'completed', 'parked', 'completed'])
  expect(segments.filter(({ count }) => count > 0)).toEqual([
    { label: 'completed', count: 2, tone: 'good' },
    { label: 'pending', count: 1, tone: 'neutral' },
    { label: 'parked', count: 1, tone: 'neutral' },
  ])
})

it('names the states of a progress in the order in which people ask', () => {
  const progress = { total: 5, completed: 2, failed: 1, running: 1, pending: 1, cancelled: 0 }
  expect(progressSegments(progress).map(({ label, count }) => `${label} ${count}`)).toEqual([
    'completed 2',
    'running 1',
    'failed 1',
    'cancelled 0',
    'pending 1',
  ])
})

it('reads a range of keys, and shows any other descriptor as it is', () => {
  expect(shardWords('{"hi":1001,"hi_unbounded":false,"key":"id","lo":1,"lo_unbounded":true}')).toBe('id … 1001')
  expect(shardWords('{"hi":18446744073709551615,"key":"id","lo":9007199254740993,"hi_unbounded":true}')).toBe(
    'id 9007199254740993 …',
  )
  expect(shardWords('{"file":"a.csv"}')).toBe('{"file":"a.csv"}')
  expect(shardWords('not json')).toBe('not json')
})
