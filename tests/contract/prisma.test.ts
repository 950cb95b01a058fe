import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { systemClock } from '@/lib/runtime/clock'
import { ENGINE_TABLE_NAMES, ENGINE_TABLES } from '@/lib/store/kit/engine-tables'
import { classifyError } from '@/lib/store/prisma/classify-error'
import { type Db, openClient, Prisma } from '@/lib/store/prisma/client'
import { openPrismaHistory } from '@/lib/store/prisma/prisma-history'
import { type DatabaseUrl, parseHistoryUrl } from '@/lib/store/prisma/url'
import { copyOfFile, type EngineStore, loadedDump, ownDatabase, postgresTwin } from '../support/engine-stores'
import { LATER_TABLES } from '../support/later-tables'
import { aRun } from '../support/records'
import { start } from '../support/starting'

const INDEXES = 13
const store = { clock: systemClock(), instanceId: 'console', clustered: true, ...STORE_DEFAULTS }

/** A database of its own that holds nothing. */
const EMPTY: readonly (readonly [string, () => Promise<EngineStore>])[] = [
  [
    'SQLite',
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'history-'))
      return {
        history: `sqlite:${path.join(folder, 'history.db')}`,
        remove: async () => rmSync(folder, { recursive: true, force: true }),
      }
    },
  ],
  ['Postgres', () => ownDatabase(async () => undefined)],
]

function urlOf({ history }: EngineStore): DatabaseUrl {
  const url = parseHistoryUrl(history, tmpdir())
  if (url.kind === 'memory') throw new Error('no database')
  return url
}

/** Every table with its columns in order, their types, keys and marks, and every index, as the database describes them. */
async function describedBy({ history }: EngineStore): Promise<Record<string, unknown>> {
  return history.startsWith('sqlite:')
    ? describedBySqlite(history.slice('sqlite:'.length))
    : describedByPostgres(history)
}

function describedBySqlite(file: string): Record<string, unknown> {
  const db = new Database(file)
  const names = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all()
  const described = names.map(({ name }) => [
    name,
    {
      columns: db.prepare('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?)').all(name),
      indexes: db
        .prepare(
          `SELECT l.name, l."unique", l.origin, l.partial, i.seqno, i.name AS "column"
           FROM pragma_index_list(?) l, pragma_index_info(l.name) i ORDER BY l.name, i.seqno`,
        )
        .all(name),
    },
  ])
  db.close()
  return Object.fromEntries(described)
}

async function describedByPostgres(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const columns = await client.query(
    `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`,
  )
  const indexes = await client.query(
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY tablename, indexname",
  )
  await client.end()
  return { columns: columns.rows, indexes: indexes.rows }
}

async function indexesOf(source: EngineStore): Promise<string[]> {
  const { db } = openClient(urlOf(source))
  const rows = source.history.startsWith('sqlite:')
    ? await db.$queryRaw<{ name: string }[]>`
        SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`
    : await db.$queryRaw<{ name: string }[]>`
        SELECT indexname::text AS name FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%_pkey'`
  await db.$disconnect()
  return rows.map(({ name }) => name)
}

describe.each(EMPTY)('an empty database on %s', (kind, empty) => {
  let source: EngineStore
  beforeEach(async () => {
    source = await empty()
  })
  afterEach(() => source.remove())

  it('gets the 27 tables and 13 indexes, the second time as the first', async () => {
    for (let round = 0; round < 2; round++) {
      const history = await openPrismaHistory(urlOf(source), store)
      expect(Object.keys((await history.store.capabilities()).tables).sort()).toEqual([...ENGINE_TABLE_NAMES].sort())
      await history.close()
      expect(await indexesOf(source)).toHaveLength(INDEXES)
    }
    expect(ENGINE_TABLE_NAMES).toHaveLength(27)
  })

  it('becomes what an engine of 1.13.1 makes, to the last mark', async () => {
    const history = await openPrismaHistory(urlOf(source), store)
    await history.close()
    const made =
      kind === 'SQLite'
        ? copyOfFile('engine-1.13.1', 'single.db')
        : await loadedDump('engine-1.13.1', 'postgres.sql.gz')
    expect(await describedBy(source)).toEqual(await describedBy(made))
    await made.remove()
  })

  it('is made once by processes that start at the same moment', async () => {
    const started = await Promise.all([0, 1, 2].map(() => start({ FAUCET_HISTORY: source.history })))
    for (const { code, stdout, stderr } of started) {
      expect([code, stderr]).toEqual([0, ''])
      expect(JSON.parse(stdout)).toMatchObject({ tables: 27, readOnly: null, isAway: false })
    }
    expect(await indexesOf(source)).toHaveLength(INDEXES)
  }, 60_000)

  it('is left alone once it holds a single table of an engine', async () => {
    const { db } = openClient(urlOf(source))
    await db.$executeRawUnsafe(ENGINE_TABLES[0] ?? '')
    await db.$disconnect()
    const history = await openPrismaHistory(urlOf(source), store)
    expect(Object.keys((await history.store.capabilities()).tables)).toEqual(['faucet_serve_runs'])
    await history.close()
    expect(await indexesOf(source)).toEqual([])
  })
})

