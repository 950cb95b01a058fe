import { describe, expect, it } from 'vitest'
import type { InvocationArrangement } from '@/lib/contract/records/invocations'
import type { InvocationRecord } from '@/lib/contract/records/runs'
import { arrange } from '@/lib/derive/invocation-list'
import { accountingOf, invocationRow } from '@/lib/derive/invocation-rows'
import { rowParts } from '@/lib/derive/row-accounting'
import { anInvocation, anInvocationRow } from '../../support/invocations'

const SLOWEST: InvocationArrangement = { order: 'duration', isDescending: true, status: null, kind: null, words: '' }

describe('an invocation in a table', () => {
  it('is flat, leaves out what it has not, and cuts a long error', () => {
    expect(invocationRow(anInvocation({ row_id: 'a', duration_ms: 9007199254740993n }), 7)).toEqual({
      n: 7,
      row_id: 'a',
      status: 'succeeded',
      records_written: 0,
      duration_ms: 9007199254740993n,
    })
    const long = anInvocationRow({ error: 'x'.repeat(5_000), parent_record_key: 'k' })
    expect(long).toMatchObject({ status: 'failed', parent_record_key: 'k' })
    expect(long.error?.length).toBeLessThan(1_000)
  })

  it('adds up the calls of both sides', () => {
    expect(anInvocationRow({ ended: '2026-11-30T10:00:05Z' }).usage).toMatchObject({
      requests: 4,
      retries: 0,
      cost: 0.5,
      currency: 'USD',
      connectors: 'csv → jsonl',
      dataset_uri: 'file:///out/row-0.jsonl',
    })
  })
})

describe('where the rows of an invocation went', () => {
  const told = (rows: unknown) => accountingOf({ ...anInvocation(), rows } as InvocationRecord)

  it('is not known of engines that do not say, and what is absent there is nothing', () => {
    expect(told(undefined)).toBeNull()
    expect(told('many')).toBeNull()
    expect(told({ offered: 3, accepted: 2, failed: 1 })).toMatchObject({ offered: 3, failed: 1, filtered: 0 })
    expect(told({ offered: 'x', accepted: -1 })).toMatchObject({ offered: 0, accepted: 0 })
  })

  it('counts as filtered what transforms took in and did not give out, and never less than nothing', () => {
    expect(told({ transform_in: 10, transform_out: 4 })).toMatchObject({ filtered: 6 })
    expect(told({ transform_in: 4, transform_out: 10 })).toMatchObject({ filtered: 0 })
    expect(told({ transform_in: 18446744073709551615n, transform_out: 0 })).toMatchObject({
      filtered: 18446744073709551615n,
    })
  })

  it('names the parts that have rows', () => {
    const rows = told({ offered: 6, accepted: 3, quarantined: 2, unaccounted: 1 })
    expect(rows === null ? [] : rowParts(rows)).toEqual([
      { name: 'accepted', count: 3, tone: 'good' },
      { name: 'quarantined', count: 2, tone: 'many' },
      { name: 'unaccounted', count: 1, tone: 'bad' },
    ])
  })
})

describe('a list of invocations', () => {
  const rows = [
    anInvocationRow({ row_id: 'b', duration_ms: 1 }, 0),
    anInvocationRow({ row_id: 'a', duration_ms: 1, parent_record_key: 'z' }, 1),
    anInvocationRow({ row_id: 'a', duration_ms: 1, parent_record_key: 'y', error: 'No Such File' }, 2),
    anInvocationRow({ row_id: 'c', duration_ms: 9007199254740993n, ended: '2026-11-30T10:00:05Z' }, 3),
  ]
  const ns = (asked: Partial<InvocationArrangement>) => arrange(rows, { ...SLOWEST, ...asked }).map(({ n }) => n)

  it('is in one order: by what is asked for, then by row and parent', () => {
    expect(ns({})).toEqual([3, 2, 1, 0])
    expect(ns({ isDescending: false })).toEqual([2, 1, 0, 3])
    expect(ns({ order: 'row', isDescending: false })).toEqual([2, 1, 0, 3])
  })

  it('puts what has no value last, whichever way it is sorted', () => {
    expect(ns({ order: 'cost', isDescending: true })[0]).toBe(3)
    expect(ns({ order: 'cost', isDescending: false })[0]).toBe(3)
    expect(ns({ order: 'parent', isDescending: false })).toEqual([2, 1, 0, 3])
  })

  it('is narrowed by state, kind and words, upper and lower case alike', () => {
    expect(ns({ status: 'failed' })).toEqual([2])
    expect(ns({ kind: 'children' })).toEqual([2, 1])
    expect(ns({ kind: 'rows' })).toEqual([3, 0])
    expect(ns({ words: 'no such' })).toEqual([2])
    expect(ns({ words: 'Y' })).toEqual([2])
    expect(ns({ words: 'nowhere' })).toEqual([])
  })
})
