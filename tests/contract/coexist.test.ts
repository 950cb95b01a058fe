import { afterEach, describe, expect, it } from 'vitest'
import { shift } from '@/lib/contract/clock'
import { type JsonObject, parseJson } from '@/lib/contract/json'
import { recordOf } from '@/lib/contract/stored'
import { ENGINE_TABLES } from '@/lib/store/kit/engine-tables'
import { Prisma } from '@/lib/store/prisma/client'
import { openPrismaHistory, type PrismaHistory } from '@/lib/store/prisma/prisma-history'
import { createPrismaRuns } from '@/lib/store/prisma/runs'
import { storeOptions } from '../support/backends'
import { anObservation, anUpdate, idOf, sink } from '../support/catalog'
import { aChange } from '../support/changes'
import { type TestClock, testClock } from '../support/clock'
import { anEngine, type EngineDouble } from '../support/engine-double'
import { decodeAsEngine, ENGINE_DECODERS, encodeAsEngine } from '../support/engine-records'
import { LATER_TABLES } from '../support/later-tables'
import { aPlace } from '../support/places'
import { aRun } from '../support/records'
import type { Row } from '../support/suite'
import { aDraft } from '../support/templates'
import { aConnection, aTenant } from '../support/tenants'
import { aUsage } from '../support/usage'

interface Town {
  clock: TestClock
  ours: PrismaHistory
  engine: EngineDouble
  second: EngineDouble
  later: boolean
  rows(table: string): Promise<Row[]>
}

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function aTown(kind: 'sqlite' | 'postgres', later: boolean): Promise<Town> {
  const place = await aPlace(kind)
  const clock = testClock()
  const ours = await openPrismaHistory(place.url, storeOptions(clock, 'console'), place.more)
  cleanUps.push(place.clear, () => ours.close())
  if (later) {
    for (const statement of LATER_TABLES) await ours.env.db.$executeRawUnsafe(statement)
    ours.env.shape.forget()
  }
  const member = async (instanceId: string) => {
    const engine = await anEngine(place, { clock, instanceId, leaseTtlMs: 30_000, later })
    cleanUps.push(() => engine.close())
    return engine
  }
  return {
    clock,
    ours,
    engine: await member('engine-1'),
    second: await member('engine-2'),
    later,
    rows: (table) => ours.env.db.$queryRaw<Row[]>`SELECT * FROM ${Prisma.raw(table)}`,
  }
}

const anEngineRun = (run_id: string, status: string, more: JsonObject = {}): JsonObject => ({
  ...decodeAsEngine('faucet_serve_runs', encodeAsEngine({ ...aRun({ run_id }), status } as JsonObject)),
  ...more,
})
const ids = (runs: readonly (JsonObject | { run_id: string })[]) => runs.map((run) => String(run['run_id']))
const submission = (run_id: string, more = {}) => ({
  run: aRun({
    run_id,
    status: 'pending',
    config_body: 'name: p\n',
    config_format: 'yaml',
    labels: { pipeline: 'p' },
    ...more,
  }),
  isCallerConfig: true,
})

/** Afterwards: an engine decodes every body, column instants are 30 characters wide, no cancel request was lost. */
async function expectEngineCanLive({ rows, engine, later }: Town): Promise<void> {
  for (const table of Object.keys(ENGINE_DECODERS) as (keyof typeof ENGINE_DECODERS)[]) {
    for (const row of await rows(table)) expect(() => decodeAsEngine(table, row['body'] ?? '', later)).not.toThrow()
  }
  for (const statement of ENGINE_TABLES) {
    const table = /^CREATE TABLE IF NOT EXISTS (\S+)/.exec(statement)?.[1]
    if (table === undefined) continue
    const width = table === 'faucet_serve_run_logs' ? 24 : 30
    for (const row of await rows(table)) {
      for (const [column, value] of Object.entries(row))
        if (/(_at|_seen|^ts|_heartbeat|_requested)$/.test(column) && value !== null)
          expect(value, `${table}.${column}`).toHaveLength(width)
    }
  }
  for (const row of await rows('faucet_serve_runs')) {
    const run = decodeAsEngine('faucet_serve_runs', row['body'] ?? '', later)
    expect(run['status'], `column and body of ${row['run_id']}`).toBe(row['status'])
  }
  await engine.list()
  await engine.listChanges()
  await engine.listTenants()
}

