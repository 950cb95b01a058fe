import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { copyOfFile, type EngineStore } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'

/** Newer than every run of the store: they are its first page. */
const AT = '2026-12-01T00:00:00.000000000Z'
const good = (id: string, more: object = {}) =>
  JSON.stringify({
    run_id: id,
    name: null,
    labels: {},
    status: 'completed',
    submitted_at: AT,
    started_at: null,
    finished_at: null,
    elapsed_secs: null,
    records_written: 1,
    invocations: [],
    error: null,
    idempotency_key: null,
    attempt: 0,
    ...more,
  })
const BODIES: Readonly<Record<string, string>> = {
  a_good: good('a_good'),
  b_cut: good('b_cut').slice(0, -9),
  c_shape: '{"run_id":"c_shape"}',
  d_list: '[1]',
  e_half: good('e_half').replace('"name":null', '"name":"\\ud800"'),
  f_long: good('f_long', { error: 'x'.repeat(5_000_000) }),
  g_empty: '',
  h_secret: good('h_secret', {
    callback: { url: 'https://me:pw@hooks.example/x', headers: { authorization: 'Bearer s3cret' } },
    config_body: 'path: /data/orders.csv',
  }),
  i_odd: good('i_odd', { callback: ['s3cret'], config_body: { token: 's3cret' } }),
  j_twice: good('j_twice').replace('{', '{"config_body":"s3cret","c\\u006fnfig_body":"s3cret",'),
  k_labels: good('k_labels', { labels: null }),
  l_error: good('l_error', { error: {} }),
  m_rows: good('m_rows', { invocations: [null] }),
  n_deep: good('n_deep').replace(/}$/, `,"callback":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  o_other: good('o_other').replace('{', '{"name":"another",'),
  n_huge: good('n_huge').replace('"elapsed_secs":null', '"elapsed_secs":1e400'),
  o_name: good('a_good'),
  o_when: good('o_when', { submitted_at: '2020-01-01T00:00:00Z' }),
  p_word: good('p_word', { status: 'paused', later: { a: 1 } }),
  r_members: good('r_members', { later: 'x'.repeat(5_000_000) }),
  q_digits: good('q_digits').replace('"records_written":1', '"records_written":18446744073709551615'),
}
const IDS = Object.keys(BODIES).sort().reverse()

let store: EngineStore
let runtime: Runtime
beforeAll(async () => {
  store = copyOfFile('engine-1.13.1', 'single.db')
  const db = new Database(store.history.slice('sqlite:'.length))
  const insert = db.prepare(
    'INSERT INTO faucet_serve_runs (run_id, name, status, submitted_at, finished_at, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (const [id, body] of Object.entries(BODIES)) insert.run(id, `name of ${id}`, 'completed', AT, AT, body)
  db.close()
  runtime = await startRuntime(store.history)
})
afterAll(async () => {
  await runtime.close()
  await store.remove()
})

async function get(path: string, token: string) {
  const answer = await ask(new Request(`http://127.0.0.1${path}`, { headers: { authorization: `Bearer ${token}` } }))
  return { status: answer?.status, text: (await answer?.text()) ?? '' }
}
const page = async (token: string): Promise<Record<string, unknown>[]> =>
  JSON.parse((await get(`/v1/runs?limit=${IDS.length}`, token)).text).runs

describe('a body that cannot be read', () => {
  it('never fails the list: every row is in its place', async () => {
    for (const token of ['tok-root-admin', 'tok-viewer-one']) {
      expect((await page(token)).map((run) => run['run_id'])).toEqual(IDS)
    }
  })

  it.each([
    ['b_cut', 'the body is not JSON'],
    ['c_shape', 'the body does not fit: labels: Invalid input: expected record, received undefined'],
    ['d_list', 'the body is not an object'],
    ['e_half', 'the body holds half of a surrogate pair'],
    ['g_empty', 'the body is not JSON'],
    ['i_odd', 'the body does not fit: config_body: Invalid input: expected string, received object'],
    ['k_labels', 'the body does not fit: labels: Invalid input: expected record, received null'],
    ['l_error', 'the body does not fit: error: Invalid input: expected string, received object'],
    ['m_rows', 'the body does not fit: invocations.0: Invalid input: expected object, received null'],
    ['n_deep', 'the body is nested more deeply than an engine can read'],
    ['n_huge', 'the body holds a number that no float can hold'],
    ['o_name', 'the body names another row'],
    ['o_other', 'the body names a member twice'],
  ])('%s is its columns and the reason', async (id, reason) => {
    const stub = { run_id: id, name: `name of ${id}`, status: 'completed', submitted_at: AT, unreadable: true, reason }
    const row = (await page('tok-viewer-one')).find((run) => run['run_id'] === id)
    expect(row).toMatchObject(stub)
    expect(row).not.toHaveProperty('text')
    const one = await get(`/v1/runs/${id}`, 'tok-viewer-one')
    expect([one.status, JSON.parse(one.text)]).toMatchObject([200, stub])
  })

  it('shows its text to an admin who is not confined, and to nobody else', async () => {
    const byAdmin = (await page('tok-root-admin')).find((run) => run['run_id'] === 'b_cut')
    expect(byAdmin?.['text']).toBe(BODIES['b_cut'])
    for (const token of ['tok-viewer-one', 'tok-ops-one']) {
      expect((await get('/v1/runs/b_cut', token)).text).not.toContain('"text"')
    }
    expect((await get('/v1/runs/b_cut', 'tok-tenant-a-boss')).status).toBe(404)
  })

  it.each(['p_word', 'q_digits'])('is none for a word or a number that is only unusual: %s', async (id) => {
    expect((await get(`/v1/runs/${id}`, 'tok-root-admin')).text).toBe(BODIES[id])
  })

  it('is cut down to its columns where there is no room for it', async () => {
    const rows = JSON.parse((await get(`/console/runs?limit=${IDS.length}`, 'tok-root-admin')).text).runs
    expect(rows.map((run: Record<string, unknown>) => run['run_id'])).toEqual(IDS)
    const long = rows.find((run: Record<string, unknown>) => run['run_id'] === 'r_members')
    expect(long).toMatchObject({ name: 'name of r_members', unreadable: true, reason: 'too long to show in a list' })
    expect(JSON.stringify(rows).length).toBeLessThan(30_000)
  })

  it('is not one because it is long', async () => {
    const { text } = await get('/v1/runs/f_long', 'tok-viewer-one')
    expect(text).toBe(BODIES['f_long'])
  })
})

