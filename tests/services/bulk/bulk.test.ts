import { beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '@/lib/auth/principal'
import type { Deps } from '@/lib/contract/deps'
import { HistoryError } from '@/lib/contract/errors'
import type { BulkKind } from '@/lib/contract/records/bulk'
import type { RunRecord } from '@/lib/contract/records/runs'
import { continueBulk } from '@/lib/services/bulk/continue-bulk'
import { getBulk } from '@/lib/services/bulk/get-bulk'
import { listBulkRuns } from '@/lib/services/bulk/list-bulk-runs'
import { planBulk } from '@/lib/services/bulk/plan-bulk'
import { startBulk } from '@/lib/services/bulk/start-bulk'
import { stopBulk } from '@/lib/services/bulk/stop-bulk'
import type { Outgoing } from '@/lib/services/kit/ctx'
import { ACME_BOSS, ADMIN, type CtxWorld, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'
import { engineSaying, withMember } from '../../support/write-world'

let world: CtxWorld
beforeEach(() => {
  world = ctxWorld()
})

const ASKED = { search: null, until: '2026-11-30T12:00:00Z', reached: null, is_capped: false }
const input = (kind: BulkKind, ids: string[]) => ({ kind, ids, asked: ASKED })
async function add(runs: Record<string, Partial<RunRecord>>): Promise<string[]> {
  for (const [run_id, more] of Object.entries(runs)) {
    await world.store.runs.upsert(aRun({ run_id, ...more }))
    if (more.tenant !== undefined) await world.store.tenants.linkRun(run_id, more.tenant)
  }
  return Object.keys(runs)
}
/** Who executes which run, as its columns say. */
const ownedBy = (owners: Record<string, string>): Partial<Deps> => ({
  insight: {
    ...world.store.insight,
    runColumns: async (ids) =>
      ids.map((run_id) => ({ run_id, owner: owners[run_id] ?? null, lease_expires_at: null, cancel_requested: null })),
  },
})
const stateOf = async (id: string) => (await world.store.bulk.get(id))?.state
const ended = (id: string) => expect.poll(() => stateOf(id)).not.toBe('acting')
/** Nobody works on it any more, whether it has ended or not. */
const left = (id: string) => expect.poll(async () => (await world.store.bulk.get(id))?.is_held).toBe(false)
const fates = async (id: string) =>
  (await world.store.bulk.runs(id, 100)).map(({ run_id, outcome, note }) => [run_id, outcome, note].join(' '))
async function start(kind: BulkKind, ids: string[], who: Principal = OPERATOR, deps: Partial<Deps> = {}) {
  const { id } = await startBulk(world.as(who, deps), input(kind, ids))
  return id
}

describe('planning', () => {
  it('says how many would be cancelled and how, what not and why, and does nothing', async () => {
    const ids = await add({
      a: { status: 'pending', name: 'first' },
      b: { status: 'pending' },
      c: { status: 'sharded' },
      d: { status: 'running' },
      e: { status: 'running' },
      f: { status: 'queued' },
      g: { status: 'completed' },
    })
    const deps = { ...withMember(world), ...ownedBy({ d: 'member-1', e: 'alone', f: 'alone' }) }
    expect(await planBulk(world.as(OPERATOR, deps), input('cancel', [...ids, 'nowhere']))).toEqual({
      kind: 'cancel',
      asked: ASKED,
      ready: [
        { note: 'asked to stop', count: 2 },
        { note: 'ended at once: nobody has begun it', count: 2 },
      ],
      skipped: [
        { note: 'held by an engine outside the cluster: cancel it there', count: 2 },
        { note: 'not there any more', count: 1 },
        { note: 'over already', count: 1 },
      ],
      sample: [
        { run_id: 'a', name: 'first' },
        { run_id: 'b', name: null },
        { run_id: 'c', name: null },
        { run_id: 'd', name: null },
      ],
    })
    expect((await world.store.runs.get('a'))?.columns['status']).toBe('pending')
    expect(await world.store.bulk.list(1)).toEqual([])
    expect(await world.filed()).toEqual([])
  })

  it('counts on an engine whose address is known', async () => {
    const ids = await add({ e: { status: 'running' }, f: { status: 'queued' } })
    const { ready } = await planBulk(world.as(OPERATOR, engineSaying(202, '')), input('cancel', ids))
    expect(ready).toEqual([{ note: 'stopped by its engine', count: 2 }])
  })

  it('says what would be removed, each once', async () => {
    const ids = await add({ a: { status: 'failed' }, b: { status: 'running' }, c: { status: 'completed' } })
    const plan = await planBulk(world.as(OPERATOR), input('delete', [...ids, ...ids]))
    expect(plan.ready).toEqual([{ note: 'removed', count: 2 }])
    expect(plan.skipped).toEqual([{ note: 'still going on: cancel it first', count: 1 }])
  })

  it('promises nothing on a store that may not be written', async () => {
    const store = {
      capabilities: async () => ({ ...(await world.store.store.capabilities()), readOnly: 'it is shown, not changed' }),
    }
    await expect(planBulk(world.as(OPERATOR, { store }), input('delete', ['a']))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'it is shown, not changed',
    })
  })

  it('is for those who may do it, and knows nothing of other tenants', async () => {
    const ids = await add({ a: { tenant: 'acme' }, b: { tenant: 'globex' }, c: {} })
    await expect(planBulk(world.as(VIEWER), input('delete', ids))).rejects.toMatchObject({ code: 'forbidden' })
    expect(await world.filed()).toMatchObject([{ action: 'run.bulk', result: 'denied', principal: 'viewer-one' }])
    const plan = await planBulk(world.as(ACME_BOSS), input('delete', ids))
    expect(plan.ready).toEqual([{ note: 'removed', count: 1 }])
    expect(plan.skipped).toEqual([{ note: 'not there any more', count: 2 }])
  })

  it('takes no more than an action may have', async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => `r${n}`)
    await expect(planBulk(world.as(OPERATOR), input('delete', many))).rejects.toMatchObject({ code: 'bad_config' })
  })
})