describe('every Prisma model on a store of each age', () => {
  const STORES: readonly (readonly [string, () => EngineStore | Promise<EngineStore>])[] = [
    ...['engine-1.1.0', 'engine-1.12.0', 'engine-1.13.1', 'engine-1.17.0'].map(
      (engine) => [`${engine}/single.db`, () => copyOfFile(engine, 'single.db')] as const,
    ),
    ['engine-1.17.0/upgraded.db', () => copyOfFile('engine-1.17.0', 'upgraded.db')],
    ['engine-1.17.0/single.db in Postgres', () => postgresTwin('engine-1.17.0', 'single.db')],
    ...['engine-1.1.0', 'engine-1.12.0', 'engine-1.13.1'].map(
      (engine) => [`${engine}/postgres.sql.gz`, () => loadedDump(engine, 'postgres.sql.gz')] as const,
    ),
  ]
  it.each(STORES)('reads %s, or says that the table is missing', async (name, open) => {
    const source = await open()
    const { db } = openClient(urlOf(source))
    const answers = await Promise.all(Object.values(Prisma.ModelName).map((model) => firstOf(db, model)))
    const expected = { 'engine-1.1.0': 3, 'engine-1.12.0': 15 }[name.split('/')[0] ?? ''] ?? 27
    expect(answers).toHaveLength(27)
    expect(answers.filter((answer) => answer === 'read')).toHaveLength(expected)
    expect(answers.filter((answer) => answer === 'missing')).toHaveLength(27 - expected)
    await db.$disconnect()
    await source.remove()
  })
})

/** A client has a member per model, its name in lower camel case. */
async function firstOf(db: Db, model: string): Promise<string> {
  const member = `${model.slice(0, 1).toLowerCase()}${model.slice(1)}`
  const delegate = (db as unknown as Record<string, { findFirst(): Promise<unknown> } | undefined>)[member]
  if (delegate === undefined) return `no such model: ${member}`
  return delegate.findFirst().then(
    () => 'read',
    (error) => classifyError(error).kind,
  )
}

describe('the tests’ own picture of a 1.17 store', () => {
  it('has the columns, tables, indexes and stamps of a real one', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'later-'))
    const file = path.join(folder, 'later.db')
    const db = new Database(file)
    for (const statement of [...ENGINE_TABLES, ...LATER_TABLES]) db.exec(statement)
    db.close()
    const real = copyOfFile('engine-1.17.0', 'upgraded.db')
    const realFile = real.history.slice('sqlite:'.length)
    expect(describedBySqlite(file)).toEqual(describedBySqlite(realFile))
    const stamps = (from: string) => {
      const opened = new Database(from)
      const rows = opened
        .prepare("SELECT id, version FROM faucet_serve_schema WHERE id <> 'run_labels_backfill_from' ORDER BY id")
        .all()
      opened.close()
      return rows
    }
    expect(stamps(file)).toEqual(stamps(realFile))
    rmSync(folder, { recursive: true })
    await real.remove()
  })
})

it('a run that was written is there when the file is opened again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'history-'))
  const url = { kind: 'sqlite', file: path.join(folder, 'history.db'), readonly: false } as const
  const run = aRun()
  const first = await openPrismaHistory(url, store)
  await first.runs.upsert(run)
  await first.close()
  const second = await openPrismaHistory(url, store)
  expect((await second.runs.get(run.run_id))?.read()).toEqual({ ok: true, record: run })
  await second.close()
  rmSync(folder, { recursive: true })
})
