import { beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '@/lib/auth/principal'
import type { Deps } from '@/lib/contract/deps'
import type { RunRecord } from '@/lib/contract/records/runs'
import { recordOf } from '@/lib/contract/stored'
import { sealedFor } from '@/lib/derive/sealed-config'
import { rerunRun } from '@/lib/services/runs/rerun-run'
import { ACME_BOSS, ADMIN, type CtxWorld, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'
import { aTenant } from '../../support/tenants'
import { engineSaying, stamped, withMember } from '../../support/write-world'

const CONFIG =
  'version: 1\nname: orders\npipeline:\n  source: { type: csv, config: { path: a.csv } }\n  sink: { type: jsonl }\n'

let world: CtxWorld
let deps: Partial<Deps>
beforeEach(() => {
  world = ctxWorld()
  deps = withMember(world)
})

const add = (more: Partial<RunRecord> = {}) =>
  world.store.runs.upsert(aRun({ run_id: 'first', config_body: CONFIG, config_format: 'yaml', ...more }))
const again = (principal: Principal = OPERATOR, more: Partial<Deps> = {}, idempotency_key = 'press-1') =>
  rerunRun(world.as(principal, { ...deps, ...more }), { run_id: 'first', idempotency_key })
async function repeated(): Promise<RunRecord> {
  const outcome = await again()
  const row = outcome.kind === 'submitted' ? await world.store.runs.get(outcome.run.run_id) : null
  if (row === null) throw new Error(outcome.kind)
  return recordOf(row)
}
const count = async () => (await world.store.runs.list({ status: [], limit: 99 })).rows.length

describe('a run that runs again', () => {
  it('is a new one with the same config and everything else that was asked for', async () => {
    await add({
      ...{ name: 'nightly', timeout_secs: 60, clock: '2026-01-01T00:00:00Z', concurrency: 3, attempt: 2 },
      callback: { url: 'https://hooks.example/x', method: 'PUT', extra_fields: { a: 1 }, on: ['failed'] },
      selection: { select: ['a'], only: [], skip: ['b'], tags: [], status: [], include_parents: null },
    })
    expect(await repeated()).toMatchObject({
      ...{ status: 'pending', name: 'nightly', config_body: CONFIG, config_format: 'yaml', attempt: 0 },
      ...{ timeout_secs: 60, clock: '2026-01-01T00:00:00Z', concurrency: 3, caller_config: true },
      callback: { url: 'https://hooks.example/x', method: 'PUT', extra_fields: { a: 1 }, on: ['failed'] },
      selection: { select: ['a'], skip: ['b'] },
    })
    expect((await world.filed())[0]).toMatchObject({ action: 'run.submit', principal: 'ops-one' })
  })

  it('says which it repeats, keeps its caller’s labels and none of the server’s', async () => {
    await add({ labels: { team: 'a', rerun_of: 'older', template: 't', 'faucet.trigger.name': 'x', pipeline: 'p' } })
    expect((await repeated()).labels).toEqual({ team: 'a', rerun_of: 'first', pipeline: 'orders' })
  })

  it('never has the key of the first, and is one run however often the button is pressed', async () => {
    await add({ idempotency_key: 'the first key' })
    const [one, two] = [await again(), await again()]
    expect(two).toMatchObject({ kind: 'submitted', run: { run_id: one.kind === 'submitted' && one.run.run_id } })
    expect(await count()).toBe(2)
    expect((await again(OPERATOR, {}, 'press-2')).kind).toBe('submitted')
    expect(await count()).toBe(3)
    expect(await world.store.insight.idempotency('the first key')).toBeNull()
  })

  it('is refused where nobody would run it, and where no config was kept', async () => {
    await add()
    await expect(again(OPERATOR, { leases: world.store.leases })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('nobody would run it'),
    })
    await world.store.runs.upsert(aRun({ run_id: 'first' }))
    await expect(again()).rejects.toMatchObject({ code: 'unprocessable', message: expect.stringContaining('not kept') })
    expect(await count()).toBe(1)
  })

  it('is for those who may submit, and only what they could submit themselves', async () => {
    await add({ config_body: CONFIG.replace('a.csv', '"${env:HOME}"') })
    await expect(again(VIEWER)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(again(OPERATOR)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await again(ADMIN)).kind).toBe('submitted')
    // An engine would read its own environment for whoever asks.
    await expect(again(OPERATOR, engineSaying(202, '{}'))).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('stays its tenant’s', async () => {
    await world.store.tenants.upsert(aTenant({ id: 'acme' }))
    await add({ tenant: 'acme' })
    const outcome = await again(ADMIN)
    const row = outcome.kind === 'submitted' ? await world.store.runs.get(outcome.run.run_id) : null
    expect(row && recordOf(row).tenant).toBe('acme')
    expect((await again(ACME_BOSS, {}, 'press-2')).kind).toBe('submitted')
    await expect(again(ACME_BOSS, stamped(world, 6), 'press-3')).rejects.toMatchObject({ code: 'forbidden' })
    await add({ tenant: 'globex' })
    await expect(again(ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('goes to the engine where one is configured, its own path for a tenant, and is filed there', async () => {
    await add({ tenant: 'acme', name: 'nightly', pool: 'heavy' })
    const { engine, asked } = engineSaying(202, '{"run_id":"r2"}')
    expect(await again(ADMIN, { engine })).toMatchObject({ kind: 'engine', answer: { status: 202 } })
    expect(asked).toMatchObject([{ method: 'POST', target: '/v1/tenants/acme/runs', principal: 'root-admin' }])
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
      ...{ config: CONFIG, name: 'nightly', pool: 'heavy', idempotency_key: 'press-1', labels: { rerun_of: 'first' } },
    })
    expect([await count(), await world.filed()]).toEqual([1, []])
  })

  it('needs an engine for a pool of its own', async () => {
    await add({ pool: 'heavy' })
    await expect(again()).rejects.toMatchObject({ code: 'unprocessable', message: expect.stringContaining("'heavy'") })
    await add({ pool: 'default' })
    expect((await again()).kind).toBe('submitted')
  })

  it('opens a sealed config for an engine, which seals it again, and writes it down in clear for nobody', async () => {
    const { vault } = world.as(OPERATOR).deps
    await add({ config_body: `faucet-sealed-config:v1:${vault.seal(CONFIG, sealedFor('first'), 2)}` })
    await expect(again()).rejects.toMatchObject({ code: 'unprocessable', message: expect.stringContaining('sealed') })
    expect(await count()).toBe(1)
    const { engine, asked } = engineSaying(202, '{"run_id":"r2"}')
    await again(OPERATOR, { engine })
    expect(JSON.parse(asked[0]?.body ?? '').config).toBe(CONFIG)
  })

  it.each([
    ['sealed parameters', { config_body: CONFIG.replace('a.csv', '"${sealed:0}"') }],
    ['an order of its own', { depends_on: { b: ['a'] } } as Partial<RunRecord>],
  ])('is refused where what it needs is lost: %s', async (_, more) => {
    await add(more)
    await expect(again(ADMIN)).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining('cannot be run again'),
    })
    expect(await count()).toBe(1)
  })
})
