import { describe, expect, it } from 'vitest'
import { writeJson } from '@/lib/contract/json'
import { RunClause } from '@/lib/contract/records/run-clauses'
import type { RunSearch } from '@/lib/contract/records/runs'
import { clausesOf, needsBody, runFits } from '@/lib/derive/run-match'
import { aRun } from '../../support/records'

const ANY: RunSearch = Object.freeze({ status: [] })
type Columns = Record<string, string | null>
const fits = (search: Partial<RunSearch>, columns: Columns, text = '') =>
  runFits(clausesOf({ ...ANY, ...search }))({ columns: Object.freeze(columns), text })
const clauseFits = (clause: RunClause, run: Parameters<typeof aRun>[0], columns: Columns = {}) => {
  const record = aRun(run)
  return runFits([clause])({ columns: { name: record.name, ...columns }, text: writeJson(record) })
}
const invocation = (more: object) => ({
  row_id: 'r',
  parent_record_key: null,
  records_written: 0,
  duration_ms: 0,
  error: null,
  ...more,
})

describe('does a run fit a search', () => {
  it.each<[Partial<RunSearch>, Columns, boolean]>([
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
    [{ ids: new Set(['a']) }, { run_id: 'a' }, true],
    [{ ids: new Set() }, { run_id: 'a' }, false],
    [{ name_contains: 'ORD' }, { name: 'my orders' }, true],
    [{ name_contains: 'ORD' }, { name: 'x' }, false],
    [{ name_holds: 'ORD' }, { name: 'my orders' }, false],
    [{ clauses: [{ field: 'status', any: ['failed'], not: true }] }, { status: 'paused' }, true],
    [{ clauses: [{ field: 'owner', any: ['o'], not: true }] }, { owner: null }, true],
    [{ clauses: [{ field: 'has', what: 'cancel' }] }, { cancel_requested: 'x' }, true],
    [{ clauses: [{ field: 'has', what: 'shards', not: true }] }, { shards: null }, true],
    [{ clauses: [{ field: 'id_begins', text: '01A2' }] }, { run_id: '01a22c90' }, true],
    [{ clauses: [{ field: 'id_begins', text: '2c90' }] }, { run_id: '01a22c90' }, false],
  ])('%j with the columns %j: %s, and no body is asked', (search, columns, expected) => {
    expect(fits(search, columns, 'no body at all')).toBe(expected)
  })

  it('does not know where the body would have to say and cannot be read, unless something else is sure', () => {
    const search = { error_contains: 'x', status: ['failed'] }
    expect(fits(search, { status: 'failed' }, '{')).toBeNull()
    expect(fits(search, { status: 'failed' }, '[]x')).toBeNull()
    expect(fits(search, { status: 'queued' }, '{')).toBe(false)
    expect(fits({ name_contains: 'x' }, { name: null }, '{')).toBeNull()
    expect(fits({ clauses: [{ field: 'error', text: 'x', not: true }] }, {}, '{')).toBeNull()
  })

  it('needs the body only where columns cannot tell of every run', () => {
    const needs = (search: Partial<RunSearch>) => needsBody(clausesOf({ ...ANY, ...search }))
    expect(needs({ name: 'a', owner: 'o', pool: 'p', labels: [], status: ['failed'] })).toBe(false)
    // Of a run without a name the body tells.
    expect(needs({ name_contains: 'a' })).toBe(true)
    for (const more of [{ error_contains: 'x' }, { labels: [{ key: 'a' }] }, { min_elapsed_secs: 0 }]) {
      expect(needs(more)).toBe(true)
    }
  })

  it.each<[string, RunClause, Parameters<typeof aRun>[0], boolean]>([
    ['part of a name, whatever its case', { field: 'words', text: 'DAI' }, { name: 'orders daily' }, true],
    ['the pipeline of a run without a name', { field: 'words', text: 'ord' }, { labels: { pipeline: 'orders' } }, true],
    [
      'not that of one with a name',
      { field: 'words', text: 'ord' },
      { name: 'x', labels: { pipeline: 'orders' } },
      false,
    ],
    ['a pattern', { field: 'like', parts: ['ORD', null] }, { name: 'orders' }, true],
    ['a pattern to its end', { field: 'like', parts: [null, 'ers'] }, { name: 'orders_x' }, false],
    ['a pattern in the middle', { field: 'like', parts: ['o', null, 'e', null, 's'] }, { name: 'orders' }, true],
    ['no piece of a pattern twice', { field: 'like', parts: ['ab', null, 'ba'] }, { name: 'aba' }, false],
    ['nothing but what is written', { field: 'like', parts: ['a.c'] }, { name: 'abc' }, false],
    [
      'stars that never end',
      { field: 'like', parts: Array(99).fill([null, 'a']).flat() },
      { name: 'a'.repeat(98) },
      false,
    ],
    ['a label', { field: 'label', key: 'a', value: '1' }, { labels: { a: '1', b: '' } }, true],
    ['not a label of another value', { field: 'label', key: 'a', value: '1' }, { labels: { a: '2' } }, false],
    ['not what every object has', { field: 'label', key: 'constructor' }, {}, false],
    [
      'one of several pipelines',
      { field: 'pipeline', any: ['a', 'b'] },
      { name: 'x', labels: { pipeline: 'b' } },
      true,
    ],
    ['a name for want of a pipeline', { field: 'pipeline', any: ['x'] }, { name: 'x' }, true],
    [
      'not the name of one that has one',
      { field: 'pipeline', any: ['x'] },
      { name: 'x', labels: { pipeline: 'b' } },
      false,
    ],
    ['a template', { field: 'template', any: ['t'] }, { labels: { template: 't', template_version: '4' } }, true],
    [
      'a version of it',
      { field: 'template', any: ['t@4'] },
      { labels: { template: 't', template_version: '4' } },
      true,
    ],
    ['not another', { field: 'template', any: ['t@5'] }, { labels: { template: 't', template_version: '4' } }, false],
    ['by hand', { field: 'origin', any: ['manual'] }, { labels: { team: 'x' } }, true],
    ['not by hand', { field: 'origin', any: ['manual'] }, { labels: { template: 't' } }, false],
    [
      'by a trigger that ran a template',
      { field: 'origin', any: ['trigger'] },
      { labels: { template: 't', 'faucet.trigger.name': 'n' } },
      true,
    ],
    ['by that trigger', { field: 'trigger', any: ['n'] }, { labels: { 'faucet.trigger.name': 'n' } }, true],
    ['again, from a dead-letter queue', { field: 'origin', any: ['replay'] }, { replay_of: 's3://x' }, true],
    ['the error of the run', { field: 'error', text: 'boom' }, { error: 'a Boom b' }, true],
    [
      'the error of an invocation',
      { field: 'error', text: 'boom' },
      { invocations: [invocation({}), invocation({ error: 'boom' })] },
      true,
    ],
    ['no error at all', { field: 'error', text: '' }, {}, false],
    ['an error, whatever it says', { field: 'has', what: 'error' }, { invocations: [invocation({ error: '' })] }, true],
    [
      'rows in a dead-letter queue',
      { field: 'has', what: 'dlq' },
      { invocations: [invocation({ batches: { attempted: 2, committed: 1, dlq_partial: 1, dlq_all: 0, failed: 0 } })] },
      true,
    ],
    [
      'batches without any',
      { field: 'has', what: 'dlq' },
      { invocations: [invocation({ batches: { attempted: 1, committed: 1, dlq_partial: 0, dlq_all: 0, failed: 0 } })] },
      false,
    ],
    ['a label of its own', { field: 'has', what: 'labels' }, { labels: {} }, false],
    ['a duration on the edge', { field: 'elapsed_secs', min: 2, max: 2 }, { elapsed_secs: 2 }, true],
    ['none on an edge that is out', { field: 'elapsed_secs', above: 2 }, { elapsed_secs: 2 }, false],
    ['not an unknown duration', { field: 'elapsed_secs', min: 0 }, { elapsed_secs: null }, false],
    ['rows beyond exact numbers', { field: 'rows', above: 1e9 }, { records_written: 2n ** 60n }, true],
    ['a first try', { field: 'attempt', below: 1 }, { attempt: 0 }, true],
    [
      'when it started, its own instant included',
      { field: 'started', since: '2026-11-30T10:00:00.5Z' as never },
      { started_at: '2026-11-30T10:00:00.500Z' as never },
      true,
    ],
    [
      'not before',
      { field: 'started', since: '2026-11-30T10:00:00.5Z' as never },
      { started_at: '2026-11-30T10:00:00.499999999Z' as never },
      false,
    ],
    [
      'not what never started',
      { field: 'started', until: '2026-11-30T10:00:00.5Z' as never },
      { started_at: null },
      false,
    ],
  ])('%s', (_, clause, run, expected) => {
    expect(clauseFits(clause, run)).toBe(expected)
    const turned = RunClause.parse({ ...clause, not: true })
    if ('not' in turned) expect(clauseFits(turned, run)).toBe(!expected)
  })

  it('looks at bodies of any shape', () => {
    const clause: RunClause = { field: 'label', key: 'a' }
    for (const text of [
      '{}',
      '{"labels":null}',
      '{"labels":{"a":1}}',
      '{"labels":[],"invocations":{}}',
      '{"invocations":[null,1]}',
    ]) {
      expect(runFits([clause])({ columns: {}, text })).toBe(false)
    }
  })
})
