import { expect, it } from 'vitest'
import { RunRecord } from '@/lib/contract/records/runs'
import { stored } from '@/lib/contract/stored'
import { briefMs, briefOf, sharing } from '@/lib/derive/run-brief'
import { aRunRow } from '../../support/rows'
import { aUsage } from '../../support/usage'

const share = sharing()
const brief = (run: Partial<RunRecord>, body?: string) => {
  const row = aRunRow(run, body === undefined ? {} : { body })
  const { body: text, ...columns } = row
  return briefOf(stored(RunRecord, columns, text ?? ''), share)
}
const invocation = { row_id: 'r', parent_record_key: null, records_written: 0, duration_ms: 5, error: null }
const usage = (bytes_written: number, currency: string, total: number) => {
  const one = aUsage()
  return { ...one, usage: { ...one.usage, bytes_written }, cost: { ...one.cost, currency, total } }
}

it('is of the pipeline its label names, else of its name, else of none', () => {
  expect(brief({ name: 'n', labels: { pipeline: 'p' } }).pipeline).toBe('p')
  expect(brief({ name: 'n', labels: { pipeline: ' ' } }).pipeline).toBe('n')
  expect(brief({ name: ' ' })).toMatchObject({ pipeline: '', name: null })
})

it('adds up its invocations', () => {
  const found = brief({
    records_written: 12,
    pool: 'gpu',
    tenant: 'acme',
    invocations: [
      { ...invocation, usage: usage(10, 'USD', 0.5), source_lag: { seconds: 3 } },
      {
        ...invocation,
        duration_ms: 7,
        usage: usage(20, 'USD', 0.25),
        source_lag: { seconds: 2 },
        batches: { attempted: 4, committed: 1, dlq_partial: 1, dlq_all: 1, failed: 1 },
      },
      { ...invocation, usage: usage(30, 'EUR', 1) },
      { ...invocation, duration_ms: 9, skipped: true } as typeof invocation,
    ],
  })
  expect(found).toMatchObject({
    rows: 12,
    bytes: 60,
    cost: [
      { currency: 'USD', amount: 0.75 },
      { currency: 'EUR', amount: 1 },
    ],
    pool: 'gpu',
    tenant: 'acme',
    invocationMs: [5, 7, 5],
    batches: { committed: 1, dlq_partial: 1, dlq_all: 1, failed: 1 },
    governed: null,
    unrecorded: 4,
    lagSecs: 3,
  })
})

it('tells nothing that is not recorded from nothing', () => {
  expect(brief({ invocations: [invocation] })).toMatchObject({ bytes: null, cost: [], batches: null, lagSecs: null })
  const rows = { transform_in: 5, transform_out: 9, quarantined: 1 }
  expect(brief({ invocations: [{ ...invocation, rows } as typeof invocation] })).toMatchObject({
    governed: { filtered: 0, quarantined: 1, dlq: 0, coalesced: 0, skipped: 0, dropped: 0 },
    unrecorded: 0,
  })
})

it('keeps the error of a failed run alone, and counts to the last digit', () => {
  expect(brief({ status: 'failed', error: 'one\ntwo' }).error).toBe('one')
  expect(brief({ status: 'completed', error: 'old' }).error).toBeNull()
  expect(brief({ records_written: 9007199254740993n }).rows).toBe(9007199254740993n)
})

it('measures from submission to end, and never backwards', () => {
  const submitted_at = '2026-11-30T10:00:00Z' as RunRecord['submitted_at']
  const ended = (finished_at: string | null) => briefMs(brief({ submitted_at, finished_at: finished_at as never }))
  expect([ended('2026-11-30T10:00:02Z'), ended('2026-11-30T09:00:00Z'), ended(null)]).toEqual([2_000, 0, null])
})

it.each([
  'no JSON',
  'null',
  '[]',
  '{"labels":null,"invocations":[]}',
  '{"labels":{},"invocations":{}}',
  '{"labels":{},"invocations":[null]}',
])('knows the columns alone of %s', (body) => {
  const found = brief({ run_id: 'bad', name: 'n', status: 'failed' }, body)
  expect(found).toMatchObject({ run_id: 'bad', pipeline: 'n', status: 'failed', rows: null, error: null, cost: [] })
})

it('takes no member of another kind for a number or a text', () => {
  const odd = {
    labels: { pipeline: 7, team: 'x', __proto__: 'y' },
    started_at: 5,
    records_written: 1,
    tenant: {},
    invocations: [
      {
        duration_ms: 'long',
        batches: { committed: '3', dlq_all: null },
        rows: { dropped: '4', skipped: null },
        usage: { usage: { bytes_written: '9' }, cost: { currency: 'USD', total: 'much' } },
        source_lag: null,
      },
      { usage: null, source_lag: { seconds: '1' } },
    ],
  }
  expect(brief({ name: 'n' }, JSON.stringify(odd))).toMatchObject({
    pipeline: 'n',
    labels: { team: 'x' },
    startedMs: null,
    tenant: null,
    invocationMs: [0, 0],
    committed: 0,
    bytes: null,
    cost: [{ currency: 'USD', amount: 0 }],
    governed: { dropped: 0, skipped: 0 },
    lagSecs: null,
  })
})

it('shares what repeats', () => {
  const [a, b] = [brief({ labels: { team: 'x' } }), brief({ labels: { team: 'x' } })]
  expect(a.labels).toBe(b.labels)
})