const STORES = [
  ['sqlite', false],
  ['sqlite', true],
  ['postgres', false],
  ['postgres', true],
] as const

describe.each(STORES)('an engine and the console on one %s database, later columns: %s', (kind, later) => {
  it('what we queue, an engine claims, runs and ends; what we ask to cancel, it hears', async () => {
    const town = await aTown(kind, later)
    const { ours, engine, second, clock } = town
    expect(await ours.queue.enqueue(submission('a', { tenant: 'acme' }))).toBe(true)
    expect(await ours.queue.enqueue(submission('b'))).toBe(true)
    expect(await ours.queue.enqueue(submission('c'))).toBe(true)
    expect(await ours.leases.cancelPending('c')).toBe(true)

    const [a, ...none] = await engine.claimPending(1)
    expect([a?.['run_id'], none]).toEqual(['a', []])
    await engine.upsert({ ...a, started_at: clock.now() })
    expect(ids(await second.claimPending(5))).toEqual(['b'])
    expect(await engine.claimPending(5)).toEqual([])

    await ours.leases.requestCancel('a')
    expect(await engine.pendingCancellations()).toEqual(['a'])
    expect(await second.pendingCancellations()).toEqual([])
    expect(await ours.leases.cancelPending('a')).toBe(false)
    expect(await ours.runs.remove('a')).toBe('still_running')
    const running = await engine.get('a')
    expect(await engine.finalizeOwned({ ...running, status: 'cancelled' })).toBe(true)

    const page = await ours.runs.list({ status: ['cancelled'], limit: 9 })
    expect(page.rows.map((row) => row.columns['run_id']).sort()).toEqual(['a', 'c'])
    expect((await ours.runs.list({ status: [], limit: 9, tenant: 'acme' })).rows).toHaveLength(1)
    await expectEngineCanLive(town)
    expect(await ours.runs.remove('a')).toBe('deleted')
    expect(await engine.get('a')).toBeNull()
    expect(await town.rows('faucet_tenant_runs')).toEqual([])
  })

  it('what an engine queues, we cancel before it is claimed, or claim and end, each run once', async () => {
    const town = await aTown(kind, later)
    const { ours, engine, second, clock } = town
    for (const id of ['a', 'b', 'c'])
      await engine.upsert(anEngineRun(id, 'pending', { config_body: 'x', config_format: 'yaml' }))
    expect(await ours.leases.cancelPending('a')).toBe(true)
    const mine = await ours.leases.claimPending(1)
    const theirs = await second.claimPending(9)
    expect([...ids(mine), ...ids(theirs)].sort()).toEqual(['b', 'c'])
    const [run] = mine
    if (run === undefined) throw new Error('nothing was claimed')
    expect(await engine.finalizeOwned(anEngineRun(run.run_id, 'failed'))).toBe(false)
    expect(await ours.leases.finalizeOwned({ ...run, status: 'completed', finished_at: clock.now() })).toBe(true)
    expect(await engine.remove('a')).toBe('deleted')
    expect(await ours.runs.get('a')).toBeNull()
    await expectEngineCanLive(town)
  })

  it('a lost run goes back and forth: whoever sweeps first moves it, the cancel request stays', async () => {
    const town = await aTown(kind, later)
    const { ours, engine, second, clock } = town
    await ours.queue.enqueue(submission('r'))
    expect(await engine.claimPending(1)).toHaveLength(1)
    await ours.leases.requestCancel('r')
    clock.advance(20_000)
    expect(await engine.renew()).toBe(1)
    clock.advance(20_000)
    expect(await ours.leases.reclaimOrphans(3)).toEqual({ requeued: 0, failed: 0 })
    clock.advance(20_000)
    expect(await ours.leases.reclaimOrphans(3)).toEqual({ requeued: 1, failed: 0 })
    expect(await second.reclaimOrphans(3)).toEqual({ requeued: 0, failed: 0 })
    expect(await engine.renew()).toBe(0)
    expect(await ours.leases.claimPending(1)).toMatchObject([{ run_id: 'r', attempt: 1 }])
    expect(await ours.leases.pendingCancellations()).toEqual(['r'])
    clock.advance(60_000)
    expect(await engine.reclaimOrphans(3)).toEqual({ requeued: 1, failed: 0 })
    expect(await ours.leases.renew()).toBe(0)
    expect(await second.claimPending(1)).toMatchObject([{ run_id: 'r', attempt: 2 }])
    clock.advance(60_000)
    expect(await ours.leases.reclaimOrphans(2)).toEqual({ requeued: 0, failed: 1 })
    expect(await second.finalizeOwned(anEngineRun('r', 'completed'))).toBe(false)
    expect(await engine.get('r')).toMatchObject({ status: 'failed', attempt: 3 })
    expect((await town.rows('faucet_serve_runs'))[0]?.['cancel_requested']).not.toBeNull()
    await expectEngineCanLive(town)
  })

  it('queued runs of a dead single engine are recovered once, by us or by the next engine', async () => {
    const town = await aTown(kind, later)
    const { ours, engine, second, clock } = town
    for (const id of ['a', 'b']) await engine.upsert(anEngineRun(id, 'queued'))
    clock.advance(60_000)
    await second.upsert(anEngineRun('alive', 'running'))
    expect(await ours.leases.recoverOrphans()).toBe(2)
    expect(await second.recoverOrphans()).toBe(0)
    expect(await engine.get('a')).toMatchObject({ status: 'failed' })
    expect(await engine.get('alive')).toMatchObject({ status: 'running' })
    await expectEngineCanLive(town)
  })

  it('shards of one run are worked on by both, and the parent ends once', async () => {
    const town = await aTown(kind, later)
    const { ours, engine, second, clock } = town
    await engine.upsert(anEngineRun('r', 'sharded'))
    expect(await engine.insertShards('r', ['0', '1', '2'])).toBe(3)
    expect(await ours.shards.insert('r', [{ shard_id: '2', descriptor: 'null', size_estimate: null }])).toBe(0)
    expect(await engine.claimShards(1)).toEqual(['r/0'])
    const mine = await ours.shards.claim(1)
    expect(mine).toMatchObject([{ shard_id: '1', descriptor: '{"lo":1}', run: { run_id: 'r', status: 'sharded' } }])
    expect(await second.claimShards(5)).toEqual(['r/2'])
    expect(await ours.shards.finalize('r', '0', 'completed')).toBe(false)
    expect(await engine.finalizeShard('r', '0', true)).toBe(true)
    expect(await ours.shards.finalize('r', '1', 'failed')).toBe(true)
    clock.advance(60_000)
    expect(await ours.shards.reclaim(3)).toEqual({ requeued: 1, failed: 0 })
    expect(await second.finalizeShard('r', '2', true)).toBe(false)
    expect(await ours.shards.finalizeCompletedParents()).toBe(0)
    expect(await engine.claimShards(5)).toEqual(['r/2'])
    expect(await engine.finalizeShard('r', '2', true)).toBe(true)
    const ended = [await ours.shards.finalizeCompletedParents(), await engine.finalizeCompletedParents()]
    expect(ended).toEqual([1, 0])
    expect(await engine.get('r')).toMatchObject({ status: 'failed', error: '1/3 shard(s) failed' })
    await expectEngineCanLive(town)
  })

  it('a cancelled sharded run ends where cancelled shards are known, and never holds shards we wrote where not', async () => {
    const town = await aTown(kind, later)
    const { ours, engine } = town
    await engine.upsert(anEngineRun('r', 'sharded'))
    await engine.insertShards('r', ['0', '1'])
    await engine.claimShards(1)
    await ours.leases.requestCancel('r')
    const words = (await town.rows('faucet_serve_shards')).map((row) => row['status']).sort()
    expect(words).toEqual(later ? ['cancelled', 'running'] : ['pending', 'running'])
    await engine.finalizeShard('r', '0', false)
    if (!later) {
      expect(await engine.claimShards(5)).toEqual(['r/1'])
      await engine.finalizeShard('r', '1', false)
    }
    expect(await engine.finalizeCompletedParents()).toBe(1)
    expect(await engine.get('r')).toMatchObject({ status: later ? 'cancelled' : 'failed' })
    await expectEngineCanLive(town)
  })

  it('one key is claimed by one of both, and never mixed up with the other’s fingerprint', async () => {
    const { ours, engine, clock } = await aTown(kind, later)
    expect(await ours.runs.claimIdempotency('k', 'ours', 'a', 60_000)).toEqual({ kind: 'fresh' })
    expect(await engine.claimIdempotency('k', 'theirs', 'b', 60_000)).toBe('conflict')
    expect(await engine.claimIdempotency('k', 'ours', 'b', 60_000)).toBe('replay a')
    clock.advance(60_000)
    expect(await engine.claimIdempotency('k', 'theirs', 'b', 60_000)).toBe('fresh')
    expect(await ours.runs.claimIdempotency('k', 'ours', 'c', 60_000)).toEqual({ kind: 'conflict' })
    expect(await ours.runs.claimIdempotency('k', 'theirs', 'c', 60_000)).toEqual({ kind: 'replay', run_id: 'b' })
  })

  it('a change is moved by whoever read it last: we never overwrite what an engine expired', async () => {
    const town = await aTown(kind, later)
    const { ours, engine, clock } = town
    const change = aChange({ expires_at: shift(clock.now(), 60_000), created_at: clock.now(), updated_at: clock.now() })
    await engine.putChange(
      decodeAsEngine('faucet_serve_changes', encodeAsEngine(parseJson(JSON.stringify(change)) as JsonObject)),
    )
    const read = await ours.changes.get(change.id)
    if (read === null) throw new Error('gone')
    clock.advance(120_000)
    expect(await engine.expireChanges()).toBe(1)
    const approved = { ...recordOf(read), status: 'approved' }
    expect(await ours.changes.upsert(approved, { onlyIf: read })).toBe(false)
    expect(await engine.listChanges()).toMatchObject([{ status: 'expired' }])
    const fresh = aChange({ created_at: clock.now(), updated_at: clock.now(), expires_at: shift(clock.now(), 60_000) })
    await ours.changes.upsert(fresh)
    expect(await engine.expireChanges()).toBe(0)
    expect(await engine.listChanges()).toHaveLength(2)
    await expectEngineCanLive(town)
  })

  it('heartbeats, audit rows and log lines of an engine are read as they are, and none of them is ours', async () => {
    const { ours, engine, second, clock } = await aTown(kind, later)
    await engine.heartbeat()
    clock.advance(5_000)
    await second.heartbeat()
    await engine.audit('01a00000-0000-7000-8000-000000000001', 'run.submit')
    for (const seq of [0, 1, 2]) await engine.log('r', seq, `line ${seq}`)
    const live = (await ours.leases.liveInstances(10_000)).map((member) => member.instance_id)
    expect(live.sort()).toEqual(['engine-1', 'engine-2'])
    expect((await ours.leases.liveInstances(4_000)).map((member) => member.instance_id)).toEqual(['engine-2'])
    expect(await engine.liveInstances(10_000)).toHaveLength(2)
    expect(await ours.audit.list({ limit: 9 })).toMatchObject([{ action: 'run.submit', principal: 'engine' }])
    expect((await ours.logs.list('r', null, 9)).lines.map((line) => line.line)).toEqual(['line 0', 'line 1', 'line 2'])
  })

  it('what we write into every other table an engine decodes', async () => {
    const town = await aTown(kind, later)
    const { ours } = town
    await ours.tenants.upsert(aTenant())
    await ours.tenants.upsertConnection(aConnection())
    await ours.usage.record(aUsage())
    await ours.catalog.record(anUpdate({ sink: sink('file://b', { records: 7 }) }))
    await ours.outputs.record(anObservation())
    await ours.outputs.markDeleted(idOf('/out/a.jsonl'), town.clock.now(), 7)
    await ours.templates.register(aDraft({ name: 'Orders' }))
    await ours.changes.upsert(aChange({ plan: { material: 'm', summary: { rows: 1 } }, budget: { max_records: 7 } }))
    for (const table of Object.keys(ENGINE_DECODERS))
      if (table !== 'faucet_serve_runs') expect(await town.rows(table), table).not.toEqual([])
    await expectEngineCanLive(town)
  })

  it('one bad row stops an engine’s list, so we write none: everything we refuse would have', async () => {
    const town = await aTown(kind, later)
    const { ours, engine } = town
    await ours.runs.upsert(aRun({ run_id: 'good' }))
    await expect(ours.runs.upsert(aRun({ status: 'paused' }))).rejects.toMatchObject({ kind: 'refused' })
    await expect(ours.runs.upsert(aRun({ error: '\u0000' }))).rejects.toMatchObject({ kind: 'refused' })
    await ours.runs.upsert(aRun({ run_id: 'half', name: 'a\ud800' }))
    expect(ids(await engine.list()).sort()).toEqual(['good', 'half'])
    const bad = { ...anEngineRun('bad', 'completed'), status: 'paused' }
    await ours.env.db.$executeRaw`
      UPDATE faucet_serve_runs SET body = ${encodeAsEngine(bad)} WHERE run_id = 'good'`
    await expect(engine.list()).rejects.toThrow('an engine gives up')
    expect((await ours.runs.list({ status: [], limit: 9 })).rows).toHaveLength(2)
  })
})

