import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { at } from '../support/clock'
import { startRuntime } from '../support/runtime'

let runtime: Runtime
beforeAll(async () => {
  runtime = await startRuntime('')
  const asked = { search: 'status=failed', until: '2026-11-30T12:00:00Z', reached: null, is_capped: false }
  const made = { kind: 'delete', principal: 'ops-one', created_at: at('2026-11-30T12:00:00Z'), asked } as const
  const { bulk } = runtime.deps
  const many = Array.from({ length: 2_500 }, (_, n) => ({
    run_id: `r${n}`,
    name: n === 0 ? '=1+1' : null,
    status: 'failed',
  }))
  await bulk.create({ ...made, id: '01a2', tenant: null }, many)
  await bulk.create({ ...made, id: '01a3', tenant: 'acme' }, many.slice(0, 1))
  await bulk.begin('01a2', 2)
  await bulk.settle('01a2', '000000', 'done', 'removed', at('2026-11-30T12:00:01Z'))
  await bulk.settle('01a2', '000001', 'skipped', 'gone, or not', at('2026-11-30T12:00:02Z'))
})
afterAll(() => runtime.close())

async function get(path: string, token = 'tok-viewer-one'): Promise<Response> {
  const request = new Request(`http://127.0.0.1:3000${path}`, { headers: { authorization: `Bearer ${token}` } })
  const response = await ask(request)
  if (response === null) throw new Error(`no route for ${path}`)
  return response
}

it('lists the newest first, and for a tenant its own', async () => {
  const idsFor = async (token: string) => {
    const { bulks } = await (await get('/console/bulk', token)).json()
    return bulks.map(({ id }: { id: string }) => id)
  }
  expect(await idsFor('tok-viewer-one')).toEqual(['01a3', '01a2'])
  expect(await idsFor('tok-tenant-a-view')).toEqual(['01a3'])
})

it('says how far an action is', async () => {
  const answer = await get('/console/bulk/01a2')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    ...{ id: '01a2', kind: 'delete', state: 'acting', is_held: false, principal: 'ops-one' },
    counts: expect.arrayContaining([{ outcome: 'todo', note: null, count: 2_498 }]),
  })
})

it('lists its runs by what became of them', async () => {
  const page = await (await get('/console/bulk/01a2/runs?outcome=skipped')).json()
  expect(page).toMatchObject({ runs: [{ seq: '000001', run_id: 'r1', note: 'gone, or not' }] })
  const first = await (await get('/console/bulk/01a2/runs?limit=3')).json()
  expect([first.runs.length, first.next]).toEqual([3, '000002'])
  expect((await get('/console/bulk/01a2/runs?outcome=odd')).status).toBe(400)
})

it('saves all of them as CSV', async () => {
  const answer = await get('/console/bulk/01a2/runs/export')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="bulk-01a2.csv"')
  const lines = (await answer.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2_501)
  expect(lines.slice(0, 4)).toEqual([
    'run_id,name,status_before,outcome,note,settled_at',
    "r0,'=1+1,failed,done,removed,2026-11-30T12:00:01.000000000Z",
    'r1,,failed,skipped,"gone, or not",2026-11-30T12:00:02.000000000Z',
    'r2,,failed,todo,,',
  ])
  expect(
    (await (await get('/console/bulk/01a2/runs/export?outcome=done')).text()).trimEnd().split('\r\n'),
  ).toHaveLength(2)
})

it('is there for its tenant and for those who see everything', async () => {
  for (const path of ['/console/bulk/01a2', '/console/bulk/01a2/runs', '/console/bulk/01a2/runs/export']) {
    expect((await get(path, 'tok-tenant-a-boss')).status).toBe(404)
    expect((await get(path, 'tok-nobody')).status).toBe(401)
    expect((await get(path.replace('01a2', '01a3'), 'tok-tenant-a-boss')).status).toBe(200)
    expect((await get(path.replace('01a2', 'none'))).status).toBe(404)
  }
})
