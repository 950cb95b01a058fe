import { describe, expect, it } from 'vitest'
import type { InvocationRecord } from '@/lib/contract/records/runs'
import {
  batchTotals,
  connectorsOf,
  failureText,
  invocationStatus,
  labelsOf,
  pipelineBeside,
  runTitle,
  usageTotals,
} from '@/lib/derive/run-facts'
import { runLook } from '@/lib/derive/run-look'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'

const invocation = (more: Partial<InvocationRecord> = {}): InvocationRecord => ({
  row_id: 'row-0',
  parent_record_key: null,
  records_written: 0,
  duration_ms: 0,
  error: null,
  ...more,
})
const usage = (bytes: number | bigint, currency: string, total: number): InvocationRecord =>
  invocation({
    usage: {
      run_id: 'i',
      pipeline: 'p',
      row: 'row-0',
      source_kind: 'csv',
      sink_kind: 'jsonl',
      recorded_at: at('2026-11-30T10:00:00Z'),
      duration_ms: 1,
      failed: false,
      usage: { records_read: 1, records_written: 1, bytes_read: bytes, bytes_written: 2 },
      cost: { currency, total, lines: [], hosted_equivalent: 0 },
    },
  })

describe('what a run is called', () => {
  it('goes by its name, else its pipeline, else its id', () => {
    expect(runTitle(aRun({ run_id: 'id', name: ' nightly ', labels: { pipeline: 'p' } }))).toBe(' nightly ')
    expect(runTitle(aRun({ run_id: 'id', name: '', labels: { pipeline: 'p' } }))).toBe('p')
    expect(runTitle(aRun({ run_id: 'id', name: '  ', labels: {} }))).toBe('id')
  })

  it('does not say the pipeline twice', () => {
    expect(pipelineBeside(aRun({ name: 'nightly', labels: { pipeline: 'p' } }))).toBe('p')
    expect(pipelineBeside(aRun({ name: null, labels: { pipeline: 'p' } }))).toBeNull()
    expect(pipelineBeside(aRun({ name: 'nightly' }))).toBeNull()
  })

  it('lists own labels before stamped ones', () => {
    const labels = labelsOf({ pipeline: 'p', team: 'data', 'faucet.trigger.name': 't', env: 'prod' })
    expect(labels.map(({ key, isStamped }) => [key, isStamped])).toEqual([
      ['env', false],
      ['team', false],
      ['faucet.trigger.name', true],
      ['pipeline', true],
    ])
  })
})

describe('what went wrong', () => {
  it('is the first failure in its own words where the run only counts', () => {
    const invocations = [invocation(), invocation({ error: 'no such file' })]
    expect(failureText(aRun({ error: '1 invocation(s) failed', invocations }))).toBe('no such file')
    expect(failureText(aRun({ error: 'run exceeded timeout_secs (2s)', invocations }))).toMatch(/timeout/)
    expect(failureText(aRun({ error: '1 invocation(s) failed' }))).toBe('1 invocation(s) failed')
    expect(failureText(aRun())).toBeNull()
  })

  it('reads how an invocation ended from whichever member is there', () => {
    expect(invocationStatus(invocation())).toBe('succeeded')
    expect(invocationStatus(invocation({ error: 'x' }))).toBe('failed')
    expect(invocationStatus({ ...invocation({ error: 'x' }), skipped: true } as InvocationRecord)).toBe('skipped')
    expect(invocationStatus({ ...invocation(), status: 'parked' } as InvocationRecord)).toBe('parked')
  })
})

describe('sums over invocations', () => {
  it('keep every digit, and currencies apart', () => {
    const totals = usageTotals([usage(9007199254740991, 'USD', 0.1), usage(5, 'EUR', 1), usage(5, 'USD', 0.2)])
    expect(totals?.bytesRead).toBe(9007199254741001n)
    expect(totals?.costs.map(({ currency }) => currency)).toEqual(['USD', 'EUR'])
    expect(usageTotals([invocation()])).toBeNull()
    expect(connectorsOf([usage(1, 'USD', 0), usage(1, 'USD', 0), invocation()])).toEqual(['csv → jsonl'])
  })

  it('count batches only where some were reported', () => {
    const batches = { attempted: 2, committed: 1, dlq_partial: 1, dlq_all: 0, failed: 0 }
    expect(batchTotals([invocation({ batches }), invocation(), invocation({ batches })])).toMatchObject({
      attempted: 4,
      dlq_partial: 2,
    })
    expect(batchTotals([invocation()])).toBeNull()
  })
})

describe('the look of a status', () => {
  it('gives every known word its own shape or tone, and claims nothing for others', () => {
    expect(runLook('failed')).toMatchObject({ shape: 'diamond', tone: 'bad' })
    expect(runLook('paused')).toMatchObject({ shape: 'square', tone: 'neutral', isLoud: false })
    expect(runLook('constructor').shape).toBe('square')
  })
})
