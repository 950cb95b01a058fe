import { describe, expect, it } from 'vitest'
import { baselineOf, isSlow, lagGrowth, pipelineState, rhythmOf, slowedDown } from '@/lib/derive/pipeline-health'
import type { RunBrief } from '@/lib/derive/run-brief'

const NOW = Date.parse('2026-11-30T12:00:00Z')
const MINUTE = 60_000
const run = (minutesAgo: number, status = 'completed', more: Partial<RunBrief> & { secs?: number } = {}): RunBrief => {
  const { secs = 60, ...rest } = more
  const submittedMs = NOW - minutesAgo * MINUTE
  const finishedMs = status === 'completed' || status === 'failed' ? submittedMs + secs * 1_000 : null
  return { run_id: `r${minutesAgo}`, status, submittedMs, finishedMs, lagSecs: null, ...rest } as RunBrief
}

describe('a rhythm', () => {
  it('is the middle gap where most gaps are near it', () => {
    expect(rhythmOf([NOW, NOW - 60 * MINUTE, NOW - 121 * MINUTE, NOW - 180 * MINUTE, NOW - 900 * MINUTE])).toEqual({
      gapMs: 60.5 * MINUTE,
      of: 4,
    })
  })
  it('is none where gaps differ, are too few, or are those of somebody trying things out', () => {
    expect(rhythmOf([0, 1, 2, 3].map((n) => NOW - n * 60 * MINUTE))).toBeNull()
    expect(rhythmOf([0, 1, 50, 51, 100].map((n) => NOW - n * MINUTE * 60))).toBeNull()
    expect(rhythmOf([0, 1, 2, 3, 4].map((n) => NOW - n * 10_000))).toBeNull()
  })
})

describe('slow', () => {
  it('is twice the usual, and more than a blink', () => {
    expect([isSlow(121_000, 60_000), isSlow(120_000, 60_000), isSlow(900, 10)]).toEqual([true, false, false])
  })
  it('is a pipeline whose last two completed runs both are', () => {
    const before = [3, 4, 5, 6, 7].map((n) => run(n))
    const slow = slowedDown([
      run(0, 'running'),
      run(1, 'completed', { secs: 200 }),
      run(2, 'completed', { secs: 190 }),
      ...before,
    ])
    expect(slow).toMatchObject({ ms: 200_000, usualMs: 60_000, runs: 2, last: { run_id: 'r1' } })
    expect(slowedDown([run(1, 'completed', { secs: 200 }), run(2), ...before])).toBeNull()
    expect(
      slowedDown([run(1, 'completed', { secs: 200 }), run(2, 'completed', { secs: 200 }), run(3), run(4)]),
    ).toBeNull()
  })
})

it('knows what is usual, and the span that most lie in', () => {
  expect(baselineOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 100])).toEqual({ ms: 5.5, lowMs: 2, highMs: 100, of: 10 })
  expect(baselineOf([1, 2])).toBeNull()
})

it('sees that a source is further behind with each run', () => {
  const lags = (...secs: (number | null)[]) => lagGrowth(secs.map((lagSecs, n) => run(n, 'completed', { lagSecs })))
  expect(lags(300, null, 200, 100, 150)).toMatchObject({ nowSecs: 300, fromSecs: 100, runs: 3 })
  expect([lags(300, 200), lags(300, 200, 250), lags(30, 20, 10), lags()]).toEqual([null, null, null, null])
})

describe('the state of a pipeline', () => {
  it.each([
    ['failing', [run(1, 'running'), run(2, 'cancelled'), run(3, 'failed'), run(4)], null],
    ['late', [run(130), run(190)], 60 * MINUTE],
    [
      'slow',
      [run(1, 'completed', { secs: 500 }), run(2, 'completed', { secs: 500 }), ...[3, 4, 5, 6, 7].map((n) => run(n))],
      null,
    ],
    ['running', [run(1, 'pending'), run(2)], null],
    ['ok', [run(1, 'cancelled'), run(2)], 60 * MINUTE],
    ['quiet', [run(1, 'cancelled')], null],
    ['quiet', [], null],
  ] as const)('is %s', (state, recent, gap) => {
    expect(pipelineState(recent, gap, NOW)).toBe(state)
  })
})
