import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { copyOfFile, type EngineStore } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'

let store: EngineStore
let runtime: Runtime
beforeAll(async () => {
  store = copyOfFile('engine-1.13.1', 'single.db')
  runtime = await startRuntime(store.history)
})
afterAll(async () => {
  await runtime.close()
  await store.remove()
})

async function get(path: string, token: string) {
  const answer = await ask(new Request(`http://127.0.0.1${path}`, { headers: { authorization: `Bearer ${token}` } }))
  const text = (await answer?.text()) ?? ''
  return { status: answer?.status, body: text === '' ? null : JSON.parse(text) }
}

describe('the rows of the list of runs', () => {
  it('carry sums over the invocations that they leave out', async () => {
    const { body } = await get('/console/runs?name=one%20row%20fails', 'tok-viewer-one')
    expect(body.runs[0].invocations).toMatchObject([{ error: expect.stringContaining('missing_south.csv') }])
    expect(body.runs[0].invocation_sums).toEqual({
      invocations: 5,
      failed: 1,
      connectors: ['csv → jsonl'],
      more_connectors: 0,
      covered: 5,
      bytes_read: expect.any(Number),
      bytes_written: expect.any(Number),
      costs: [{ currency: 'USD', total: 0 }],
      dlq_batches: 0,
    })
    expect(body.runs[0].invocation_sums.bytes_written).toBeGreaterThan(262)
  })

  it('are beside what only the store as a whole tells of them', async () => {
    const { body } = await get('/console/runs?name=one%20row%20fails', 'tok-root-admin')
    const id = body.runs[0].run_id
    const path = `/console/runs/extras?run_ids=${id},unknown`
    const { body: extras } = await get(path, 'tok-root-admin')
    expect(extras).toEqual({ owners: { [id]: expect.any(String) }, submitters: { [id]: expect.any(String) } })
    expect((await get(path, 'tok-viewer-one')).body).toEqual({ owners: extras.owners, submitters: null })
    expect((await get(path, 'tok-tenant-a-boss')).status).toBe(403)
    expect((await get(path, 'nobody')).status).toBe(401)
  })
})

describe('what is counted beside the list', () => {
  it('takes the address of the list, and is as much as the list shows', async () => {
    const rows = async (search: string, token = 'tok-root-admin') =>
      (await get(`/console/runs?limit=500&${search}`, token)).body.runs.length
    const counted = async (search: string, token = 'tok-root-admin') => {
      const { body } = await get(`/console/runs/totals?${search}`, token)
      return body.counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
    }
    for (const search of ['', 'q=orders', 'label=team', 'since=2026-11-01T00:00:00Z', '-tenant=acme', 'has=error']) {
      expect(await counted(search), search).toBe(await rows(search))
    }
    expect(await counted('', 'tok-tenant-a-boss')).toBe(await rows('', 'tok-tenant-a-boss'))
    expect(await counted('', 'tok-tenant-a-boss')).toBeLessThan(await counted(''))
    expect((await get('/console/runs/totals', 'nobody')).status).toBe(401)
    expect((await get('/console/runs/totals?tenant=globex', 'tok-tenant-a-boss')).status).toBe(404)
  })

  it('tells what stands in a field of them', async () => {
    const { body } = await get('/console/runs/values?field=pipeline&status=failed', 'tok-viewer-one')
    const [first] = body.values
    const own = await get(`/console/runs?status=failed&pipeline=${first.value}`, 'tok-viewer-one')
    expect(own.body.runs).toHaveLength(first.runs)
    expect((await get('/console/runs/values?field=secrets', 'tok-viewer-one')).status).toBe(400)
    expect((await get('/console/runs/values', 'tok-viewer-one')).status).toBe(400)
    expect((await get('/console/runs/values?field=name', 'nobody')).status).toBe(401)
  })
})
