import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RunRecord } from '@/lib/contract/records/runs'
import { chanceOf } from '@/lib/demo/chance'
import { fillDemo, isEmptyStore } from '@/lib/demo/fill'
import { demoPipeline } from '@/lib/demo/pipelines'
import { demoRun } from '@/lib/demo/records'
import { SimulatedSubmitter } from '@/lib/demo/submitter'
import { SimulatedWorker } from '@/lib/demo/worker'
import { uuidV4, uuidV7 } from '@/lib/store/kit/ids'
import { openPrismaHistory, type PrismaHistory } from '@/lib/store/prisma/prisma-history'
import { storeOptions } from '../../support/backends'
import { type TestClock, testClock } from '../../support/clock'

let folder = ''
let clock: TestClock
const open: PrismaHistory[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'demo-'))
  clock = testClock()
})
afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openAs(instanceId: string): Promise<PrismaHistory> {
  const url = { kind: 'sqlite', file: path.join(folder, 'history.db'), readonly: false } as const
  const store = await openPrismaHistory(url, storeOptions(clock, instanceId))
  open.push(store)
  return store
}
const workerOn = (store: PrismaHistory, seed: number, chance = chanceOf(seed)) =>
  new SimulatedWorker({ store, clock, chance, newId: uuidV4 })
/** Never fails, never falls silent, takes its time to the middle. */
const calm = () => 0.5
const newId = () => uuidV7(clock.now())

async function runsOf(store: PrismaHistory): Promise<RunRecord[]> {
  const { rows } = await store.runs.list({ status: [], limit: 500 })
  return rows.map((row) => {
    const read = row.read()
    if (!read.ok) throw new Error(read.reason)
    return read.record
  })
}

it('fills an empty store with days of runs that can all be read', async () => {
  const store = await openAs('demo-past')
  expect(await isEmptyStore(store)).toBe(true)
  const count = await fillDemo(store, { now: clock.now(), seed: 7, newId: uuidV7 })
  expect(count).toBeGreaterThan(500)
  expect(await isEmptyStore(store)).toBe(false)
  const runs = await runsOf(store)
  expect(runs).toHaveLength(500)
  expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['completed', 'failed', 'cancelled', 'sharded']))
  expect(runs.every(({ labels }) => labels['simulated'] === 'yes')).toBe(true)
  expect(runs.every(({ submitted_at }) => submitted_at < clock.now())).toBe(true)
  const newest = runs.find(({ status }) => status === 'completed')
  expect((await store.logs.list(newest?.run_id ?? '', null, 10)).lines.length).toBeGreaterThan(2)
})

it('has something for every page: parts, a long log, attempts, tenants, templates, datasets, changes', async () => {
  const store = await openAs('demo-past')
  await fillDemo(store, { now: clock.now(), seed: 7, newId: uuidV7 })
  const runs = await runsOf(store)
  const one = (fits: (run: RunRecord) => boolean): RunRecord => {
    const run = runs.find(fits)
    if (run === undefined) throw new Error('no such run')
    return run
  }
  const parts = one(({ name }) => name === 'events_backfill_2025')
  expect(await store.shards.progress(parts.run_id)).toMatchObject({ total: 120, completed: 69, failed: 3 })
  const long = one(({ labels }) => labels['shows'] === 'a long log')
  const { lines } = await store.logs.list(long.run_id, null, 10_000)
  expect(lines).toHaveLength(4_000)
  expect(lines.some(({ line }) => line.startsWith('\u001b[31m'))).toBe(true)
  const last = one(({ labels, status }) => labels['rerun_of'] !== undefined && status === 'completed')
  const second = one(({ run_id }) => run_id === last.labels['rerun_of'])
  expect(one(({ run_id }) => run_id === second.labels['rerun_of'])).toMatchObject({ status: 'failed' })
  expect(
    one(({ name, status }) => name === 'orders_to_warehouse' && status === 'completed').invocations.map(
      ({ row_id }) => row_id,
    ),
  ).toEqual(['eu', 'us', 'apac'])
  expect(runs.some(({ invocations }) => Number(invocations[0]?.batches?.dlq_partial) > 0)).toBe(true)
  expect(runs.some(({ invocations }) => invocations[0]?.source_lag !== undefined)).toBe(true)
  expect(one(({ callback }) => callback !== undefined)).toMatchObject({ doctor_report: { invocations: [{}] } })
  expect(runs.filter(({ tenant }) => tenant !== undefined).map(({ tenant }) => tenant)).toEqual(['globex', 'acme'])

  expect((await store.tenants.list()).map(({ columns }) => columns['id'])).toEqual(['acme', 'globex', 'initech'])
  expect(await store.templates.versions('crm_export')).toEqual([3, 2, 1])
  expect((await store.templates.launches('crm_export')).map(({ version }) => version)).toContain(2)
  expect(await store.templates.deprecation('fx_legacy')).not.toBeNull()
  const changes = (await store.changes.list({ limit: 20 })).map(({ columns }) => columns['status'])
  expect(new Set(changes)).toEqual(new Set(['pending', 'executed', 'rejected', 'expired']))
  const edges = (await store.catalog.lineage(null, 9)).map((edge) => {
    const read = edge.read()
    return read.ok ? `${read.record.src_uri} → ${read.record.dst_uri}` : read.reason
  })
  expect(edges).toContain('postgres://shop.example/orders → s3://lake/orders')
  expect(edges).toContain('s3://lake/orders → bigquery://reports/revenue')
  expect(await store.outputs.list({ limit: 10, include_deleted: false })).toHaveLength(2)
  expect((await store.audit.list({ limit: 50 })).length).toBeGreaterThan(5)
})

