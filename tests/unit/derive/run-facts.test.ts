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
} from '@/lib/derive/run-facts'
import { runLook } from '@/lib/derive/run-look'
import { anInvocation } from '../../support/invocations'
import { aRun } from '../../support/records'

const invocation = anInvocation
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
  it('name each pair of connectors once', () => {
    const ended = '2026-11-30T10:00:00Z'
    expect(connectorsOf([anInvocation({ ended }), anInvocation({ ended }), anInvocation()])).toEqual(['csv → jsonl'])
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