describe('deleting many', () => {
  it('removes what is over, says of each what became of it, and files each and all', async () => {
    const ids = await add({ a: {}, b: { status: 'running' }, c: { status: 'failed' }, d: { status: 'cancelled' } })
    const id = await start('delete', [...ids, 'nowhere'])
    await ended(id)
    expect(await fates(id)).toEqual([
      'a done removed',
      'b skipped still going on: cancel it first',
      'c done removed',
      'd done removed',
      'nowhere skipped not there any more',
    ])
    expect(
      (await world.store.runs.list({ status: [], limit: 9 })).rows.map(({ columns }) => columns['run_id']),
    ).toEqual(['b'])
    expect(await world.filed()).toEqual([
      expect.objectContaining({
        action: 'run.bulk',
        principal: 'ops-one',
        result: 'ok',
        config_fingerprint: id,
        target: `bulk:${id}`,
        detail: 'delete: 3 done, 2 skipped',
      }),
      ...['d', 'c', 'a'].map((run_id) =>
        expect.objectContaining({ action: 'run.delete', run_id, principal: 'ops-one' }),
      ),
    ])
    expect(await getBulk(world.as(VIEWER), { bulk_id: id })).toMatchObject({
      state: 'done',
      principal: 'ops-one',
      is_held: false,
      counts: expect.arrayContaining([{ outcome: 'done', note: 'removed', count: 3 }]),
    })
  })

  it('does not begin where nothing could be done', async () => {
    const ids = await add({ b: { status: 'running' } })
    await expect(start('delete', ids)).rejects.toMatchObject({ code: 'conflict' })
    expect(await world.store.bulk.list(1)).toEqual([])
  })

  it('never touches what is another tenant’s', async () => {
    const ids = await add({ a: { tenant: 'acme' }, b: { tenant: 'globex' } })
    const id = await start('delete', ids, ACME_BOSS)
    await ended(id)
    expect(await fates(id)).toEqual(['a done removed', 'b skipped not there any more'])
    expect(await world.store.runs.get('b')).not.toBeNull()
    expect(await world.filed()).toMatchObject([
      { action: 'run.bulk', tenant: 'acme' },
      { action: 'run.delete', tenant: 'acme' },
    ])
  })
})

