import { describe, expect, it } from 'vitest'
import { costSection } from '@/lib/derive/overview-cost'
import { freshnessSection } from '@/lib/derive/overview-freshness'
import { readWindow } from '@/lib/derive/overview-window'
import { at } from '../../support/clock'
import { aUsage } from '../../support/usage'

const read = readWindow(
  { since: '2026-11-28T00:00:00Z', until: '2026-11-30T00:00:00Z', bucket: 'day' },
  at('2026-11-30T00:00:00Z'),
)
const window = read.ok ? read.value : expect.fail(read.message)

const usage = (pipeline: string, day: string, total: number, currency = 'USD') => {
  const { cost, ...rest } = aUsage({ pipeline, recorded_at: at(`2026-11-${day}T08:00:00Z`) })
  return { ...rest, cost: { ...cost, currency, total, hosted_equivalent: total * 2 } }
}

describe('what invocations cost', () => {
  it('is nothing where nothing was priced', () => {
    expect(costSection([], window, 5)).toBeNull()
  })

  it('adds up one currency, the one most are priced in, and names the others', () => {
    const records = [usage('a', '28', 1), usage('b', '29', 2), usage('a', '29', 4), usage('c', '29', 100, 'EUR')]
    expect(costSection(records, window, 5)).toEqual({
      currency: 'USD',
      invocations: 3,
      estimated: 7,
      hosted_equivalent: 14,
      series: [
        { bucket_start: '2026-11-28T00:00:00Z', estimated: 1, hosted_equivalent: 2 },
        { bucket_start: '2026-11-29T00:00:00Z', estimated: 6, hosted_equivalent: 12 },
      ],
      by_pipeline: [
        { pipeline: 'a', estimated: 5 },
        { pipeline: 'b', estimated: 2 },
      ],
      other_currencies: ['EUR'],
    })
  })

  it('lists no more pipelines than asked, the dearest first, then by name', () => {
    const records = [usage('b', '28', 1), usage('a', '28', 1), usage('c', '28', 3)]
    expect(costSection(records, window, 2)?.by_pipeline.map(({ pipeline }) => pipeline)).toEqual(['c', 'a'])
  })
})

describe('how fresh datasets are', () => {
  const dataset = (id: string, last_success: string) => ({
    id,
    uri: `file:///${id}`,
    pipeline: 'p',
    last_success: at(last_success),
  })
  const datasets = [
    dataset('new', '2026-11-30T00:00:00Z'),
    dataset('old', '2026-11-01T00:00:00.000000002Z'),
    dataset('older', '2026-11-01T00:00:00.000000001Z'),
    dataset('just', '2026-11-23T00:00:00Z'),
  ]

  it('counts as stale what ended before the limit, to the nanosecond, longest first', () => {
    const section = freshnessSection(datasets, [], at('2026-11-23T00:00:00Z'), 1)
    expect(section).toMatchObject({ datasets: 4, stale_count: 2, stale: [{ id: 'older' }], schema_changed_count: 0 })
    expect(freshnessSection(datasets, [], at('2026-11-23T00:00:00.000000001Z'), 9).stale.map(({ id }) => id)).toEqual([
      'older',
      'old',
      'just',
    ])
  })

  it('tells once of each dataset whose schema changed, with the latest time', () => {
    const change = (dataset_id: string, recorded_at: string) => ({
      dataset_id,
      version: 2,
      recorded_at: at(recorded_at),
    })
    const changes = [
      change('old', '2026-11-29T00:00:00Z'),
      change('gone', '2026-11-28T00:00:00Z'),
      change('old', '2026-11-27T00:00:00Z'),
    ]
    expect(freshnessSection(datasets, changes, at('2026-11-23T00:00:00Z'), 5)).toMatchObject({
      schema_changed_count: 2,
      schema_changed: [
        { id: 'old', uri: 'file:///old', changes: 2, last_changed: '2026-11-29T00:00:00Z' },
        { id: 'gone', uri: '', changes: 1 },
      ],
    })
  })
})
