import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { StoreOptions } from '@/lib/contract/store-options'
import { createFallbackHistory } from '@/lib/store/fallback/fallback-history'
import { ENGINE_TABLES } from '@/lib/store/kit/engine-tables'
import { createMemoryHistory } from '@/lib/store/memory/memory-history'
import { createMemoryState, keyOf } from '@/lib/store/memory/state'
import { Prisma } from '@/lib/store/prisma/client'
import { openPrismaHistory, type PrismaHistory } from '@/lib/store/prisma/prisma-history'
import type { HistoryUrl } from '@/lib/store/prisma/url'
import { type TestClock, testClock } from './clock'
import { LATER_TABLES } from './later-tables'
import type { Backend, Row, World } from './suite'

export const LEASE_TTL_MS = 30_000

export const storeOptions = (clock: TestClock, instanceId: string, clustered = true): StoreOptions => ({
  clock,
  instanceId,
  clustered,
  leaseTtlMs: LEASE_TTL_MS,
  idempotencyRetentionMs: 86_400_000,
})

/** Primary key columns of the engine's tables, read from their statements. */
const KEYS = new Map(
  ENGINE_TABLES.flatMap((statement) => {
    const table = /^CREATE TABLE IF NOT EXISTS (\S+)/.exec(statement)?.[1]
    if (table === undefined) return []
    const composite = /PRIMARY KEY \(([^)]+)\)/.exec(statement)?.[1]
    const single = /(\w+) TEXT(?: NOT NULL)? PRIMARY KEY/.exec(statement)?.[1]
    return [[table, (composite ?? single ?? '').split(', ')] as const]
  }),
)

const memory: Backend = {
  name: 'memory',
  clustered: false,
  durable: false,
  later: false,
  async open() {
    const clock = testClock()
    const state = createMemoryState()
    const history = createMemoryHistory(storeOptions(clock, 'instance-a', false), state)
    return {
      history,
      clock,
      now: () => clock.now(),
      advance: (ms) => clock.advance(ms),
      peer: async () => history,
      async plant(table, row) {
        const key = keyOf(...(KEYS.get(table) ?? []).map((column) => row[column] ?? ''))
        state.table(table).set(key, { ...row })
      },
      rows: async (table) => sorted([...state.table(table).values()].map((row) => ({ ...row }))),
      close: async () => undefined,
    }
  },
}

export function sqlite(name: string, later: boolean): SqlBackend {
  return {
    name,
    clustered: true,
    durable: true,
    later,
    async open() {
      const folder = mkdtempSync(path.join(tmpdir(), 'history-'))
      const url = { kind: 'sqlite', file: path.join(folder, 'history.db'), readonly: false } as const
      return sqlWorld(url, later, {}, async () => rmSync(folder, { recursive: true, force: true }))
    },
  }
}

/** A wrapped store that never goes away: the wrapper must change nothing. What it does else is `fallback.test.ts`. */
const fallback: Backend = {
  ...sqlite('fallback over sqlite', false),
  async open() {
    const world = await sqlite('', false).open()
    const behindFallback = (first: PrismaHistory, instanceId: string) =>
      createFallbackHistory({
        first,
        open: () => world.reopen(instanceId),
        memory: () => createMemoryHistory(storeOptions(world.clock, instanceId)),
        unseen: { kind: 'sqlite', where: '' },
        clustered: true,
        clock: world.clock,
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
        tell: (event) => {
          throw new Error(`the store went ${event.kind}`)
        },
      })
    // Suites that look below the contract look at the wrapped one.
    const history = { ...behindFallback(world.history, 'instance-a'), env: world.history.env }
    return { ...world, history, peer: async (id) => behindFallback(await world.reopen(id), id) }
  },
}

let schemas = 0
export function postgres(name: string, later: boolean): SqlBackend {
  return {
    name,
    clustered: true,
    durable: true,
    later,
    async open() {
      const url = inject('postgresUrl')
      const searchPath = `w${process.pid}_${++schemas}`
      const admin = new pg.Client({ connectionString: url })
      await admin.connect()
      await admin.query(`CREATE SCHEMA ${searchPath}`)
      return sqlWorld({ kind: 'postgres', url }, later, { searchPath }, async () => {
        await admin.query(`DROP SCHEMA ${searchPath} CASCADE`)
        await admin.end()
      })
    },
  }
}

/** A world whose store can be opened again, as a process of that id would. */
interface SqlWorld extends World {
  history: PrismaHistory
  reopen(instanceId: string): Promise<PrismaHistory>
}

interface SqlBackend extends Backend {
  open(): Promise<SqlWorld>
}

async function sqlWorld(
  url: Exclude<HistoryUrl, { kind: 'memory' }>,
  later: boolean,
  more: { searchPath?: string },
  cleanUp: () => Promise<void>,
): Promise<SqlWorld> {
  const clock = testClock()
  const open: PrismaHistory[] = []
  const history = await openPrismaHistory(url, storeOptions(clock, 'instance-a'), more)
  open.push(history)
  const { db } = history.env
  if (later) {
    for (const statement of LATER_TABLES) await db.$executeRawUnsafe(statement)
    history.env.shape.forget()
  }
  const reopen = async (instanceId: string) => {
    const again = await openPrismaHistory(url, storeOptions(clock, instanceId), more)
    open.push(again)
    return again
  }
  return {
    history,
    clock,
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    peer: reopen,
    reopen,
    async plant(table, row) {
      const names = Prisma.join(Object.keys(row).map((column) => Prisma.raw(column)))
      await db.$executeRaw`INSERT INTO ${Prisma.raw(table)} (${names}) VALUES (${Prisma.join(Object.values(row))})`
    },
    async rows(table) {
      return sorted(await db.$queryRaw<Row[]>`SELECT * FROM ${Prisma.raw(table)}`)
    },
    async close() {
      for (const each of open) await each.close()
      await cleanUp()
    },
  }
}

const sorted = (rows: Row[]) => rows.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
const orderOf = (row: Row) =>
  Object.entries(row)
    .filter(([column]) => column !== 'body')
    .map(([, value]) => value ?? '')
    .join('\u0000')

/** Every store the contract is held on. */
export const BACKENDS: readonly Backend[] = [
  memory,
  sqlite('sqlite', false),
  sqlite('sqlite with later columns', true),
  postgres('postgres', false),
  postgres('postgres with later columns', true),
  fallback,
]