describe('walking the pages of runs', () => {
  it('goes on after a body that cannot be read or says otherwise than its columns, and after a row that is gone', async () => {
    const db = new Database(store.history.slice('sqlite:'.length))
    const walked: string[] = []
    const gone: Record<string, string>[] = []
    let cursor = ''
    for (let steps = 0; steps <= IDS.length; steps++) {
      const { text } = await get(
        `/console/runs?limit=1&since=${AT}&cursor=${encodeURIComponent(cursor)}`,
        'tok-ops-one',
      )
      const { runs, next_cursor } = JSON.parse(text)
      walked.push(runs[0].run_id)
      if (next_cursor === undefined) break
      cursor = next_cursor
      const id = cursor.slice(cursor.indexOf('~') + 1)
      const row = db.prepare('SELECT * FROM faucet_serve_runs WHERE run_id = ?').get(id) as Record<string, string>
      db.prepare('DELETE FROM faucet_serve_runs WHERE run_id = ?').run(id)
      gone.push(row)
    }
    for (const row of gone) {
      db.prepare(`INSERT INTO faucet_serve_runs (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`).run(
        Object.values(row),
      )
    }
    db.close()
    expect(walked).toEqual(IDS)
  })
})

describe('a body of another kind that cannot be read', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  it.each([
    ['faucet_serve_changes', 'payload', 'requester', '/v1/changes?limit=2000', ''],
    ['faucet_tenants', 'notifications', 'labels', '/v1/tenants', ''],
    ['faucet_templates', 'params', 'params', '/v1/templates', 'templates'],
    ['faucet_catalog_datasets', 'uri', 'uri', '/v1/catalog/datasets?limit=500', 'datasets'],
  ])('in %s never fails the list', async (table, masked, wrong, path, name) => {
    const db = new Database(store.history.slice('sqlite:'.length))
    const before = JSON.parse((await get(path, 'tok-root-admin')).text)
    const row = db.prepare(`SELECT * FROM ${table} LIMIT 1`).get() as Record<string, string>
    for (const [id, member, value] of [
      ['zz-deep', masked, deep],
      ['zz-shape', wrong, '[[]]'],
      ['zz-\u0000', wrong, '[[]]'],
    ] as const) {
      const body = JSON.stringify({ ...JSON.parse(row['body'] ?? ''), id, [member]: 0 })
      const planted = { ...row, id, body: body.replace(`"${member}":0`, `"${member}":${value}`) }
      const columns = Object.keys(planted)
      db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`).run(Object.values(planted))
    }
    db.close()
    for (const token of ['tok-root-admin', 'tok-viewer-one']) {
      const { status, text } = await get(path, token)
      expect(status).toBe(200)
      const rows: Record<string, unknown>[] = name === '' ? JSON.parse(text) : JSON.parse(text)[name]
      expect(rows.length).toBe((name === '' ? before : before[name]).length + 3)
      for (const id of ['zz-deep', 'zz-shape', 'zz-\u0000']) {
        expect(rows.find((one) => one['id'] === id)).toMatchObject({ unreadable: true, reason: expect.any(String) })
      }
    }
  })
})

describe('what a viewer may not see', () => {
  it('is hidden from an admin where it is a secret of the callback, and nothing else is', async () => {
    const { text } = await get('/v1/runs/h_secret', 'tok-root-admin')
    expect(JSON.parse(text)).toEqual({
      ...JSON.parse(BODIES['h_secret'] ?? ''),
      callback: { url: 'https://hooks.example/x', headers: { authorization: '***' } },
    })
  })

  it.each(['tok-viewer-one', 'tok-ops-one'])('is gone with the config for %s', async (token) => {
    const { text } = await get('/v1/runs/h_secret', token)
    expect(JSON.parse(text)).not.toHaveProperty('config_body')
    expect(text).not.toMatch(/s3cret|pw@|orders\.csv/)
  })

  it('is hidden whole where it has a shape that nobody knows, or a name spelled otherwise', async () => {
    for (const id of ['i_odd', 'j_twice'])
      expect((await get(`/v1/runs/${id}`, 'tok-viewer-one')).text).not.toContain('s3cret')
    expect((await get('/v1/runs/i_odd', 'tok-root-admin')).text).not.toContain('s3cret')
  })
})
