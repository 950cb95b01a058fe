import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, bucketStart, durationOf, readWindow } from '@/lib/derive/overview-window'
import { at } from '../../support/clock'

const NOW = at('2026-11-30T12:34:56.789Z')
const windowOf = (asked: Parameters<typeof readWindow>[0]) => {
  const read = readWindow(asked, NOW)
  return read.ok ? read.value : expect.fail(read.message)
}

describe('the window of an overview', () => {
  it('is the last seven days by the day, whole days of UTC', () => {
    const { since, until, bucket, buckets, ...window } = windowOf({})
    expect([Date.parse(until) - Date.parse(since), bucket, buckets]).toEqual([7 * 86_400_000, 'day', 8])
    expect(bucketStart({ since, until, bucket, buckets, ...window }, 0)).toBe('2026-11-23T00:00:00Z')
  })

  it('is shown by the hour up to three days, else as asked', () => {
    expect(windowOf({ since: '72h' })).toMatchObject({ bucket: 'hour', buckets: 73 })
    expect(windowOf({ since: '73h' }).bucket).toBe('day')
    expect(windowOf({ since: '24h', bucket: 'day' })).toMatchObject({ bucket: 'day', buckets: 2 })
    expect(windowOf({ since: '7d', bucket: 'hour' }).bucket).toBe('hour')
  })

  it('takes instants in any offset, a plus that became a space, and blanks as nothing', () => {
    const window = windowOf({ since: '2026-11-29T02:00:00 02:00', until: '2026-11-30T00:00:00Z' })
    expect(window).toMatchObject({ buckets: 24, bucket: 'hour' })
    expect(Date.parse(window.since)).toBe(Date.parse('2026-11-29T00:00:00Z'))
    expect(windowOf({ since: '', until: '', bucket: '' })).toEqual(windowOf({}))
  })

  it.each([
    [{ since: 'yesterday' }, /^since: `yesterday`/],
    [{ until: 'soon' }, /^until: `soon`/],
    [{ since: '2026-12-01T00:00:00Z' }, /before `until`/],
    [{ since: '0d' }, /not a duration/],
    [{ since: '999999999999w' }, /too far back/],
    [{ bucket: 'week' }, /got `week`/],
    [{ since: '60d', bucket: 'hour' }, /1441 Hour buckets.*bucket=day/],
    [{ since: '1001d' }, /1002 Day buckets/],
  ])('refuses %j', (asked, why) => {
    expect(readWindow(asked, NOW)).toEqual({ ok: false, message: expect.stringMatching(why) })
  })

  it('puts every instant of the window into one of its buckets', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 41 }),
        fc.constantFrom('hour', 'day'),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (days, bucket, part) => {
          const window = windowOf({ since: `${days}d`, bucket })
          const [from, to] = [Date.parse(window.since), Date.parse(window.until)]
          const moment = new Date(Math.floor(from + part * (to - from)))
          const index = bucketOf(window, moment.toISOString())
          expect(index).toBeGreaterThanOrEqual(0)
          expect(index).toBeLessThan(window.buckets)
          const start = Date.parse(bucketStart(window, index))
          expect(moment.getTime() - start).toBeGreaterThanOrEqual(0)
          expect(moment.getTime() - start).toBeLessThan(window.bucketMs)
        },
      ),
    )
  })

  it('knows durations of whole seconds, minutes, hours, days and weeks', () => {
    expect(['1s', '2m', '3h', '4d', '5w'].map(durationOf)).toEqual(
      [1n, 120n, 10_800n, 345_600n, 3_024_000n].map((seconds) => seconds * 1_000_000_000n),
    )
    for (const text of ['', '0s', '1', 'd', '1.5h', '-1d', '1D', '1 d']) expect(durationOf(text)).toBeNull()
  })
})
