import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ChangeRequest } from '@/lib/contract/records/changes'
import type { ReclaimReport } from '@/lib/contract/records/leases'
import { RunRecord } from '@/lib/contract/records/runs'
import { readText, recordOf } from '@/lib/contract/stored'
import { systemClock } from '@/lib/runtime/clock'
import { Prisma } from '@/lib/store/prisma/client'
import { openPrismaHistory, type PrismaHistory } from '@/lib/store/prisma/prisma-history'
import { aChange } from '../support/changes'
import { at } from '../support/clock'
import { aPlace, type Place } from '../support/places'
import { aRun } from '../support/records'
import { aRunRow, aShardRow } from '../support/rows'
import type { Row } from '../support/suite'
import type { WorkerJob } from '../support/worker'

const KINDS = ['sqlite', 'postgres'] as const
const LEASE = 30_000
const root = path.resolve(import.meta.dirname, '../..')
const NAMES = ['a', 'b', 'c', 'd'] as const
const children = new Set<ChildProcess>()
/** Four processes that do one job after the other; each opens its own client for each. */
const runners = new Map<string, ChildProcess>()
const cleanUps: (() => Promise<void>)[] = []

beforeAll(() => {
  for (const name of NAMES) runners.set(name, aProcess())
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

interface Site {
  place: Place
  history: PrismaHistory
  plant(table: string, rows: Row[]): Promise<void>
  rows(table: string): Promise<Row[]>
}

async function aSite(kind: Place['kind']): Promise<Site> {
  const place = await aPlace(kind)
  const clock = systemClock()
  const options = { clock, instanceId: 'here', clustered: true, leaseTtlMs: LEASE, idempotencyRetentionMs: LEASE }
  const history = await openPrismaHistory(place.url, options, place.more)
  cleanUps.push(place.clear, () => history.close())
  const { db } = history.env
  return {
    place,
    history,
    async plant(table, rows) {
      const names = Prisma.join(Object.keys(rows[0] ?? {}).map((column) => Prisma.raw(column)))
      const values = rows.map((row) => Prisma.sql`(${Prisma.join(Object.values(row))})`)
      await db.$executeRaw`INSERT INTO ${Prisma.raw(table)} (${names}) VALUES ${Prisma.join(values)}`
    },
    rows: (table) => db.$queryRaw<Row[]>`SELECT * FROM ${Prisma.raw(table)}`,
  }
}

function aProcess(): ChildProcess {
  const child = fork(path.join(root, 'tests/support/worker.ts'), [], {
    cwd: root,
    execArgv: ['--conditions=react-server', '--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.add(child)
  return child
}

/** A process at the start line of a job. `go` lets it run and gives its answer. */
interface Worker {
  child: ChildProcess
  go(): Promise<unknown>
}

async function aWorker(
  { place }: Site,
  instanceId: string,
  job: WorkerJob['job'],
  { child = runners.get(instanceId) ?? aProcess(), leaseTtlMs = LEASE } = {},
): Promise<Worker> {
  const asked: WorkerJob = { place: { url: place.url, more: place.more }, instanceId, leaseTtlMs, job }
  const ready = answer(child)
  child.send(asked)
  expect(await ready).toBe('ready')
  return {
    child,
    go() {
      const outcome = answer(child)
      child.send('go')
      return outcome
    },
  }
}

const answer = (child: ChildProcess) =>
  new Promise<unknown>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the process ended with ${code} before it answered`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(message)
    })
  })

/** Starts them all, then lets them go at once. */
async function race(site: Site, jobs: readonly [string, WorkerJob['job']][]): Promise<unknown[]> {
  const workers = await Promise.all(jobs.map(([id, job]) => aWorker(site, id, job)))
  return Promise.all(workers.map((worker) => worker.go()))
}

const four = <J extends WorkerJob['job']>(job: J): [string, J][] => NAMES.map((name) => [name, job])

describe.each(KINDS)('several processes on one %s database', (kind) => {
  it('claim 200 pending runs, each exactly once, and leave the one nobody can read', async () => {
    const site = await aSite(kind)
    const unknown = '"priority":2.50,"later":{"big":18446744073709551615}'
    const pending = Array.from({ length: 200 }, (_, n) => {
      const row = aRunRow({
        run_id: `r${n}`,
        status: 'pending',
        submitted_at: at(`2026-11-30T10:${String(n % 60).padStart(2, '0')}:00Z`),
      })
      return Object.assign(row, { body: n === 0 ? '{"run_id":"r0",' : `${row['body']?.slice(0, -1)},${unknown}}` })
    })
    await site.plant('faucet_serve_runs', pending)
    const shares = (await race(site, four({ kind: 'claim', atOnce: 3 }))) as string[][]
    const claimed = shares.flat().sort()
    expect(claimed).toEqual(
      pending
        .map((row) => row['run_id'])
        .filter((id) => id !== 'r0')
        .sort(),
    )
    for (const row of await site.rows('faucet_serve_runs')) {
      const before = pending.find((each) => each['run_id'] === row['run_id'])
      if (row['run_id'] === 'r0') {
        expect(row).toEqual(before)
        continue
      }
      expect(row['status']).toBe('running')
      expect(row['body']).toBe(before?.['body']?.replace('"pending"', '"running"'))
      const owner = NAMES.map(String).indexOf(row['owner'] ?? '')
      expect(shares[owner]).toContain(row['run_id'])
    }
  }, 60_000)

  it('claim shards of one run, each exactly once', async () => {
    const site = await aSite(kind)
    await site.plant('faucet_serve_runs', [aRunRow({ run_id: 'r', status: 'sharded' })])
    const names = Array.from({ length: 80 }, (_, n) => `s${n}`)
    await site.plant(
      'faucet_serve_shards',
      names.map((shard_id) => aShardRow({ run_id: 'r', shard_id })),
    )
    const shares = (await race(site, four({ kind: 'claim shards', atOnce: 2 }))) as string[][]
    expect(shares.flat().sort()).toEqual(names.sort())
  }, 60_000)

  it('reclaim what a killed one had claimed, each run once', async () => {
    const site = await aSite(kind)
    await site.plant(
      'faucet_serve_runs',
      Array.from({ length: 60 }, (_, n) => aRunRow({ run_id: `r${n}`, status: 'pending' })),
    )
    const doomed = await aWorker(
      site,
      'doomed',
      { kind: 'claim', atOnce: 60 },
      {
        child: aProcess(),
        leaseTtlMs: 1,
      },
    )
    expect(await doomed.go()).toHaveLength(60)
    doomed.child.kill('SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 20))
    const reports = (await race(site, four({ kind: 'reclaim' }))) as ReclaimReport[]
    expect(reports.reduce((sum, report) => sum + report.requeued, 0)).toBe(60)
    expect(reports.every((report) => report.failed === 0)).toBe(true)
    for (const row of await site.rows('faucet_serve_runs')) {
      expect(row).toMatchObject({ status: 'pending', owner: null, lease_expires_at: null })
      const read = readText(RunRecord, row['body'] ?? '')
      expect(read.ok && read.record).toMatchObject({ status: 'pending', attempt: 1 })
    }
  }, 60_000)

  it('approve one change at once: one wins, the other is told', async () => {
    const site = await aSite(kind)
    const change = aChange({ required_approvals: 1 })
    await site.history.changes.upsert(change)
    const told = await race(site, [
      ['a', { kind: 'approve', change: change.id }],
      ['b', { kind: 'approve', change: change.id }],
    ])
    expect([...told].sort()).toEqual([false, true])
    const row = await site.history.changes.get(change.id)
    if (row === null) throw new Error('gone')
    const approved = recordOf(row)
    expect(approved.approvals?.map((approval) => approval.principal)).toEqual([told[0] === true ? 'a' : 'b'])
    expect((await site.rows('faucet_serve_changes'))[0]?.['status']).toBe('approved')
    expect(readText(ChangeRequest, row.text).ok).toBe(true)
  }, 60_000)
})

describe('a process that holds the write lock of a SQLite file for two seconds', () => {
  it('stalls no read, and our write waits and lands', async () => {
    const site = await aSite('sqlite')
    const { runs } = site.history
    await site.plant(
      'faucet_serve_runs',
      Array.from({ length: 200 }, (_, n) => aRunRow({ run_id: `r${n}` })),
    )
    const engine = await aWorker(site, 'a', { kind: 'hold the write lock', ms: 2_000 })
    expect(await engine.go()).toBe('locked')
    const unlocked = answer(engine.child)
    const began = performance.now()
    let isLocked = true
    const written = runs.upsert(aRun({ run_id: 'ours' })).then(() => performance.now() - began)
    void unlocked.then(() => {
      isLocked = false
    })
    const times: number[] = []
    while (isLocked) {
      const from = performance.now()
      expect((await runs.list({ status: [], limit: 50 })).rows).toHaveLength(50)
      times.push(performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const sorted = [...times].sort((a, b) => a - b)
    expect(times.length).toBeGreaterThan(20)
    // Nearly all of them: a busy machine may take its time over single ones, a lock would stop every one for its length.
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(100)
    expect(sorted.at(-1)).toBeLessThan(1_000)
    expect(await written).toBeGreaterThan(1_500)
    expect(await runs.get('ours')).not.toBeNull()
    expect((await site.rows('faucet_serve_runs')).find((row) => row['run_id'] === 'r0')).toMatchObject({
      lease_expires_at: 'held',
    })
  }, 60_000)
})