describe.each(['sqlite', 'postgres'] as const)('a key that others keep taking on %s', (kind) => {
  it('is a conflict after eight lost rounds, no more and no fewer', async () => {
    const { ours, clock } = await aTown(kind, false)
    const { db } = ours.env
    const past = (n: number) => shift(clock.now(), -120_000 - n)
    await db.$executeRaw`
      INSERT INTO faucet_serve_idem (key, run_id, fingerprint, claimed_at) VALUES ('k', 'x', 'f', ${past(0)})`
    let takeovers = 0
    // Between our read and our takeover a rival takes the key, each time with a claim that has expired again.
    const rival = {
      get(target: typeof db, name: string | symbol) {
        if (name !== '$executeRaw') return Reflect.get(target, name)
        return async (sql: TemplateStringsArray, ...values: unknown[]) => {
          if (sql[0]?.includes('UPDATE faucet_serve_idem')) {
            takeovers++
            await db.$executeRaw`UPDATE faucet_serve_idem SET claimed_at = ${past(takeovers)} WHERE key = 'k'`
          }
          return db.$executeRaw(sql, ...values)
        }
      },
    }
    const runs = createPrismaRuns({ ...ours.env, db: new Proxy(db, rival) })
    expect(await runs.claimIdempotency('k', 'f', 'ours', 60_000)).toEqual({ kind: 'conflict' })
    expect(takeovers).toBe(8)
    expect((await ours.insight.idempotency('k'))?.run_id).toBe('x')
  })
})
