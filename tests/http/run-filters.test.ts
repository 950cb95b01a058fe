import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { copyOfFile, type EngineStore, postgresTwin } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'
import { sharedData } from '../support/shared-data'

interface Run {
  run_id: string
  name: string | null
  status: string
  labels: Record<string, string>
  error: string | null
  elapsed_secs: number | null
  records_written: number
  attempt: number
  started_at: string | null
  finished_at: string | null
  idempotency_key: string | null
  tenant?: string
  invocations: { error: string | null }[]
}

/** What the store holds, read without any code of ours. */
const RUNS = (() => {
  const db = new Database(sharedData('engine-1.13.1', 'single.db'), { readonly: true })
  const rows = db.prepare('SELECT body, owner FROM faucet_serve_runs').all() as { body: string; owner: string | null }[]
  db.close()
  return rows.map(({ body, owner }) => ({ ...(JSON.parse(body) as Run), owner }))
})()
const errorsOf = (run: Run) =>
  [run.error, ...run.invocations.map(({ error }) => error)].filter((error) => error !== null)

const QUESTIONS: [search: string, fits: (run: (typeof RUNS)[number]) => boolean][] = [
  ['', () => true],
  ['-status=completed', ({ status }) => status !== 'completed'],
  ['q=ORDER', ({ name, labels }) => (name ?? labels['pipeline'] ?? '').toLowerCase().includes('order')],
  [
    'q=order+-small',
    ({ name, labels }) =>
      /order/i.test(name ?? labels['pipeline'] ?? '') && !/small/i.test(name ?? labels['pipeline'] ?? ''),
  ],
  ['like=*run', ({ name, labels }) => (name ?? labels['pipeline'] ?? '').toLowerCase().endsWith('run')],
  ['label=team:data', ({ labels }) => labels['team'] === 'data'],
  ['label=team&-label=team:data', ({ labels }) => labels['team'] !== undefined && labels['team'] !== 'data'],
  ['label=odd/label%5C:key:a/b', ({ labels }) => labels['odd/label:key'] === 'a/b'],
  [
    'pipeline=orders_to_jsonl&pipeline=orphaned',
    ({ name, labels }) => ['orders_to_jsonl', 'orphaned'].includes(labels['pipeline'] ?? name ?? ''),
  ],
  ['template=orders-report', ({ labels }) => labels['template'] === 'orders-report'],
  [
    'template=orders-report@4&status=failed,completed',
    ({ labels, status }) =>
      labels['template'] === 'orders-report' &&
      labels['template_version'] === '4' &&
      ['failed', 'completed'].includes(status),
  ],
  ['origin=backfill', ({ labels }) => 'backfill' in labels],
  ['trigger=sync-hook', ({ labels }) => labels['faucet.trigger.name'] === 'sync-hook'],
  ['error=LEASE', (run) => errorsOf(run).some((error) => /lease/i.test(error))],
  [
    'has=error&status=completed,cancelled',
    (run) => errorsOf(run).length > 0 && ['completed', 'cancelled'].includes(run.status),
  ],
  ['rows=%3E100', ({ records_written }) => records_written > 100],
  ['rows=0', ({ records_written }) => records_written === 0],
  ['duration=%3E=1s', ({ elapsed_secs }) => elapsed_secs !== null && elapsed_secs >= 1],
  ['duration=%3C10ms', ({ elapsed_secs }) => elapsed_secs !== null && elapsed_secs < 0.01],
  ['has=key', ({ idempotency_key }) => idempotency_key !== null],
  ['has=tenant&-tenant=acme', ({ tenant }) => tenant !== undefined && tenant !== 'acme'],
  [
    'since=2026-11-24T00:00:00Z&until=2026-11-25T00:00:00Z&time=finished',
    ({ finished_at }) => finished_at !== null && finished_at >= '2026-11-24' && finished_at < '2026-11-25',
  ],
  [
    'since=2026-11-24T00:00:00Z&until=2026-11-25T00:00:00Z&time=started',
    ({ started_at }) => started_at !== null && started_at >= '2026-11-24' && started_at < '2026-11-25',
  ],
]

describe.each([
  ['SQLite', () => Promise.resolve(copyOfFile('engine-1.13.1', 'single.db'))],
  ['Postgres', () => postgresTwin('engine-1.13.1', 'single.db')],
])('the filters of the runs page on %s', (_, open) => {
  let store: EngineStore
  let runtime: Runtime
  beforeAll(async () => {
    store = await open()
    runtime = await startRuntime(store.history)
  })
  afterAll(async () => {
    await runtime.close()
    await store.remove()
  })

  const get = async (search: string, token = 'tok-root-admin') => {
    const request = new Request(`http://127.0.0.1:3000/console/runs?${search}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const response = await ask(request)
    return response?.status === 200
      ? ((await response.json()) as { runs: { run_id: string }[]; next_cursor?: string; reached?: string })
      : null
  }
  const ids = async (search: string, token?: string) =>
    (await get(`limit=500${search && `&${search}`}`, token))?.runs.map(({ run_id }) => run_id)

  it.each(QUESTIONS)('find what the store holds: %s', async (search, fits) => {
    const expected = RUNS.filter(fits).map(({ run_id }) => run_id)
    // A question that nothing fits would tell nothing.
    if (!search.startsWith('has=error')) expect(expected.length).toBeGreaterThan(0)
    expect((await ids(search))?.toSorted()).toEqual(expected.toSorted())
  })

  it('go on page by page, each run once', async () => {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await get(`limit=7&-status=failed&has=labels${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      seen.push(...(page?.runs ?? []).map(({ run_id }) => run_id))
      if (page?.next_cursor === undefined) break
      cursor = page.next_cursor
    }
    const expected = RUNS.filter(({ status, labels }) => status !== 'failed' && Object.keys(labels).length > 0)
    expect(seen.toSorted()).toEqual(expected.map(({ run_id }) => run_id).toSorted())
  })

  it('ask about single rows again, and only those that still fit', async () => {
    const failed = RUNS.filter(({ status }) => status === 'failed').slice(0, 3)
    const other = RUNS.filter(({ status }) => status === 'completed').slice(0, 2)
    const among = [...failed, ...other].map(({ run_id }) => run_id).join(',')
    expect((await ids(`status=failed&among=${among}`))?.toSorted()).toEqual(
      failed.map(({ run_id }) => run_id).toSorted(),
    )
  })

  it('never show a tenant what belongs to another, whatever is asked', async () => {
    const own = new Set(RUNS.filter(({ tenant }) => tenant === 'acme').map(({ run_id }) => run_id))
    const strangers = RUNS.filter(({ tenant }) => tenant !== 'acme').map(({ run_id }) => run_id)
    for (const search of [
      ...QUESTIONS.map(([question]) => question),
      `among=${strangers.slice(0, 50).join(',')}`,
      '-tenant=acme',
      '-by=me',
    ]) {
      const found = await ids(search, 'tok-tenant-a-view')
      expect((found ?? []).filter((id) => !own.has(id))).toEqual([])
    }
    expect((await ids('', 'tok-tenant-a-view'))?.length).toBe(own.size)
    expect(await ids('tenant=globex&q=a', 'tok-tenant-a-view')).toBeUndefined()
  })
})
