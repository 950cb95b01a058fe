import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeJson } from '@/lib/contract/json'
import type { RunSearch } from '@/lib/contract/records/runs'
import { columnsMatch, mayMatch, needsBody, recordMatches } from '@/lib/derive/run-match'
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

  it('looks for part of a name in the column, where there is a name', () => {
    const fits = (name: string | null) => columnsMatch({ ...ANY, name_contains: 'ORD' }, { name })
    expect([fits('my orders'), fits('x'), fits(null)]).toEqual([true, false, true])
  })

  it('asks for the body only where columns cannot tell', () => {
    expect(needsBody({ ...ANY, name: 'a', owner: 'o', pool: 'p', labels: [] }, {})).toBe(false)
    expect(needsBody({ ...ANY, name_contains: 'a' }, { name: 'b' })).toBe(false)
    expect(needsBody({ ...ANY, name_contains: 'a' }, { name: null })).toBe(true)
    const clauses: Partial<RunSearch>[] = [
      { error_contains: 'x' },
      { labels: [{ key: 'a' }] },
      { min_elapsed_secs: 0 },
      { max_elapsed_secs: 0 },
    ]
    for (const clause of clauses) expect(needsBody({ ...ANY, ...clause }, { name: 'a' })).toBe(true)
  })

  it('never rules out by its text a record that fits', () => {
    const text = fc
      .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
      .filter((each) => !/\p{Cs}/u.test(each))
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (before, part, after, isUpper) => {
        const run = aRun({ error: `${before}${part}${after}`, labels: { [part]: after } })
        const search = {
          ...ANY,
          error_contains: isUpper ? part.toUpperCase() : part,
          labels: [{ key: part, value: after }, { key: part }],
        }
        if (recordMatches(search, run)) expect(mayMatch(search, writeJson(run))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('rules out most bodies without reading them', () => {
    const text = writeJson(aRun({ error: 'boom', labels: { env: 'prod' } }))
    expect(mayMatch({ ...ANY, error_contains: 'BOOM' }, text)).toBe(true)
    expect(mayMatch({ ...ANY, error_contains: 'bang' }, text)).toBe(false)
    expect(mayMatch({ ...ANY, labels: [{ key: 'env', value: 'prod' }] }, text)).toBe(true)
    expect(mayMatch({ ...ANY, labels: [{ key: 'team' }] }, text)).toBe(false)
    expect(mayMatch({ ...ANY, labels: [{ key: 'env', value: 'dev' }] }, text)).toBe(false)
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
