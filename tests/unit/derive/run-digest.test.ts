import { describe, expect, it } from 'vitest'
import type { InvocationRecord, RunRecord } from '@/lib/contract/records/runs'
import { digestOf } from '@/lib/derive/run-digest'
import { anInvocation } from '../../support/invocations'
import { aRun } from '../../support/records'

const digest = (invocations: InvocationRecord[], more: Partial<RunRecord> = {}) =>
  digestOf(aRun({ invocations, ...more }))

describe('what the invocations of a run come to', () => {
  it('counts them by state, most first, and shows failed ones first', () => {
    const told = digest([
      anInvocation({ row_id: 'a' }),
      anInvocation({ row_id: 'b', error: 'no' }),
      { ...anInvocation({ row_id: 'c', error: 'skipped: b failed' }), skipped: true } as InvocationRecord,
      anInvocation({ row_id: 'd' }),
    ])
    expect(told.invocations).toBe(4)
    expect(told.statuses).toEqual([
      { word: 'succeeded', count: 2 },
      { word: 'failed', count: 1 },
      { word: 'skipped', count: 1 },
    ])
    expect(told.shown.map(({ row_id }) => row_id)).toEqual(['b', 'a', 'c', 'd'])
    expect(told.failed_rows).toEqual(['b'])
  })

  it('says nothing of what nobody reported', () => {
    expect(digest([anInvocation()])).toMatchObject({
      usage: null,
      batches: null,
      rows: null,
      lag: null,
      checks: null,
      stretches: [],
      written: [],
      with_own_id: 0,
    })
  })

  it('tells the failure of what failed, not of what was skipped for it', () => {
    const skipped = { ...anInvocation({ error: 'skipped: gate' }), status: 'skipped' } as InvocationRecord
    const told = digest([skipped, anInvocation({ error: 'gate broke' })], { error: '1 invocation(s) failed' })
    expect(told.failure).toBe('gate broke')
  })

  it('adds up to the last digit, keeps currencies apart, and says how many it is of', () => {
    const paid = (currency: string, bytes_read: number | bigint) => {
      const one = anInvocation({ ended: '2026-11-30T10:00:05Z' })
      if (one.usage === undefined) throw new Error('no usage')
      const { usage, cost } = one.usage
      return { ...one, usage: { ...one.usage, usage: { ...usage, bytes_read }, cost: { ...cost, currency } } }
    }
    const told = digest([paid('USD', 9007199254740991), paid('EUR', 2), paid('USD', 3), anInvocation()])
    expect(told.usage).toEqual({
      covered: 3,
      records_read: 9,
      bytes_read: 9007199254740996n,
      bytes_written: 60,
      requests: 12,
      retries: 0,
      costs: [
        { currency: 'USD', total: 1, hosted: 4 },
        { currency: 'EUR', total: 0.5, hosted: 2 },
      ],
    })
  })

  it('accounts for rows over those that tell, and takes the largest lag', () => {
    const rows = { offered: 3, accepted: 2, unaccounted: 1 }
    const told = digest([
      { ...anInvocation(), rows } as InvocationRecord,
      { ...anInvocation({ source_lag: { bytes: 5, seconds: 9 } }), rows } as InvocationRecord,
      anInvocation({ source_lag: { bytes: 7, seconds: 1 } }),
    ])
    expect(told.rows).toMatchObject({ covered: 2, offered: 6, accepted: 4, unaccounted: 2, dropped: 0 })
    expect(told.lag).toEqual({ bytes: 7, seconds: 9 })
  })

  it('gathers what was written by dataset, most rows first', () => {
    const ended = '2026-11-30T10:00:05Z'
    const told = digest([
      anInvocation({ row_id: 'a', records_written: 1, ended }),
      anInvocation({ row_id: 'b', records_written: 5, ended }),
      anInvocation({ row_id: 'a', records_written: 2, ended }),
    ])
    expect(told.written).toEqual([
      { dataset_id: 'd-b', uri: 'file:///out/b.jsonl', kind: 'jsonl', records: 5, invocations: 1 },
      { dataset_id: 'd-a', uri: 'file:///out/a.jsonl', kind: 'jsonl', records: 3, invocations: 2 },
    ])
    expect(told.written_count).toBe(2)
  })

  it('reads the checks of a report, failed ones first, and passes over what has another shape', () => {
    const probe = { role: 'source', connector: 'csv', name: 'read', elapsed_ms: 3 }
    const told = digest([], {
      doctor_report: {
        invocations: [
          {
            id: 'row-0',
            probes: [
              { ...probe, status: 'pass' },
              { ...probe, status: 'fail', error: 'no file', hint: 'look' },
            ],
          },
          'nonsense',
        ],
      },
    })
    expect(told.checks).toMatchObject({ count: 2, failed: 1 })
    expect(told.checks?.probes[0]).toEqual({ row: 'row-0', ...probe, status: 'fail', message: 'no file look' })
    expect(digest([], { doctor_report: { other: 1 } }).checks).toBeNull()
    expect(digest([], { doctor_report: 'fine' }).checks).toBeNull()
  })
})
