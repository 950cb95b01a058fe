import { expect } from 'vitest'
import { parseJson } from '@/lib/contract/json'
import type { RunClause } from '@/lib/contract/records/run-clauses'
import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import { runFits } from '@/lib/derive/run-match'
import { at } from '../../support/clock'
import { aRunRow, aShardRow, plantLabels } from '../../support/rows'
import { type Row, suite, type World } from '../../support/suite'

const PLENTY = { want: 500, look: 100_000 }
const second = (n: number) => at(`2026-11-30T10:00:${String(n % 60).padStart(2, '0')}Z`)
const invocation = { row_id: 'r', parent_record_key: null, records_written: 0, duration_ms: 0, error: null }
const batches = { attempted: 2, committed: 1, dlq_partial: 1, dlq_all: 0, failed: 0 }

/** Every kind of run that a condition can be about, and bodies that are like no other. */
const RUNS: readonly [run: Partial<RunRecord>, columns?: Row][] = [
  [{ run_id: 'plain', name: 'orders', labels: { pipeline: 'orders', team: 'data' } }],
  [{ run_id: 'loud', name: 'ORDERS 100%_daily!', labels: { pipeline: 'x', Team: 'Data' } }],
  [{ run_id: 'kelvin', name: '\u212aELV\u0130N', labels: { '\u212a': '\u0130' } }],
  [{ run_id: 'nameless', labels: { pipeline: 'orders_eu', env: 'prod' } }],
  [{ run_id: 'blank', name: '', labels: { pipeline: 'Größe' } }],
  [{ run_id: 'template', labels: { template: 'acme/billing', template_version: '4', pipeline: 'p' } }],
  [{ run_id: 'trigger', labels: { template: 'acme/billing', template_version: '5', 'faucet.trigger.name': 'n"8' } }],
  [{ run_id: 'backfill', labels: { backfill: 'b1', elapsed_secs: '7', records_written: '8', attempt: '9' } }],
  [{ run_id: 'replay', replay_of: 's3://dlq', attempt: 1 }],
  [
    {
      run_id: 'failed',
      status: 'failed',
      error: '1 invocation(s) failed',
      invocations: [{ ...invocation, error: 'Time-out "a" \\ b\nnext %_' }],
    },
  ],
  [{ run_id: 'escaped', status: 'failed', error: 'Größe überschritten: straße' }],
  [{ run_id: 'dlq', invocations: [{ ...invocation, batches }] }],
  [{ run_id: 'quick', elapsed_secs: 2.5e-6, records_written: 0 }],
  [{ run_id: 'slow', elapsed_secs: 86_400.25, records_written: 999_999_999_999, attempt: 3 }],
  [{ run_id: 'exact', elapsed_secs: 300, records_written: 1000, started_at: second(30), finished_at: second(40) }],
  [{ run_id: 'huge', records_written: 2n ** 63n, elapsed_secs: 1e17 }],
  [
    { run_id: 'running', status: 'running', elapsed_secs: null, started_at: second(50), finished_at: null },
    { owner: 'i-1', cancel_requested: 'c' },
  ],
  [{ run_id: 'parts', status: 'sharded', idempotency_key: 'order-1' }],
  [{ run_id: 'owned', name: 'owned' }, { owner: 'i-2' }],
  [{ run_id: 'broken', name: 'orders' }, { body: '{"labels":{"team":"data"},"error":"time-out' }],
  [
    { run_id: 'odd' },
    {
      body: '{ "name": null, "labels": { "team" : "data", "pipeline": "orders" }, "elapsed_secs": 400, "records_written": 5000, "attempt": 2, "error": "time-out" }',
    },
  ],
  [{ run_id: 'empty' }, { body: '{}' }],
  [{ run_id: 'list' }, { body: '[1]' }],
  [{ run_id: 'spelled' }, { body: '{"labels":{"t\\u0065am":"d\\u0061ta"},"error":"t\\u0069me-out"}' }],
]

