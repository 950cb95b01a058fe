import { describe, expect, it } from 'vitest'
import type { InvocationRecord } from '@/lib/contract/records/runs'
import { recordBefore } from '@/lib/derive/run-record-before'
import { invocationSpans, sortSpans } from '@/lib/derive/run-timeline'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'

const invocation = (row_id: string, duration_ms: number | bigint, ended?: string): InvocationRecord => ({
  row_id,
  parent_record_key: null,
  records_written: 0,
  duration_ms,
  error: null,
  ...(ended !== undefined && {
    usage: {
      run_id: 'i',
      pipeline: 'p',
      row: row_id,
      source_kind: 'csv',
      sink_kind: 'jsonl',
      recorded_at: at(ended),
      duration_ms,
      failed: false,
      usage: { records_read: 0, records_written: 0, bytes_read: 0, bytes_written: 0 },
      cost: { currency: 'USD', total: 0, lines: [], hosted_equivalent: 0 },
    },
  }),
})

describe('invocations in their run', () => {
  const started_at = at('2026-11-30T10:00:00Z')
  const finished_at = at('2026-11-30T10:00:10Z')

  it('begin as long before their recorded end as they took', () => {
    const run = {
      started_at,
      finished_at,
      invocations: [invocation('a', 4000, '2026-11-30T10:00:05Z'), invocation('b', 8000)],
    }
    expect(invocationSpans(run, 0)).toMatchObject([
      { place: { from: 0.1, to: 0.5 }, share: 0.5 },
      { place: null, share: 1 },
    ])
  })

  it('stay inside the run, and have no place where the run has no length', () => {
    const early = { started_at, finished_at, invocations: [invocation('a', 60_000, '2026-11-30T10:00:05Z')] }
    expect(invocationSpans(early, 0)[0]?.place).toEqual({ from: 0, to: 0.5 })
    const instant = { started_at, finished_at: started_at, invocations: [invocation('a', 0, '2026-11-30T10:00:00Z')] }
    expect(invocationSpans(instant, 0)[0]).toMatchObject({ place: null, share: 0 })
    expect(invocationSpans({ started_at: null, finished_at: null, invocations: [] }, 0)).toEqual([])
  })

  it('are sorted by what is asked for, then by row', () => {
    const run = {
      started_at,
      finished_at,
      invocations: [invocation('b', 1), invocation('a', 1), invocation('c', 9007199254740993n)],
    }
    const rows = (by: 'duration' | 'row', down: boolean) =>
      sortSpans(invocationSpans(run, 0), by, down).map(({ invocation: { row_id } }) => row_id)
    expect(rows('duration', true)).toEqual(['c', 'a', 'b'])
    expect(rows('row', false)).toEqual(['a', 'b', 'c'])
  })
})

describe('what the runs before say', () => {
  const run = (status: string, error: string | null = null, ms = 100) =>
    aRun({
      status,
      error,
      started_at: at('2026-11-30T10:00:00Z'),
      finished_at: at('2026-11-30T10:00:01Z'),
      elapsed_secs: ms / 1000,
    })

  it('counts an unbroken row of failures and finds where it began', () => {
    const [first, second, good] = [run('failed', 'x'), run('failed', 'y'), run('completed')]
    const told = recordBefore(run('failed', 'x'), [second, first, good, run('failed', 'x')])
    expect(told).toMatchObject({ looked: 4, failed: 3, streak: 3, sameWords: 2 })
    expect(told.streakBegan?.run_id).toBe(first.run_id)
    expect(told.lastGood?.run_id).toBe(good.run_id)
  })

  it('claims no beginning when it has seen no good run', () => {
    expect(recordBefore(run('failed', 'x'), [run('failed', 'x')])).toMatchObject({
      streak: 2,
      streakBegan: null,
      lastGood: null,
    })
  })

  it('leaves the run itself out, and says what is usual only of enough runs', () => {
    const me = run('completed')
    expect(recordBefore(me, [me, run('completed')])).toMatchObject({ looked: 1, streak: 0, usualMs: null })
    expect(
      recordBefore(me, [run('completed', null, 10), run('completed', null, 20), run('completed', null, 60)]).usualMs,
    ).toBe(20)
  })
})
