import { describe, expect, it } from 'vitest'
import { bucketOf, bucketsIn, offsetAt } from '@/lib/derive/time-buckets'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ms = (text: string) => Date.parse(text)
const texts = ({ edges }: { edges: readonly number[] }) => edges.map((at) => new Date(at).toISOString().slice(0, 16))

describe('buckets', () => {
  it('begin and end with the span, and are cut at round times of the zone', () => {
    const until = ms('2026-11-30T10:20:00Z')
    expect(texts(bucketsIn(until - 2 * HOUR, until, 'UTC')).slice(0, 3)).toEqual([
      '2026-11-30T08:20',
      '2026-11-30T08:25',
      '2026-11-30T08:30',
    ])
    const day = bucketsIn(until - DAY, until, 'UTC')
    expect(day.stepMs).toBe(HOUR)
    expect(texts(day).slice(0, 2)).toEqual(['2026-11-29T10:20', '2026-11-29T11:00'])
    expect(texts(day).slice(-2)).toEqual(['2026-11-30T10:00', '2026-11-30T10:20'])
    expect(texts(bucketsIn(until - DAY, until, 'Asia/Kolkata'))[1]).toBe('2026-11-29T10:30')
  })

  it('are days from midnight to midnight, also where the clocks are changed', () => {
    const days = bucketsIn(ms('2026-10-10T12:00:00Z'), ms('2026-11-05T12:00:00Z'), 'Europe/Berlin')
    expect(days.stepMs).toBe(DAY)
    expect(texts(days).filter((text) => text.startsWith('2026-10-2') && text > '2026-10-24')).toEqual([
      '2026-10-24T22:00',
      '2026-10-25T23:00',
      '2026-10-26T23:00',
      '2026-10-27T23:00',
      '2026-10-28T23:00',
      '2026-10-29T23:00',
    ])
  })

  it('are never too many, however long the span', () => {
    for (const days of [0.001, 1, 2, 3, 30, 90, 200, 400, 5_000]) {
      const { edges } = bucketsIn(
        ms('2026-11-30T00:00:00Z') - days * DAY,
        ms('2026-11-30T00:00:00Z'),
        'America/New_York',
      )
      expect(edges.length).toBeGreaterThan(1)
      expect(edges.length).toBeLessThanOrEqual(40)
      expect([...edges].sort((a, b) => a - b)).toEqual(edges)
      expect(new Set(edges).size).toBe(edges.length)
    }
  })

  it('hold their beginning and not their end', () => {
    const buckets = { edges: [0, 10, 20], stepMs: 10 }
    expect([-1, 0, 9, 10, 19, 20].map((at) => bucketOf(buckets, at))).toEqual([null, 0, 0, 1, 1, null])
  })
})

it('knows what clocks are ahead, and takes a zone that nobody knows for UTC', () => {
  expect(offsetAt(ms('2026-11-30T00:00:00Z'), 'Asia/Kolkata')).toBe(5.5 * HOUR)
  expect(offsetAt(ms('2026-07-01T00:00:00.500Z'), 'Europe/Berlin')).toBe(2 * HOUR)
  expect(offsetAt(0, 'Mars/Olympus')).toBe(0)
})
