import { describe, expect, it } from 'vitest'
import type { RunSearch } from '@/lib/contract/records/runs'
import { columnsMatch, needsBody, recordMatches } from '@/lib/derive/run-match'
import { aRun } from '../../support/records'

const ANY: RunSearch = Object.freeze({ status: [] })
const failed = (error: string | null) => ({
  row_id: 'r',
  parent_record_key: null,
  records_written: 0,
  duration_ms: 0,
  error,
})

describe('does a run fit a search', () => {
  it.each<[Partial<RunSearch>, Record<string, string | null>, boolean]>([
    [{}, {}, true],
    [{ status: ['failed'] }, { status: 'failed' }, true],
    [{ status: ['failed', 'queued'] }, { status: 'running' }, false],
    [{ name: 'a' }, { name: 'a' }, true],
    [{ name: 'a' }, { name: null }, false],
    [{ tenant: 't' }, {}, false],
    [{ tenant: 't', owner: 'o' }, { tenant: 't', owner: 'o' }, true],
    [{ pool: 'default' }, { pool: null }, true],
    [{ pool: 'default' }, {}, true],
    [{ pool: 'gpu' }, { pool: 'default' }, false],
    [{ submitted_by: 'ann' }, { submitted_by: 'bob' }, false],
    [{ idempotency_key: 'k' }, { idempotency_key: 'k' }, true],
  ])('%j with the columns %j: %s', (search, columns, fits) => {
    expect(columnsMatch({ ...ANY, ...search }, Object.freeze(columns))).toBe(fits)
  })

  it('asks for the body only where columns cannot tell', () => {
    expect(needsBody({ ...ANY, name: 'a', owner: 'o', pool: 'p', labels: [] })).toBe(false)
    const clauses: Partial<RunSearch>[] = [
      { name_contains: '' },
      { error_contains: 'x' },
      { labels: [{ key: 'a' }] },
      { min_elapsed_secs: 0 },
      { max_elapsed_secs: 0 },
    ]
    for (const clause of clauses) expect(needsBody({ ...ANY, ...clause })).toBe(true)
  })

  it.each<[string, Partial<RunSearch>, Parameters<typeof aRun>[0], boolean]>([
    ['part of a name, whatever its case', { name_contains: 'DAI' }, { name: 'orders daily' }, true],
    ['the pipeline of a run without a name', { name_contains: 'ord' }, { labels: { pipeline: 'orders' } }, true],
    [
      'not the pipeline of a run with a name',
      { name_contains: 'ord' },
      { name: 'x', labels: { pipeline: 'orders' } },
      false,
    ],
    ['every label', { labels: [{ key: 'a', value: '1' }, { key: 'b' }] }, { labels: { a: '1', b: '' } }, true],
    ['not a label of another value', { labels: [{ key: 'a', value: '1' }] }, { labels: { a: '2' } }, false],
    ['not what every object has', { labels: [{ key: 'constructor' }] }, {}, false],
    ['the error of the run', { error_contains: 'boom' }, { error: 'a Boom b' }, true],
    ['the error of an invocation', { error_contains: 'boom' }, { invocations: [failed(null), failed('boom')] }, true],
    ['no error at all', { error_contains: '' }, {}, false],
    ['a duration on the edge', { min_elapsed_secs: 2, max_elapsed_secs: 2 }, { elapsed_secs: 2 }, true],
    ['not an unknown duration', { min_elapsed_secs: 0 }, { elapsed_secs: null }, false],
  ])('%s', (_, search, run, fits) => {
    expect(recordMatches({ ...ANY, ...search }, Object.freeze(aRun(run)))).toBe(fits)
  })
})
