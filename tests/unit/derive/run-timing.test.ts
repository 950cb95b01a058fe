import { describe, expect, it } from 'vitest'
import { median, runTiming } from '@/lib/derive/run-timing'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'

const now = Date.parse('2026-11-30T10:05:00Z')
const submitted_at = at('2026-11-30T10:00:00Z')

describe('how long a run took', () => {
  it('splits a finished run into waiting and work, to the digit that was written', () => {
    const run = aRun({
      submitted_at: at('2026-11-30T10:00:00.000500000Z'),
      started_at: at('2026-11-30T10:00:00.002500000Z'),
      finished_at: at('2026-11-30T10:00:00.003250000Z'),
      elapsed_secs: 0.00075,
    })
    expect(runTiming(run, now)).toEqual({ queuedMs: 2, ranMs: 0.75, totalMs: 2.75, isLive: false })
  })

  it('grows while the run waits or works', () => {
    expect(runTiming(aRun({ status: 'queued', submitted_at }), now)).toEqual({
      queuedMs: 300_000,
      ranMs: null,
      totalMs: 300_000,
      isLive: true,
    })
    const running = aRun({ status: 'running', submitted_at, started_at: at('2026-11-30T10:01:00Z') })
    expect(runTiming(running, now)).toEqual({ queuedMs: 60_000, ranMs: 240_000, totalMs: 300_000, isLive: true })
  })

  it('takes the live seconds that the server adds to a running run for what they are: old', () => {
    const running = aRun({ status: 'running', submitted_at, started_at: submitted_at, elapsed_secs: 12 })
    expect(runTiming(running, now).ranMs).toBe(300_000)
  })

  it('takes a run in parts, which never starts itself, to be at work from the beginning', () => {
    expect(runTiming(aRun({ status: 'sharded', submitted_at }), now)).toEqual({
      queuedMs: null,
      ranMs: 300_000,
      totalMs: 300_000,
      isLive: true,
    })
  })

  it('does not count the lost attempt of a run that was put back', () => {
    const pending = aRun({ status: 'pending', submitted_at, started_at: at('2026-11-30T10:01:00Z') })
    expect(runTiming(pending, now)).toMatchObject({ ranMs: null, queuedMs: 300_000 })
  })

  it('knows nothing where nothing was recorded, and is never negative', () => {
    expect(runTiming(aRun({ submitted_at }), now)).toEqual({
      queuedMs: null,
      ranMs: null,
      totalMs: null,
      isLive: false,
    })
    const backwards = aRun({ submitted_at, started_at: submitted_at, finished_at: at('2026-11-30T09:00:00Z') })
    expect(runTiming(backwards, now)).toMatchObject({ ranMs: 0, totalMs: 0 })
    expect(runTiming(aRun({ status: 'paused', submitted_at }), now).totalMs).toBeNull()
  })

  it('calls a duration usual only when it has seen enough of them', () => {
    expect(median([5, 1])).toBeNull()
    expect(median([5, 1, 3])).toBe(3)
    expect(median([5, 1, 3, 4])).toBe(3.5)
  })
})