const CLAUSES: readonly RunClause[] = [
  ...['orders', 'ORD', '%', '_', '!', 'kelvin', 'i̇n', 'größe', 'eu', ''].map((text) => ({
    field: 'words' as const,
    text,
  })),
  { field: 'words', text: 'ORD', as_written: true },
  ...[['ord', null], [null, 'Y!'], ['k', null, 'n'], [null, '%', null], [null], ['orders'], [null, 'ss', null]].map(
    (parts) => ({ field: 'like' as const, parts }),
  ),
  ...['data', 'Data', undefined].map((value) => ({ field: 'label' as const, key: 'team', ...(value && { value }) })),
  { field: 'label', key: '\u212a' },
  { field: 'label', key: 'pipeline', value: 'Größe' },
  ...['time-out', 'TIME-OUT "A"', '\\', '\n', '%_', 'größe', 'STRASSE', 'straße', '', 'invocation(s)'].map((text) => ({
    field: 'error' as const,
    text,
  })),
  { field: 'status', any: ['failed', 'running'] },
  { field: 'name', any: ['orders', 'owned'] },
  { field: 'owner', any: ['i-1', 'x'] },
  { field: 'key', any: ['order-1'] },
  { field: 'run_id', any: ['plain', 'broken', 'nobody'] },
  { field: 'run_id', any: [] },
  { field: 'id_begins', text: 'BRO' },
  { field: 'id_begins', text: 'b_' },
  { field: 'pool', any: ['default'] },
  { field: 'pool', any: ['gpu'] },
  { field: 'tenant', any: ['acme'] },
  { field: 'pipeline', any: ['orders', 'owned', 'Größe'] },
  { field: 'template', any: ['acme/billing'] },
  { field: 'template', any: ['acme/billing@4', 'nobody'] },
  { field: 'trigger', any: ['n"8'] },
  ...['manual', 'template', 'trigger', 'backfill', 'fanout', 'replay'].map((origin) => ({
    field: 'origin' as const,
    any: [origin],
  })),
  { field: 'dataset', any: ['d1'] },
  ...(['error', 'shards', 'dlq', 'name', 'tenant', 'owner', 'key', 'labels', 'cancel'] as const).map((what) => ({
    field: 'has' as const,
    what,
  })),
  { field: 'elapsed_secs', above: 300 },
  { field: 'elapsed_secs', min: 300, max: 300 },
  { field: 'elapsed_secs', below: 0.001 },
  { field: 'elapsed_secs', max: 300.5 },
  { field: 'rows', min: 1000 },
  { field: 'rows', below: 1 },
  { field: 'rows', min: 2 ** 63, max: 2 ** 64 },
  { field: 'attempt', above: 0 },
  { field: 'attempt', max: 0 },
  { field: 'started', since: second(30), until: second(45) },
  { field: 'finished', since: second(40) },
  { field: 'finished', until: second(40) },
]
const turned = (clause: RunClause): RunClause[] =>
  'any' in clause || 'text' in clause || 'parts' in clause || 'key' in clause || 'what' in clause
    ? [{ ...clause, not: true }]
    : []

/** The rows as they were planted, each with what stands beside it. */
async function plantAll(world: World, later: boolean): Promise<{ columns: Row; text: string }[]> {
  const planted = []
  for (const [n, [run, columns]] of RUNS.entries()) {
    const { body = '', ...row } = aRunRow({ submitted_at: second(n), ...run }, columns)
    await world.plant('faucet_serve_runs', { ...row, body })
    planted.push({ columns: row, text: body ?? '' })
  }
  for (const run_id of ['plain', 'broken']) await world.plant('faucet_tenant_runs', { run_id, tenant: 'acme' })
  await world.plant('faucet_serve_shards', aShardRow({ run_id: 'parts' }))
  const labels = Object.fromEntries(RUNS.map(([run]) => [run.run_id ?? '', run.labels ?? {}]))
  if (later) await plantLabels(world, labels)
  return planted.map(({ columns, text }) => {
    const id = columns['run_id'] ?? ''
    const tenant = ['plain', 'broken'].includes(id) ? 'acme' : null
    return { columns: { ...columns, tenant, shards: id === 'parts' ? '1' : null }, text }
  })
}

async function found(world: World, search: Partial<RunSearch>, budget = PLENTY): Promise<string[]> {
  const scan = await world.history.insight.searchRuns({ status: [], ...search }, budget)
  expect(scan.next).toBeNull()
  return scan.rows.map((row) => row.columns['run_id'] ?? '')
}

