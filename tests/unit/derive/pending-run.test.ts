import { describe, expect, it } from 'vitest'
import { bodyText } from '@/lib/contract/body'
import { RunRecord, SelectionRequest } from '@/lib/contract/records/runs'
import { pendingRun } from '@/lib/derive/pending-run'
import { selectionText } from '@/lib/derive/selection'
import { at } from '../../support/clock'

const NOW = at('2026-11-30T10:00:00.5Z')
const BARE = { config_body: 'name: p\n', config_format: 'yaml' } as const
const selection = (more: object) => SelectionRequest.decode(more as never)

describe('a pending run', () => {
  it('is what an engine of 1.13 queues for a cluster, to the byte', () => {
    const run = pendingRun('01a22c91-a22f-77ae-8f1a-de83909d6590', NOW, {
      ...BARE,
      pipeline: 'p',
      name: 'left pending',
      labels: Object.freeze({ stuck: 'yes', a: '1' }),
    })
    expect(bodyText(RunRecord, run)).toBe(
      '{"run_id":"01a22c91-a22f-77ae-8f1a-de83909d6590","name":"left pending","labels":{"a":"1","pipeline":"p","stuck":"yes"},' +
        '"status":"pending","submitted_at":"2026-11-30T10:00:00.5Z","started_at":null,"finished_at":null,"elapsed_secs":null,' +
        '"records_written":0,"invocations":[],"error":null,"idempotency_key":null,"config_body":"name: p\\n","config_format":"yaml","attempt":0}',
    )
  })

  it('carries everything the claimer must know', () => {
    const run = pendingRun('r', NOW, {
      ...BARE,
      idempotency_key: 'k',
      timeout_secs: 30,
      clock: '2026-01-01T00:00:00Z',
      concurrency: 8,
      callback: { url: 'https://x/', method: 'POST' },
      tenant: 'acme',
      selection: selection({ select: ['b', 'a'] }),
      pool: 'gpu',
      submitted_by: 'ann',
    })
    expect(run).toMatchObject({
      idempotency_key: 'k',
      timeout_secs: 30,
      clock: '2026-01-01T00:00:00Z',
      concurrency: 8,
      tenant: 'acme',
      pool: 'gpu',
      submitted_by: 'ann',
      labels: { pipeline: 'serve', selection: 'select=a,b' },
    })
    expect(run.callback?.url).toBe('https://x/')
  })

  it('keeps labels that the caller set, and leaves out what was not given', () => {
    const run = pendingRun('r', NOW, {
      ...BARE,
      pipeline: 'p',
      labels: { pipeline: 'mine', selection: 'mine too' },
      selection: selection({ tags: ['x'] }),
      tenant: undefined,
    })
    expect(run.labels).toEqual({ pipeline: 'mine', selection: 'mine too' })
    expect(Object.keys(run)).not.toContain('tenant')
    expect(Object.keys(run)).not.toContain('pool')
  })
})

describe('the text of a selection', () => {
  it.each([
    [{}, 'default'],
    [
      { select: ['deals', 'contacts', 'deals'], include_parents: 'eligible' },
      'select=contacts,deals;include_parents=eligible',
    ],
    [{ skip: ['b', 'a'], tags: ['pii'] }, 'skip=a,b;tags=pii'],
    [{ status: ['draft', 'archived'], only: ['x*'] }, 'only=x*;status=archived,draft'],
  ])('%j is %s', (request, text) => expect(selectionText(selection(request))).toBe(text))
})