describe('cancelling many', () => {
  it('ends what nobody has begun, asks members, and leaves what it cannot reach', async () => {
    const ids = await add({ a: { status: 'pending' }, b: { status: 'running' }, c: { status: 'running' }, d: {} })
    const deps = { ...withMember(world), ...ownedBy({ b: 'member-1', c: 'alone' }) }
    const id = await start('cancel', ids, OPERATOR, deps)
    await ended(id)
    expect(await fates(id)).toEqual([
      'a done ended at once: nobody had begun it',
      'b done asked to stop',
      'c skipped held by an engine outside the cluster: cancel it there',
      'd skipped over already',
    ])
    expect((await world.filed()).map((entry) => ('action' in entry ? entry.action : ''))).toEqual([
      'run.bulk',
      'run.cancel',
      'run.cancel',
    ])
  })

  it('leaves the filing to the engine that does it', async () => {
    const ids = await add({ b: { status: 'queued' } })
    const id = await start('cancel', ids, OPERATOR, engineSaying(202, ''))
    await ended(id)
    expect(await fates(id)).toEqual(['b done stopped by its engine'])
    expect(await world.filed()).toMatchObject([{ action: 'run.bulk' }])
  })

  it('says of an engine that refuses that it did', async () => {
    const ids = await add({ b: { status: 'queued' } })
    const id = await start('cancel', ids, OPERATOR, engineSaying(500, ''))
    await ended(id)
    expect(await fates(id)).toEqual(['b failed the engine that executes this run refused to cancel it (HTTP 500)'])
  })

  it('tells a few of those who wait for an end at a time', async () => {
    const spec = { url: 'https://hooks.example/x', method: 'POST' }
    const ids = await add(
      Object.fromEntries(
        Array.from({ length: 60 }, (_, n) => [`p${n}`, { status: 'pending' as const, callback: spec }]),
      ),
    )
    const waiting: (() => void)[] = []
    let most = 0
    const ctx = {
      ...world.as(OPERATOR),
      send: (_: Outgoing) =>
        new Promise<{ status: number; text: string }>((resolve) => {
          waiting.push(() => resolve({ status: 200, text: '' }))
          most = Math.max(most, waiting.length)
        }),
    }
    const { id } = await startBulk(ctx, input('cancel', ids))
    let told = 0
    for (; told < 60; ) {
      await new Promise((resolve) => setImmediate(resolve))
      const answer = waiting.shift()
      if (answer === undefined) continue
      answer()
      told++
    }
    await ended(id)
    expect(most).toBeLessThanOrEqual(25)
    expect(await fates(id)).toHaveLength(60)
  })
})

