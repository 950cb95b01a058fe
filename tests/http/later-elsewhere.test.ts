import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { copyOfFile, type EngineStore } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'

interface Run {
  run_id: string
  name: string | null
  status: string
  labels: Record<string, string>
}
interface Page {
  runs: Run[]
  next_cursor?: string
}

async function get(path: string, token = 'tok-root-admin'): Promise<{ status: number; body: unknown }> {
  const request = new Request(`http://127.0.0.1:3000${path}`, { headers: { authorization: `Bearer ${token}` } })
  const response = await ask(request)
  if (response === null) throw new Error(`no route for ${path}`)
  return { status: response.status, body: await response.json() }
}

/** Every page of the list, however far each call looks. */
async function every(filter: string, token?: string): Promise<Run[]> {
  const runs: Run[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await get(`/v1/runs?limit=7&${filter}${cursor}`, token)
    expect(status).toBe(200)
    const page = body as Page
    runs.push(...page.runs)
    if (page.next_cursor === undefined) return runs
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}
const ids = (runs: readonly Run[]) => runs.map(({ run_id }) => run_id)

const STORES: readonly [title: string, open: () => Pick<EngineStore, 'history' | 'remove'>][] = [
  ['of 1.1.0', () => copyOfFile('engine-1.1.0', 'single.db')],
  ['of 1.12.0', () => copyOfFile('engine-1.12.0', 'single.db')],
  ['of a single engine of 1.13.1', () => copyOfFile('engine-1.13.1', 'single.db')],
  ['of a cluster of 1.13.1', () => copyOfFile('engine-1.13.1', 'cluster.db')],
  ['in memory', () => ({ history: '', remove: async () => undefined })],
]

describe.each(STORES)('what later engines added, on a store %s', (_, open) => {
  let store: Pick<EngineStore, 'history' | 'remove'>
  let runtime: Runtime
  let all: Run[]
  beforeAll(async () => {
    store = open()
    runtime = await startRuntime(store.history)
    all = await every('')
  })
  afterAll(async () => {
    await runtime.close()
    await store.remove()
  })

  it('filters by label as the records say', async () => {
    const pairs = new Set(
      all.flatMap(({ labels }) =>
        Object.entries(labels)
          .filter(([key]) => !key.includes(':'))
          .map(([key, value]) => `${key}\n${value}`),
      ),
    )
    for (const pair of [...pairs].slice(0, 12)) {
      const [key = '', value = ''] = pair.split('\n')
      const having = all.filter(({ labels }) => labels[key] === value)
      const exact = `label=${encodeURIComponent(`${key}:${value}`)}`
      expect(ids(await every(exact)), exact).toEqual(ids(having))
      const any = `label=${encodeURIComponent(key)}`
      expect(ids(await every(any)), any).toEqual(ids(all.filter(({ labels }) => Object.hasOwn(labels, key))))
      if (value.includes(',') || value.trim() !== value) continue
      const listed = `labels=${encodeURIComponent(`${key}:${value}`)}`
      expect(ids(await every(listed)), listed).toEqual(ids(having))
    }
    expect(await every('label=nowhere:to-be-found')).toEqual([])
  })

  it('filters by part of a name', async () => {
    const part = all.find(({ name }) => name !== null && name.length > 3)?.name?.slice(1, 4) ?? 'abc'
    const having = all.filter(({ name }) => name?.includes(part))
    expect(ids(await every(`name_contains=${encodeURIComponent(part)}`))).toEqual(ids(having))
  })

  it('has no pool but the usual one', async () => {
    expect(ids(await every('pool=default'))).toEqual(ids(all))
    expect(await every('pool=gpu')).toEqual([])
  })

  it('knows who submitted a run as far as the trail of audits tells', async () => {
    const known = new Set(ids(all))
    const { status, body } = await get('/v1/audit?action=run.submit&limit=1000')
    if (status === 503) return expect((await get('/v1/runs?submitted_by=ann')).status).toBe(503)
    const entries = (body as { entries: { principal: string; run_id?: string; result: string }[] }).entries
    for (const principal of new Set(entries.map((entry) => entry.principal))) {
      const wanted = entries
        .filter((entry) => entry.principal === principal && entry.result === 'ok' && known.has(entry.run_id ?? ''))
        .map(({ run_id = '' }) => run_id)
      const found = ids(await every(`submitted_by=${encodeURIComponent(principal)}`))
      expect([...found].sort(), principal).toEqual([...new Set(wanted)].sort())
    }
    expect(await every('mine=true', 'tok-viewer-one')).toEqual([])
    expect(ids(await every('mine=true'))).toEqual(ids(await every('submitted_by=root-admin')))
  })

  it('counts what it lists', async () => {
    const { status, body } = await get('/v1/runs?limit=1&counts=true')
    expect(status).toBe(200)
    const by: Record<string, number> = {}
    for (const { status: one } of all) by[one] = (by[one] ?? 0) + 1
    expect((body as { counts: unknown }).counts).toEqual(by)
  })

  it('shows each entry of the audit trail by its id, and filters by what came of it', async () => {
    const { status, body } = await get('/v1/audit?limit=1000')
    if (status === 503) return expect((await get('/v1/audit/none')).status).toBe(503)
    const { entries } = body as { entries: { id: string; result: string }[] }
    for (const entry of entries.slice(0, 3))
      expect(await get(`/v1/audit/${entry.id}`)).toEqual({ status: 200, body: entry })
    expect((await get('/v1/audit/none')).status).toBe(404)
    const denied = await get('/v1/audit?limit=1000&result=denied')
    expect((denied.body as { entries: unknown[] }).entries).toEqual(entries.filter(({ result }) => result === 'denied'))
  })

  it('answers the later routes from what it holds, and says what it lacks', async () => {
    const overview = await get('/v1/overview?since=900d&bucket=day&top=3')
    expect(overview.status, JSON.stringify(overview.body)).toBe(200)
    expect((await get('/v1/overview?until=never')).status).toBe(400)
    const { status: counted, body: changes } = await get('/v1/changes/counts')
    const listed = await get('/v1/changes?limit=2000')
    expect(counted).toBe(listed.status)
    if (counted === 200) {
      const { counts } = changes as { counts: Record<string, number> }
      const sum = Object.values(counts).reduce((a, b) => a + b, 0)
      expect(sum).toBe((listed.body as unknown[]).length)
    }
    const triggers = await get('/v1/triggers')
    expect(triggers).toMatchObject({ status: 200, body: { triggers: [] } })
    for (const { run_id } of all.slice(0, 5)) {
      const { status, body } = await get(`/v1/runs/${run_id}/config`)
      expect([200, 404, 422], JSON.stringify(body)).toContain(status)
    }
    expect((await get('/v1/runs/none/config')).status).toBe(404)
    expect((await get('/v1/templates/none/runs')).status).not.toBe(500)
    const datasets = await get('/v1/catalog/datasets?limit=1&total=true')
    if (datasets.status === 200) {
      const { total } = datasets.body as { total: number }
      const whole = (await get('/v1/catalog/datasets?limit=1000')).body as { datasets: unknown[] }
      expect(total).toBe(whole.datasets.length)
    } else expect(datasets.status).toBe(503)
  })
})
