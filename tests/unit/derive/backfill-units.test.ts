import { describe, expect, it } from 'vitest'
import { planBackfill } from '@/lib/derive/backfill-units'

describe('the windows of a backfill', () => {
  it('are as many as fit, the last one shorter', () => {
    expect(planBackfill({ from: '2026-11-01', to: '2026-11-03T12:00:00Z', window: '1d' })).toEqual({
      ok: true,
      count: 3,
      first: [
        ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'],
        ['2026-11-02T00:00:00Z', '2026-11-03T00:00:00Z'],
        ['2026-11-03T00:00:00Z', '2026-11-03T12:00:00Z'],
      ],
    })
  })

  it('are counted beyond those that are shown, and unknown without a window', () => {
    const span = { from: '2026-01-01', to: '2026-01-02' }
    expect(planBackfill({ ...span, window: '30m' })).toMatchObject({ count: 48, first: { length: 5 } })
    expect(planBackfill({ ...span, window: '' })).toMatchObject({ ok: true, count: null })
  })

  it.each([
    ['from', { from: 'x', to: '2026-01-02', window: '1d' }],
    ['from', { from: '2026-01-01T00:00:00', to: '2026-01-02', window: '1d' }],
    ['to', { from: '2026-01-02', to: '2026-01-01', window: '1d' }],
    ['window', { from: '2026-01-01', to: '2026-01-02', window: '1 month' }],
  ])('are none where %s is wrong', (field, span) => {
    expect(planBackfill(span)).toMatchObject({ ok: false, field })
  })
})
