import { mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenStore } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import { METHODS } from '@/lib/contract/methods'
import { isTimestamp } from '@/lib/contract/records/primitives'
import type { Domain } from '@/lib/contract/run-history'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { systemClock } from '@/lib/runtime/clock'
import { connect } from '@/lib/runtime/connect'
import { createFallbackHistory } from '@/lib/store/fallback/fallback-history'
import { createMemoryHistory } from '@/lib/store/memory/memory-history'
import { openPrismaHistory } from '@/lib/store/prisma/prisma-history'
import { type KillableServer, startKillableServer } from '../support/postgres-server'
import { aRun } from '../support/records'

const RECOVERED_WITHIN_MS = 15_000
const clock = systemClock()
const optionsOf = (instanceId: string) => ({ clock, instanceId, clustered: true, ...STORE_DEFAULTS })

/** A store as the console opens it, and what it told of its comings and goings. */
async function connected(history: string, instanceId = 'instance-a') {
  const events: string[] = []
  const store = await connect({
    history,
    folder: tmpdir(),
    store: optionsOf(instanceId),
    tell: ({ kind }) => events.push(kind),
  })
  return Object.assign(store, { events })
}

async function until(what: string, holds: () => boolean | Promise<boolean>, withinMs: number): Promise<number> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > withinMs) throw new Error(`not within ${withinMs} ms: ${what}`)
    await sleep(50)
  }
  return performance.now() - began
}

const kindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error) => (isHistoryError(error) ? error.kind : `${error}`),
  )

const REFUSED: Readonly<Record<Domain, readonly string[]>> = {
  runs: ['claimIdempotency', 'remove'],
  leases: ['renew', 'heartbeat', 'cancelPending', 'requestCancel'],
  shards: ['renew'],
  audit: [],
  logs: [],
  catalog: [],
  outputs: [],
  changes: Object.keys(METHODS.changes),
  tenants: Object.keys(METHODS.tenants),
  usage: ['removeRuns'],
  templates: Object.keys(METHODS.templates),
}

/** Arguments that any method can be called with while nothing depends on them. */
const ANY = [{ limit: 1, status: [], run_id: 'x', sources: [] }, 'x', 1, 'x']