it('takes a store with a single row for what it is: not empty', async () => {
  const store = await openAs('demo-past')
  await store.leases.heartbeat({
    started_at: clock.now(),
    listen: null,
    max_concurrent: 1,
    in_flight: 0,
    state_format: 1,
  })
  expect(await isEmptyStore(store)).toBe(false)
})

it('claims, reports as it goes, writes its log and ends a run', async () => {
  const store = await openAs('demo-1')
  const run = demoRun(newId(), demoPipeline('fx_rates'), clock.now())
  await store.queue.enqueue({ run, isCallerConfig: false })
  const worker = workerOn(store, 1, calm)
  await worker.tick()
  clock.advance(4_000)
  await worker.tick()
  const [going] = await runsOf(store)
  expect(going).toMatchObject({ status: 'running' })
  expect(Number(going?.records_written)).toBeGreaterThan(0)
  expect(await store.leases.liveInstances(30_000)).toMatchObject([{ instance_id: 'demo-1', max_concurrent: 4 }])
  clock.advance(5_000)
  await worker.tick()
  const [done] = await runsOf(store)
  expect(done).toMatchObject({ status: 'completed', records_written: 170, invocations: [{ error: null }] })
  const { lines } = await store.logs.list(run.run_id, null, 100)
  expect(lines.map(({ line }) => line)).toEqual([
    'starting fx_rates: rest → postgres',
    'page 1: 0 rows written',
    'page 2: 85 rows written',
    'completed: 170 rows',
  ])
  expect(await store.usage.list({ limit: 10 })).toHaveLength(1)
})

it('splits a run in parts, shares them with another member and ends the parent', async () => {
  const [a, b] = [await openAs('demo-1'), await openAs('demo-2')]
  const run = demoRun(newId(), demoPipeline('events_backfill'), clock.now())
  await a.queue.enqueue({ run, isCallerConfig: false })
  const workers = [workerOn(a, 1, calm), workerOn(b, 2, calm)]
  const owners = new Set<string | null>()
  for (let second = 0; second < 60; second++) {
    for (const worker of workers) await worker.tick()
    for (const { owner } of await a.insight.shardRows(run.run_id, 100)) owners.add(owner)
    clock.advance(1_000)
  }
  expect(await a.shards.progress(run.run_id)).toMatchObject({ total: 12, completed: 12 })
  expect(await runsOf(a)).toMatchObject([{ status: 'completed' }])
  expect(owners).toEqual(new Set([null, 'demo-1', 'demo-2']))
})

it('takes over what a silent member held, and the silent one drops it', async () => {
  const [a, b] = [await openAs('demo-1'), await openAs('demo-2')]
  const run = demoRun(newId(), demoPipeline('clickstream_hourly'), clock.now())
  await a.queue.enqueue({ run, isCallerConfig: false })
  const [silent, other] = [workerOn(a, 1, calm), workerOn(b, 2, calm)]
  await silent.tick()
  clock.advance(31_000)
  // One sweep puts it back, the next claim takes it.
  await other.tick()
  expect(await runsOf(b)).toMatchObject([{ status: 'running', attempt: 1 }])
  await silent.tick()
  expect((await b.insight.runColumns([run.run_id]))[0]).toMatchObject({ owner: 'demo-2' })
  const { lines } = await b.logs.list(run.run_id, null, 100)
  expect(lines.some(({ line }) => line.includes('attempt 2'))).toBe(true)
})

it('stops a run when somebody asks for it', async () => {
  const store = await openAs('demo-1')
  const run = demoRun(newId(), demoPipeline('clickstream_hourly'), clock.now())
  await store.queue.enqueue({ run, isCallerConfig: false })
  const worker = workerOn(store, 1, calm)
  await worker.tick()
  await store.leases.requestCancel(run.run_id)
  clock.advance(6_000)
  await worker.tick()
  expect(await runsOf(store)).toMatchObject([{ status: 'cancelled' }])
})

it('keeps three members busy within a minute: runs under way, runs ended, parts done', async () => {
  const stores = [await openAs('demo-1'), await openAs('demo-2'), await openAs('demo-3')]
  const [first] = stores
  if (first === undefined) throw new Error('no store')
  const workers = stores.map((store, index) => workerOn(store, index + 1))
  const submitter = new SimulatedSubmitter({ store: first, clock, chance: chanceOf(4), newId })
  for (let second = 0; second < 60; second++) {
    await submitter.tick()
    for (const worker of workers) await worker.tick()
    clock.advance(1_000)
  }
  const runs = await runsOf(first)
  expect(runs.length).toBeGreaterThan(4)
  const states = new Set(runs.map(({ status }) => status))
  expect(states).toContain('running')
  expect(states).toContain('completed')
  expect(runs.some(({ name }) => name === 'events_backfill')).toBe(true)
})