describe('an action that does not come to its end', () => {
  const many = () =>
    add(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`r${String(n).padStart(2, '0')}`, {}])))

  it('stops when somebody stops it, for good', async () => {
    const ids = await many()
    let removed = 0
    const runs: Deps['runs'] = {
      ...world.store.runs,
      async remove(runId) {
        if (++removed === 3) await stopBulk(world.as(ADMIN), { id: (await world.store.bulk.list(1))[0]?.id ?? '' })
        return world.store.runs.remove(runId)
      },
    }
    const id = await start('delete', ids, OPERATOR, { runs })
    await ended(id)
    // What was begun is finished, nothing else is.
    await expect
      .poll(async () => (await world.store.bulk.counts(id)).some(({ outcome }) => outcome === 'begun'))
      .toBe(false)
    const { counts, state } = await getBulk(world.as(OPERATOR), { bulk_id: id })
    expect(state).toBe('stopped')
    expect(counts).toEqual(expect.arrayContaining([{ outcome: 'todo', note: null, count: 15 }]))
    expect((await world.store.runs.list({ status: [], limit: 99 })).rows).toHaveLength(15)
    const [summary] = (await world.filed()).filter((entry) => 'action' in entry && entry.action === 'run.bulk')
    expect(summary).toMatchObject({
      principal: 'root-admin',
      detail: expect.stringMatching(/^delete: 2 done, .*; stopped$/),
    })
    await expect(continueBulk(world.as(OPERATOR), { id })).rejects.toMatchObject({ code: 'conflict' })
    await expect(stopBulk(world.as(OPERATOR), { id })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('waits where the store went away, and goes on from there', async () => {
    const ids = await many()
    let calls = 0
    const runs: Deps['runs'] = {
      ...world.store.runs,
      async remove(runId) {
        if (++calls === 8) throw new HistoryError('backend', 'gone', { unreachable: true })
        return world.store.runs.remove(runId)
      },
    }
    const id = await start('delete', ids, OPERATOR, { runs })
    await left(id)
    expect(await stateOf(id)).toBe('acting')
    expect((await world.store.runs.list({ status: [], limit: 99 })).rows).toHaveLength(13)
    expect(world.warnings).toMatchObject([{ message: 'an action on many runs was interrupted' }])

    await continueBulk(world.as(ADMIN), { id })
    await ended(id)
    expect(await world.store.bulk.counts(id)).toEqual([{ outcome: 'done', note: 'removed', count: 20 }])
    expect((await world.store.runs.list({ status: [], limit: 99 })).rows).toEqual([])
    expect((await world.filed())[0]).toMatchObject({
      action: 'run.bulk',
      principal: 'root-admin',
      detail: 'delete: 20 done',
    })
  })

  it('knows after a crash what it had done to a run before it could say so', async () => {
    const ids = await add({ a: {}, b: { status: 'pending' }, c: {} })
    const { bulk, runs, leases } = world.store
    const ours = { principal: 'ops-one', tenant: null, created_at: world.clock.now(), asked: ASKED }
    const listed = ids.map((run_id) => ({ run_id, name: null, status: 'completed' }))
    await bulk.create({ ...ours, id: 'del', kind: 'delete' }, listed)
    await bulk.create({ ...ours, id: 'can', kind: 'cancel' }, listed)
    await bulk.begin('del', 1)
    await bulk.begin('can', 2)
    await leases.cancelPending('b')
    await continueBulk(world.as(OPERATOR), { id: 'can' })
    await ended('can')
    expect(await fates('can')).toEqual([
      'a skipped over already',
      'b done ended at once: nobody had begun it',
      'c skipped over already',
    ])
    await runs.remove('a')
    await continueBulk(world.as(OPERATOR), { id: 'del' })
    await ended('del')
    expect(await fates('del')).toEqual(['a done removed', 'b done removed', 'c done removed'])
  })

  it('is worked on by one process at a time', async () => {
    const ids = await many()
    const { bulk } = world.store
    await bulk.create(
      { id: 'x', kind: 'delete', principal: 'p', tenant: null, created_at: world.clock.now(), asked: ASKED },
      ids.map((run_id) => ({ run_id, name: null, status: 'completed' })),
    )
    await bulk.claim('x', 'another process', 30_000)
    await continueBulk(world.as(OPERATOR), { id: 'x' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await bulk.counts('x')).toEqual([{ outcome: 'todo', note: null, count: 20 }])
    world.clock.advance(30_001)
    await continueBulk(world.as(OPERATOR), { id: 'x' })
    await ended('x')
    expect(await bulk.counts('x')).toEqual([{ outcome: 'done', note: 'removed', count: 20 }])
  })

  it('fails one run and goes on with the others', async () => {
    const ids = await add({ a: {}, b: {}, c: {} })
    const runs: Deps['runs'] = {
      ...world.store.runs,
      remove: (runId) =>
        runId === 'b' ? Promise.reject(new Error('a driver’s own words')) : world.store.runs.remove(runId),
    }
    const id = await start('delete', ids, OPERATOR, { runs })
    await ended(id)
    expect(await fates(id)).toEqual([
      'a done removed',
      'b failed something went wrong: the log of the console says what',
      'c done removed',
    ])
  })
})

describe('a receipt', () => {
  it('is shown to its tenant and to those who see everything', async () => {
    const id = await start('delete', await add({ a: { tenant: 'acme' } }), ACME_BOSS)
    await ended(id)
    const other = await start('delete', await add({ c: {} }), OPERATOR)
    await ended(other)
    expect(await getBulk(world.as(VIEWER), { bulk_id: id })).toMatchObject({ tenant: 'acme' })
    expect(await getBulk(world.as(ACME_BOSS), { bulk_id: id })).toMatchObject({ tenant: 'acme' })
    for (const asked of [
      getBulk(world.as(ACME_BOSS), { bulk_id: other }),
      listBulkRuns(world.as(ACME_BOSS), { bulk_id: other }),
      stopBulk(world.as(ACME_BOSS), { id: other }),
      continueBulk(world.as(ACME_BOSS), { id: other }),
      getBulk(world.as(ADMIN), { bulk_id: 'nothing' }),
    ]) {
      await expect(asked).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('lists its runs a page at a time', async () => {
    const id = await start('delete', await add({ a: {}, b: { status: 'running' }, c: {} }))
    await ended(id)
    const first = await listBulkRuns(world.as(VIEWER), { bulk_id: id, limit: 2 })
    expect([first.runs.map(({ run_id }) => run_id), first.next]).toEqual([['a', 'b'], '000001'])
    const rest = await listBulkRuns(world.as(VIEWER), { bulk_id: id, limit: 2, after: '000001' })
    expect([rest.runs.map(({ run_id }) => run_id), rest.next]).toEqual([['c'], undefined])
    const skipped = await listBulkRuns(world.as(VIEWER), { bulk_id: id, outcome: 'skipped' })
    expect(skipped.runs.map(({ run_id }) => run_id)).toEqual(['b'])
  })
})