export const insightSearchSuite = suite('insight search', [
  [
    'leaves to no database what a run says: each condition, and each turned round, finds what the rows themselves tell',
    'all',
    async (world, { later, clustered }) => {
      const rows = await plantAll(world, later)
      // Stores of one process keep no shards.
      const known = rows.map(({ columns, text }) => ({
        columns: clustered ? columns : { ...columns, shards: null },
        text,
      }))
      for (const clause of CLAUSES.flatMap((one) => [one, ...turned(one)])) {
        // Label rows answer for bodies, of runs that have any.
        if (later && clause.field === 'label' && clause.not !== true) continue
        const expected = known.filter((row) => runFits([clause])(row) === true).map(({ columns }) => columns['run_id'])
        expect({ clause, found: (await found(world, { clauses: [clause] })).sort() }).toEqual({
          clause,
          found: expected.sort(),
        })
      }
    },
  ],
  [
    'finds by conditions together what fits all of them',
    'all',
    async (world, { later }) => {
      await plantAll(world, later)
      const together = (...clauses: RunClause[]) => found(world, { clauses })
      expect(
        await together({ field: 'words', text: 'ord' }, { field: 'like', parts: [null, 'daily', null], not: true }),
      ).toEqual(['odd', 'broken', 'nameless', 'plain'])
      expect(
        await together({ field: 'status', any: ['completed'], not: true }, { field: 'has', what: 'error' }),
      ).toEqual(['escaped', 'failed'])
      expect(
        await together(
          { field: 'elapsed_secs', above: 1 },
          { field: 'rows', min: 1000 },
          { field: 'attempt', below: 1 },
        ),
      ).toEqual(['huge', 'exact'])
      expect(await found(world, { status: ['failed'], clauses: [{ field: 'error', text: 'größe' }] })).toEqual([
        'escaped',
      ])
      expect(
        await found(world, { since: second(8), until: second(9), clauses: [{ field: 'attempt', min: 0 }] }),
      ).toEqual(['failed', 'replay'])
      expect(await found(world, { tenant: 'acme', clauses: [{ field: 'label', key: 'team' }] })).toEqual(['plain'])
    },
  ],
  [
    'keeps the tenant of a question whatever else it asks, turned round or not',
    'all',
    async (world, { later }) => {
      await plantAll(world, later)
      for (const clause of CLAUSES.flatMap((one) => [one, ...turned(one)])) {
        const ids = await found(world, { tenant: 'acme', clauses: [clause] })
        expect(ids.filter((id) => id !== 'plain' && id !== 'broken')).toEqual([])
      }
    },
  ],
  [
    'stops for time after a piece, says how far it came, and goes on to the end, each run once',
    'all',
    async (world) => {
      for (let n = 0; n < 1_300; n++) {
        const submitted_at = at(
          `2026-11-${String((n % 28) + 1).padStart(2, '0')}T10:00:00.${String(n).padStart(6, '0')}Z`,
        )
        await world.plant(
          'faucet_serve_runs',
          aRunRow({ run_id: `r${n}`, submitted_at, attempt: n % 100 === 7 ? 1 : 0 }),
        )
      }
      const search: RunSearch = { status: [], clauses: [{ field: 'attempt', above: 0 }] }
      const seen: string[] = []
      let [looked, turns, after]: [number, number, string | undefined] = [0, 0, undefined]
      do {
        const scan = await world.history.insight.searchRuns(search, { ...PLENTY, ms: 0 }, after)
        seen.push(...scan.rows.map((row) => row.columns['run_id'] ?? ''))
        looked += scan.looked
        after = scan.next ?? undefined
      } while (after !== undefined && ++turns < 50)
      expect(turns).toBeGreaterThan(0)
      expect(looked).toBe(1_300)
      expect(seen.toSorted()).toEqual(Array.from({ length: 13 }, (_, n) => `r${n * 100 + 7}`).toSorted())
      expect(new Set(seen).size).toBe(seen.length)
    },
  ],
  [
    'goes through more candidates than it fetches at once, of one instant and of several statuses',
    'all',
    async (world) => {
      const statuses = ['completed', 'failed', 'cancelled'] as const
      for (let n = 0; n < 700; n++) {
        const run_id = `r${String(n).padStart(3, '0')}`
        await world.plant(
          'faucet_serve_runs',
          aRunRow({
            run_id,
            status: statuses[n % 3] ?? 'failed',
            labels: { n: String(n % 2) },
            submitted_at: second(n < 400 ? 0 : n),
          }),
        )
      }
      const clauses: RunClause[] = [{ field: 'label', key: 'n', value: '1', not: true }]
      const all = await found(world, { clauses })
      expect(all).toHaveLength(350)
      expect(new Set(all).size).toBe(350)
      const two = await found(world, { status: ['failed', 'cancelled'], clauses })
      expect(two.toSorted()).toEqual(all.filter((id) => Number(id.slice(1)) % 3 !== 0).toSorted())
      const first = await world.history.insight.searchRuns(
        { status: ['failed', 'cancelled'], clauses },
        { want: 3, look: 100_000 },
      )
      expect(first.rows.map((row) => row.columns['run_id'])).toEqual(two.slice(0, 3))
      const rest = await world.history.insight.searchRuns(
        { status: ['failed', 'cancelled'], clauses },
        PLENTY,
        first.next ?? '',
      )
      expect(rest.rows.map((row) => row.columns['run_id'])).toEqual(two.slice(3))
      // By an index of statuses only these are looked at.
      expect([466, 700]).toContain(first.looked + rest.looked)
    },
  ],
  [
    'gives each run with its own columns and text, and no column that a condition asked for',
    'all',
    async (world, { later }) => {
      await plantAll(world, later)
      const { rows } = await world.history.insight.searchRuns(
        {
          status: [],
          clauses: [
            { field: 'has', what: 'shards', not: true },
            { field: 'owner', any: ['i-1'] },
          ],
        },
        PLENTY,
      )
      expect(rows).toHaveLength(1)
      expect(rows[0]?.columns).toMatchObject({ run_id: 'running', status: 'running', owner: 'i-1' })
      expect(Object.keys(rows[0]?.columns ?? {})).not.toContain('shards')
      expect(parseJson(rows[0]?.text ?? '')).toMatchObject({ run_id: 'running' })
    },
  ],
])
