import { describe, expect, it } from 'vitest'
import { beganAt } from '@/lib/derive/invocation-list'
import { axisOf, instantAt, shareOf, stretchesOf, ticksOf } from '@/lib/derive/run-axis'
import { criticalChain, placeIn, timelineLines, workSpan } from '@/lib/derive/run-timeline'
import { at } from '../../support/clock'
import { anInvocationRow } from '../../support/invocations'

const T0 = Date.parse('2026-11-30T10:00:00Z')
/** An invocation from one second of the run to another. */
const from = (begin: number, end: number, row_id = `${begin}-${end}`, parent_record_key: string | null = null, n = 0) =>
  anInvocationRow(
    { row_id, parent_record_key, duration_ms: (end - begin) * 1000, ended: new Date(T0 + end * 1000).toISOString() },
    n,
  )
const seconds = (begin: number, end: number) => ({ from: T0 + begin * 1000, to: T0 + end * 1000 })

describe('when anything was at work', () => {
  it('is one stretch where times overlap or are near, and several where they are far apart', () => {
    expect(stretchesOf([seconds(5, 8), seconds(0, 6), seconds(9, 10)])).toEqual([seconds(0, 10)])
    expect(stretchesOf([seconds(100, 110), seconds(0, 10)])).toEqual([seconds(0, 10), seconds(100, 110)])
    expect(stretchesOf([])).toEqual([])
  })

  it('is never more than a dozen stretches: the longest gaps stay', () => {
    const many = Array.from({ length: 40 }, (_, n) =>
      seconds(n * 100 + (n >= 20 ? 5_000 : 0), n * 100 + (n >= 20 ? 5_001 : 1)),
    )
    const stretches = stretchesOf(many)
    expect(stretches.length).toBeLessThanOrEqual(12)
    expect(stretches.some(({ to }) => to === seconds(0, 1_901).to)).toBe(true)
    expect(stretches.at(-1)?.to).toBe(many.at(-1)?.to)
  })
})

describe('a time axis', () => {
  const span = seconds(0, 1_000)

  it('is to scale while nothing is idle', () => {
    const axis = axisOf(span, [span])
    expect(axis).toHaveLength(1)
    expect(shareOf(axis, T0 + 250_000)).toBe(0.25)
    expect(instantAt(axis, 0.25)).toBe(T0 + 250_000)
  })

  it('folds what is idle, and gives the room to the work', () => {
    const axis = axisOf(span, [seconds(0, 10), seconds(500, 510)])
    expect(axis.map(({ isIdle }) => isIdle)).toEqual([false, true, false, true])
    expect(axis.reduce((sum, { size }) => sum + size, 0)).toBeCloseTo(1)
    expect(axis[0]?.size).toBeCloseTo(0.47)
    expect(shareOf(axis, T0 + 5_000)).toBeCloseTo(0.235)
    expect(shareOf(axis, T0 + 505_000)).toBeCloseTo(0.5 + 0.235)
    // Both ways lead to the same place.
    for (const share of [0.1, 0.3, 0.6, 0.9]) expect(shareOf(axis, instantAt(axis, share))).toBeCloseTo(share)
  })

  it('stays inside its ends, and is none where the run has no length', () => {
    const axis = axisOf(span, [seconds(-50, 2_000)])
    expect(shareOf(axis, T0 - 99_000)).toBe(0)
    expect(shareOf(axis, T0 + 5_000_000)).toBe(1)
    expect(axisOf(null, [])).toEqual([])
    expect(shareOf([], T0)).toBe(0)
    expect(axisOf(span, []).map(({ isIdle }) => isIdle)).toEqual([false])
  })

  it('names where work begins and round times after it, never two too near each other', () => {
    const axis = axisOf(span, [seconds(3, 103), seconds(603, 703)])
    const ticks = ticksOf(axis, { from: 0, to: 1 }, 0.1)
    const shares = ticks.map((ms) => shareOf(axis, ms))
    expect(ticks[0]).toBe(T0)
    expect(ticks).toContain(T0 + 603_000)
    for (const [n, share] of shares.entries()) if (n > 0) expect(share - (shares[n - 1] ?? 0)).toBeGreaterThan(0.099)
    expect(ticks.every((ms) => ms === T0 || ms === T0 + 603_000 || ms % 5_000 === 0)).toBe(true)
    const near = ticksOf(axis, { from: 0, to: 0.01 }, 0.1)
    expect(near.length).toBeGreaterThan(2)
    expect(Math.max(...near) - T0).toBeLessThan(3_000)
  })
})

describe('an invocation in its run', () => {
  const run = { started_at: at('2026-11-30T10:00:00Z'), finished_at: at('2026-11-30T10:00:10Z') }
  const axis = axisOf(workSpan(run, null, 0), [seconds(0, 10)])

  it('began as long before its recorded end as it took', () => {
    expect(placeIn(axis, from(1, 5))).toEqual({ from: 0.1, to: 0.5 })
    expect(beganAt(anInvocationRow({ duration_ms: 4_000 }))).toBeNull()
    expect(placeIn(axis, anInvocationRow({ duration_ms: 8_000 }))).toBeNull()
    expect(placeIn([], from(1, 5))).toBeNull()
  })

  it('has a span from the start of the run, else of its first invocation, to its end, else to now', () => {
    const now = T0 + 20_000
    expect(workSpan({ ...run, finished_at: run.started_at }, null, now)).toBeNull()
    expect(workSpan({ started_at: null, finished_at: null }, null, now)).toBeNull()
    expect(workSpan({ ...run, finished_at: null }, null, now)?.to).toBe(now)
    expect(workSpan({ started_at: null, finished_at: run.finished_at }, T0 + 5_000, now)).toEqual(seconds(5, 10))
  })
})

describe('the lines of a timeline', () => {
  const rows = [
    from(5, 6, 'late', null, 0),
    from(2, 4, 'orders', 'b', 1),
    from(0, 1, 'first', null, 2),
    from(1, 3, 'orders', 'a', 3),
  ]

  it('stand in the order in which they began, a row of several records as one', () => {
    expect(timelineLines(rows, () => false)).toMatchObject([
      { kind: 'one', row: { row_id: 'first' }, isChild: false },
      { kind: 'group', rowId: 'orders', span: seconds(1, 4), failed: 0, isOpen: false },
      { kind: 'one', row: { row_id: 'late' } },
    ])
  })

  it('put the records below their row once it is open', () => {
    const lines = timelineLines(rows, (rowId) => rowId === 'orders')
    expect(
      lines.map((line) => (line.kind === 'group' ? line.rowId : (line.row.parent_record_key ?? line.row.row_id))),
    ).toEqual(['first', 'orders', 'a', 'b', 'late'])
  })
})

it('follows what the end hung on: the last to end, and what ended before it could begin', () => {
  const rows = [
    from(0, 3, 'a'),
    from(0, 4, 'b'),
    from(4, 6, 'c'),
    from(1, 5, 'beside'),
    from(6, 9, 'd'),
    from(7, 8, 'e'),
  ]
  expect(criticalChain(rows).map(({ row_id }) => row_id)).toEqual(['d', 'c', 'b'])
  expect(criticalChain([anInvocationRow({ duration_ms: 5 })])).toEqual([])
})
