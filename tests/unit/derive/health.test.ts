import { expect, it } from 'vitest'
import { addHealth, durationsOf, failingNow, isSlow, noHealth, type RunGlance, usualOf } from '@/lib/derive/health'
import { bucketAt, bucketsOf, scaleTop } from '@/lib/derive/series'

const NOW = Date.parse('2026-11-30T10:30:00Z')
const HOUR = 3_600_000
const BUCKETS = bucketsOf(NOW - 24 * HOUR, NOW)

let ids = 0
function run(status: string, minutesAgo: number, more: Partial<RunGlance> & { secs?: number } = {}): RunGlance {
  const { secs, ...rest } = more
  const submitted = NOW - minutesAgo * 60_000
  return {
    run_id: `r${++ids}`,
    name: 'orders',
    status,
    submitted_at: new Date(submitted).toISOString(),
    finished_at: secs === undefined ? null : new Date(submitted + secs * 1000).toISOString(),
    ...rest,
  }
}
function health(...newestFirst: RunGlance[]) {
  const sums = noHealth(BUCKETS)
  for (const one of newestFirst) addHealth(sums, one, BUCKETS)
  return sums
}

it('cuts a day into hours, an hour into minutes, a week into quarters of a day, all counted in UTC', () => {
  expect(BUCKETS).toEqual({ firstMs: Date.parse('2026-11-29T10:00:00Z'), stepMs: HOUR, count: 25 })
  expect(bucketsOf(NOW - HOUR, NOW)).toMatchObject({ stepMs: 5 * 60_000, count: 13 })
  expect(bucketsOf(NOW - 7 * 24 * HOUR, NOW)).toMatchObject({ stepMs: 6 * HOUR, count: 29 })
})

it('finds the bucket of a moment, and none outside', () => {
  expect(bucketAt(BUCKETS, NOW)).toBe(24)
  expect(bucketAt(BUCKETS, BUCKETS.firstMs)).toBe(0)
  expect(bucketAt(BUCKETS, BUCKETS.firstMs - 1)).toBeNull()
  expect(bucketAt(BUCKETS, NOW + HOUR)).toBeNull()
})

it.each([
  [0, 1],
  [3, 3],
  [7, 8],
  [11, 15],
  [61, 80],
  [100, 100],
  [5_149, 6_000],
])('ends a scale for %d at %d', (most, top) => {
  expect(scaleTop(most)).toBe(top)
})

it('counts outcomes in all and by the hour; what is not over is neither good nor bad', () => {
  const { totals, buckets } = health(run('running', 1), run('failed', 2), run('completed', 50), run('from-later', 51))
  expect(totals).toEqual({ completed: 1, failed: 1, cancelled: 0, open: 2 })
  expect(buckets[24]).toEqual({ completed: 0, failed: 1, cancelled: 0, open: 1 })
  expect(buckets[23]).toEqual({ completed: 1, failed: 0, cancelled: 0, open: 1 })
})

it('names what fails now: how often in a row, since when, and what went well last', () => {
  const good = run('completed', 90, { secs: 1 })
  const [last, first] = [run('failed', 10), run('failed', 20)]
  const sums = health(run('running', 5), last, run('cancelled', 15), first, good, run('failed', 100))
  expect(failingNow(sums)).toEqual([
    {
      name: 'orders',
      completed: 1,
      failed: 3,
      streak: 2,
      first_failed_at: first.submitted_at,
      last_failed_at: last.submitted_at,
      last_failed_run: last.run_id,
      last_good: { run_id: good.run_id, at: good.submitted_at },
    },
  ])
})

it('does not name what failed and went well since; the longest row of failures comes first', () => {
  const sums = health(
    run('completed', 1),
    run('failed', 2),
    run('failed', 3, { name: 'once' }),
    run('failed', 4, { name: 'twice' }),
    run('failed', 5, { name: 'twice' }),
  )
  expect(failingNow(sums).map(({ name }) => name)).toEqual(['twice', 'once'])
})

it('says what is usual from three completed runs on, and never for runs without a name', () => {
  const three = [10, 30, 20].map((secs, index) => run('completed', index, { secs }))
  expect(usualOf(health(...three), 'orders')).toEqual({ ms: 20_000, of: 3 })
  expect(usualOf(health(...three.slice(1)), 'orders')).toBeNull()
  expect(usualOf(health(...three.map((one) => ({ ...one, name: null }))), null)).toBeNull()
  expect(durationsOf(health(...three))).toEqual({ median_ms: 20_000, p95_ms: 30_000, of: 3 })
  expect(durationsOf(health(run('failed', 1, { secs: 5 })))).toBeNull()
})

it('calls slow what takes more than twice as long, and plainly so', () => {
  expect(isSlow(121_000, 60_000)).toBe(true)
  expect(isSlow(119_000, 60_000)).toBe(false)
  expect(isSlow(500, 10)).toBe(false)
})