describe('a store on a Postgres server that dies', () => {
  let server: KillableServer
  beforeAll(async () => {
    server = await startKillableServer()
  })
  afterAll(() => server.remove())

  it('goes on reading from memory, refuses registries, claims nothing twice, and is back by itself', async () => {
    const a = await connected(server.url)
    const b = await connected(server.url, 'instance-b')
    const kept = aRun({ status: 'completed' })
    await a.runs.upsert(kept)
    for (let n = 0; n < 300; n++) await a.runs.upsert(aRun({ status: 'pending' }))

    let isOver = false
    const claimed = { a: [] as string[], b: [] as string[] }
    const outcomes = { reads: new Set<string>(), registry: new Set<string>() }
    const load = [
      ...[0, 1, 2, 3].map(async () => {
        while (!isOver) {
          outcomes.reads.add(await kindOf(a.runs.list({ status: [], limit: 20 })))
          outcomes.reads.add(await kindOf(a.runs.get(kept.run_id)))
          await sleep(2)
        }
      }),
      (async () => {
        while (!isOver) {
          outcomes.registry.add(await kindOf(a.tenants.list()))
          await sleep(5)
        }
      })(),
      ...(
        [
          ['a', a],
          ['b', b],
        ] as const
      ).flatMap(([name, { leases }]) =>
        [0, 1].map(async () => {
          while (!isOver) {
            const won = await leases.claimPending(2).catch(() => [])
            claimed[name].push(...won.map((run) => run.run_id))
            await sleep(4)
          }
        }),
      ),
    ]
    await sleep(200)
    await server.kill()
    await until('both notice', () => a.health.degraded() && b.health.degraded(), 5_000)
    await sleep(1_000)
    expect(await kindOf(a.tenants.list())).toBe('degraded')
    const seen = await a.store.capabilities()
    expect(seen).toMatchObject({ kind: 'postgres', where: `127.0.0.1:${server.port}/postgres` })
    expect(seen.degradedSince !== null && isTimestamp(seen.degradedSince)).toBe(true)
    expect(Object.keys(seen.tables)).toHaveLength(27)

    await server.start()
    const took = await until('both are back', () => !a.health.degraded() && !b.health.degraded(), RECOVERED_WITHIN_MS)
    expect(took).toBeLessThan(RECOVERED_WITHIN_MS)
    expect((await a.store.capabilities()).degradedSince).toBeNull()
    expect(await a.runs.get(kept.run_id)).not.toBeNull()
    const { pending } = await left(server)
    if (pending > 0) await until('all are claimed', async () => (await left(server)).pending === 0, 20_000)
    isOver = true
    await Promise.all(load)

    expect([...outcomes.reads]).toEqual(['answered'])
    expect([...outcomes.registry].filter((kind) => kind !== 'answered' && kind !== 'backend')).toEqual(['degraded'])
    const all = [...claimed.a, ...claimed.b]
    expect(new Set(all).size).toBe(all.length)
    const { owners } = await left(server)
    for (const id of claimed.a) expect(owners.get(id)).toBe('instance-a')
    for (const id of claimed.b) expect(owners.get(id)).toBe('instance-b')
    expect(a.events).toEqual(['away', 'back'])
    await Promise.all([a.close(), b.close()])
  }, 90_000)

  it('answers each method as its rule says, and forgets what memory collected', async () => {
    const store = await connected(server.url)
    await server.kill()
    await kindOf(store.runs.get('x'))
    expect(store.health.degraded()).toBe(true)
    for (const domain of Object.keys(METHODS) as Domain[]) {
      for (const method of Object.keys(METHODS[domain])) {
        const call = (store[domain] as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[method]
        const kind = await kindOf(Promise.resolve(call?.(...ANY)))
        expect([`${domain}.${method}`, kind === 'degraded']).toEqual([
          `${domain}.${method}`,
          REFUSED[domain].includes(method),
        ])
      }
    }
    const meanwhile = aRun()
    await store.runs.upsert(meanwhile)
    expect(await store.runs.get(meanwhile.run_id)).not.toBeNull()
    await server.start()
    await until('it is back', () => !store.health.degraded(), RECOVERED_WITHIN_MS)
    expect(await store.runs.get(meanwhile.run_id)).toBeNull()
    await store.close()
  }, 60_000)

  it('notices a server that swallows every packet, within ten seconds', async () => {
    const store = await connected(server.url)
    await store.runs.list({ status: [], limit: 1 })
    server.freeze()
    try {
      const began = performance.now()
      expect(await kindOf(store.runs.list({ status: [], limit: 1 }))).toBe('answered')
      expect(performance.now() - began).toBeLessThan(12_000)
      expect(store.health.degraded()).toBe(true)
    } finally {
      server.thaw()
    }
    const took = await until('it is back', () => !store.health.degraded(), RECOVERED_WITHIN_MS)
    expect(took).toBeLessThan(RECOVERED_WITHIN_MS)
    await store.close()
  }, 60_000)

  it('takes a cut connection for what it is: reads go again, writes say so, nothing is away', async () => {
    const store = await connected(server.url)
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    const cut = () =>
      admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE application_name = 'faucet-console' AND pid <> pg_backend_pid()`)
    const outcomes = new Set<string>()
    for (let round = 0; round < 10; round++) {
      const reads = Array.from({ length: 8 }, () => kindOf(store.runs.list({ status: [], limit: 200 })))
      await cut()
      for (const outcome of await Promise.all(reads)) outcomes.add(outcome)
    }
    expect([...outcomes]).toEqual(['answered'])

    // A write that waits for another transaction's lock, and loses its connection meanwhile.
    const run = aRun()
    await store.runs.upsert(run)
    await admin.query('BEGIN')
    await admin.query('SELECT 1 FROM faucet_serve_runs WHERE run_id = $1 FOR UPDATE', [run.run_id])
    const write = kindOf(store.runs.upsert({ ...run, name: 'written' }))
    await sleep(300)
    await cut()
    expect(await write).toBe('backend')
    await admin.query('ROLLBACK')
    expect(store.health.degraded()).toBe(false)
    expect(store.events).toEqual([])
    await admin.end()
    await store.close()
  }, 60_000)

  it('is not away while all its connections are busy: whoever waits is served when one is free', async () => {
    const first = await openPrismaHistory({ kind: 'postgres', url: server.url }, optionsOf('instance-a'))
    const events: string[] = []
    const store = createFallbackHistory({
      first,
      open: () => openPrismaHistory({ kind: 'postgres', url: server.url }, optionsOf('instance-a')),
      memory: () => createMemoryHistory(optionsOf('instance-a')),
      unseen: { kind: 'postgres', where: '' },
      clustered: true,
      clock,
      sleep,
      tell: ({ kind }) => events.push(kind),
    })
    const busy = Array.from({ length: 10 }, () =>
      first.env.db.$queryRaw`SELECT pg_sleep(7)::text AS done`.then(() => 'done'),
    )
    await sleep(200)
    expect(await first.runs.get('x').catch((error: unknown) => error)).toMatchObject({ unreachable: true })
    expect(await store.runs.get('x')).toBeNull()
    await Promise.all(busy)
    expect(events).toEqual([])
    await store.close()
  }, 30_000)
})

describe('a store that is absent at the start', () => {
  it('is the same state: it serves, refuses, and comes when the server comes', async () => {
    const server = await startKillableServer()
    await server.kill()
    const began = performance.now()
    const store = await connected(server.url)
    expect(performance.now() - began).toBeLessThan(12_000)
    expect(store.events).toEqual(['waiting', 'away'])
    expect(store.health.degraded()).toBe(true)
    expect(await kindOf(store.runs.list({ status: [], limit: 1 }))).toBe('answered')
    expect(await kindOf(store.runs.claimIdempotency('key', 'f', 'run', 1_000))).toBe('degraded')
    expect(await store.store.capabilities()).toMatchObject({ kind: 'postgres', stamp: null, tables: {} })

    await server.start()
    await until('it came', () => !store.health.degraded(), RECOVERED_WITHIN_MS)
    expect(await store.runs.claimIdempotency('key', 'f', 'run', 1_000)).toEqual({ kind: 'fresh' })
    expect(Object.keys((await store.store.capabilities()).tables)).toHaveLength(27)
    await store.close()
    await server.remove()
  }, 60_000)
})

describe('a store on a SQLite file that is moved away', () => {
  it('is away until the file is back, and makes no other in its place', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'history-'))
    const file = path.join(folder, 'history.db')
    const store: OpenStore = await connected(`sqlite:${file}`)
    const run = aRun()
    await store.runs.upsert(run)

    const aside = moved(file, path.join(folder, 'aside.db'))
    await until('it notices', async () => (await store.store.capabilities()).degradedSince !== null, 5_000)
    expect(await kindOf(store.tenants.list())).toBe('degraded')
    expect(await store.runs.get(run.run_id)).toBeNull()
    await sleep(4_000)
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()

    moved(aside, file)
    await until('it is back', () => !store.health.degraded(), RECOVERED_WITHIN_MS)
    expect(await store.runs.get(run.run_id)).not.toBeNull()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }, 40_000)

  it('reads the new file when another one takes its name', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'history-'))
    const file = path.join(folder, 'history.db')
    const other = path.join(folder, 'other.db')
    const [mine, theirs] = [aRun(), aRun()]
    const maker = await openPrismaHistory({ kind: 'sqlite', file: other, readonly: false }, optionsOf('maker'))
    await maker.runs.upsert(theirs)
    await maker.close()
    const store: OpenStore = await connected(`sqlite:${file}`)
    await store.runs.upsert(mine)

    moved(file, path.join(folder, 'aside.db'))
    moved(other, file)
    await until(
      'it reads the new file',
      async () => (await store.runs.get(theirs.run_id)) !== null,
      RECOVERED_WITHIN_MS,
    )
    expect(await store.runs.get(mine.run_id)).toBeNull()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }, 40_000)
})

/** The file with what belongs to it: the journal of one must not meet the pages of another. */
function moved(from: string, to: string): string {
  for (const suffix of ['', '-wal', '-shm']) {
    if (statSync(from + suffix, { throwIfNoEntry: false })) renameSync(from + suffix, to + suffix)
  }
  return to
}

async function left({ url }: KillableServer): Promise<{ pending: number; owners: Map<string, string | null> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ run_id: string; status: string; owner: string | null }>(
    'SELECT run_id, status, owner FROM faucet_serve_runs',
  )
  await client.end()
  return {
    pending: rows.filter(({ status }) => status === 'pending').length,
    owners: new Map(rows.map(({ run_id, owner }) => [run_id, owner])),
  }
}
