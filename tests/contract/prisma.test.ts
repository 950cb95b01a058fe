import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { HistoryError } from '@/lib/contract/errors'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { systemClock } from '@/lib/runtime/clock'
import { connect } from '@/lib/runtime/connect'
import { ENGINE_TABLE_NAMES, ENGINE_TABLES } from '@/lib/store/kit/engine-tables'
import { classifyError, driverCode } from '@/lib/store/prisma/classify-error'
import { type Db, openClient, Prisma } from '@/lib/store/prisma/client'
import { openPrismaHistory } from '@/lib/store/prisma/prisma-history'
import { type DatabaseUrl, parseHistoryUrl } from '@/lib/store/prisma/url'
import { copyOfFile, type EngineStore, loadedDump, ownDatabase, postgresTwin } from '../support/engine-stores'
import { LATER_TABLES } from '../support/later-tables'
import { type KillableServer, startKillableServer } from '../support/postgres-server'
import { aRun } from '../support/records'
import { sentence, start } from '../support/starting'
import { TLS } from '../support/tls'

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

const verdictOf = async (work: Promise<unknown>): Promise<HistoryError> => {
  try {
    await work
  } catch (error) {
    return classifyError(error)
  }
  throw new Error('it did not fail')
}
const brief = (error: HistoryError) => [
  driverCode(error),
  error.kind,
  error.transience,
  error.unreachable,
  error.notApplied,
]

describe('an error of SQLite', () => {
  let folder: string
  let file: string
  let db: Db
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'history-'))
    file = path.join(folder, 'history.db')
    await (await openPrismaHistory({ kind: 'sqlite', file, readonly: false }, store)).close()
    db = openClient({ kind: 'sqlite', file, readonly: false }).db
  })
  afterEach(async () => {
    await db.$disconnect()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is permanent when the statement is at fault', async () => {
    await db.$executeRaw`INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES ('a', 'x')`
    const again = db.$executeRaw`INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES ('a', 'x')`
    expect(brief(await verdictOf(again))).toEqual([
      'SQLITE_CONSTRAINT_PRIMARYKEY',
      'backend',
      'permanent',
      false,
      false,
    ])
    const holed = db.$executeRaw`INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES ('b', NULL)`
    expect(brief(await verdictOf(holed))).toEqual(['SQLITE_CONSTRAINT_NOTNULL', 'backend', 'permanent', false, false])
    expect(brief(await verdictOf(db.$queryRaw`SELEKT`))).toEqual(['SQLITE_ERROR', 'backend', 'permanent', false, false])
  })

  it('says what is missing: a table, a column that is read, a column that is written', async () => {
    const missing = [
      db.$queryRaw`SELECT 1 FROM faucet_no_such_table`,
      db.$queryRaw`SELECT no_such_column FROM faucet_tenant_runs`,
      db.$executeRaw`INSERT INTO faucet_tenant_runs (run_id, no_such_column) VALUES ('a', 'x')`,
    ]
    for (const work of missing) {
      expect(brief(await verdictOf(work))).toEqual(['SQLITE_ERROR', 'missing', 'permanent', false, false])
    }
  })

  it('is transient and not carried out while another process holds the lock', async () => {
    const other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
    try {
      const alone = db.$executeRaw`INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES ('a', 'x')`
      expect(brief(await verdictOf(alone))).toEqual(['SQLITE_BUSY', 'backend', 'transient', false, true])
      const insert = db.$executeRaw`INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES ('a', 'x')`
      expect(brief(await verdictOf(db.$transaction([insert])))).toEqual([
        'SQLITE_BUSY',
        'backend',
        'transient',
        false,
        true,
      ])
    } finally {
      other.close()
    }
  }, 30_000)

  it('is permanent when the file is no database, may not be written, or cannot be opened', async () => {
    const text = path.join(folder, 'notes.txt')
    writeFileSync(text, 'not a database\n'.repeat(100))
    const first = (url: DatabaseUrl) => verdictOf(openClient(url).db.$queryRaw`SELECT 1 FROM sqlite_master`)
    expect(brief(await first({ kind: 'sqlite', file: text, readonly: false }))).toEqual([
      'SQLITE_NOTADB',
      'backend',
      'permanent',
      false,
      false,
    ])
    const absent = path.join(folder, 'no', 'such', 'folder.db')
    expect(brief(await first({ kind: 'sqlite', file: absent, readonly: false }))[0]).toBe('SQLITE_CANTOPEN')
    const { db: reader } = openClient({ kind: 'sqlite', file, readonly: true })
    const write = reader.$executeRaw`DELETE FROM faucet_tenant_runs`
    expect(brief(await verdictOf(write))).toEqual(['SQLITE_READONLY', 'backend', 'permanent', false, false])
    await reader.$disconnect()
  })

  it('is unreachable only when the file is another one by now', async () => {
    await db.$queryRaw`SELECT 1 FROM faucet_tenant_runs`
    rmSync(file)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const gone = await verdictOf(db.$queryRaw`SELECT 1 FROM faucet_tenant_runs`)
    expect(brief(gone)).toEqual(['FILE_REPLACED', 'backend', 'transient', true, false])
  })
})

describe('an error of Postgres', () => {
  let server: KillableServer
  let db: Db
  beforeAll(async () => {
    server = await startKillableServer({ settings: { max_connections: '25' } })
    const url = { kind: 'postgres', url: server.url } as const
    await (await openPrismaHistory(url, store)).close()
    db = openClient(url).db
  })
  afterAll(async () => {
    await db.$disconnect()
    await server.remove()
  })

  it('is permanent when the statement is at fault', async () => {
    await db.$executeRaw`INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES ('a', 'x')`
    const faults = [
      ['23505', db.$executeRaw`INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES ('a', 'x')`],
      ['23502', db.$executeRaw`INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES ('b', NULL)`],
      ['42601', db.$queryRaw`SELEKT`],
      ['22P02', db.$queryRaw`SELECT 'x'::int`],
      ['22021', db.$queryRaw`SELECT ${'\u0000'}::text AS nul`],
    ] as const
    for (const [code, work] of faults)
      expect(brief(await verdictOf(work))).toEqual([code, 'backend', 'permanent', false, false])
  })

  it('says what is missing', async () => {
    const table = await verdictOf(db.$queryRaw`SELECT 1 FROM faucet_no_such_table`)
    expect(brief(table)).toEqual(['42P01', 'missing', 'permanent', false, false])
    const column = await verdictOf(db.$queryRaw`SELECT no_such_column FROM faucet_tenant_runs`)
    expect(brief(column)).toEqual(['42703', 'missing', 'permanent', false, false])
  })

  it('is transient and taken back when two transactions collide', async () => {
    const read = db.$queryRaw`SELECT count(*)::int AS n FROM faucet_tenant_runs, pg_sleep(0.3)`
    const colliding = [1, 2].map((n) =>
      db.$transaction([read, db.$executeRaw`UPDATE faucet_tenant_runs SET tenant = ${`t${n}`}`], {
        isolationLevel: 'Serializable',
      }),
    )
    const [lost] = (await Promise.allSettled(colliding)).flatMap((end) =>
      end.status === 'rejected' ? [end.reason] : [],
    )
    expect(brief(classifyError(lost))).toEqual(['40001', 'backend', 'transient', false, true])
  })

  it('is unreachable when the connection is ended from the other side, in a statement or a transaction', async () => {
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    const end = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await admin.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(9)%' AND pid <> pg_backend_pid()",
      )
    }
    const alone = verdictOf(db.$queryRaw`SELECT pg_sleep(9)::text AS done`)
    await end()
    expect(brief(await alone)).toEqual(['57P01', 'backend', 'transient', true, false])
    const inside = verdictOf(db.$transaction([db.$queryRaw`SELECT pg_sleep(9)::text AS done`]))
    await end()
    expect(brief(await inside)).toEqual(['57P01', 'backend', 'transient', true, false])
    await admin.end()
    await db.$queryRaw`SELECT 1 AS one`
  })

  it('is unreachable when the server takes no more connections', async () => {
    const taken: pg.Client[] = []
    let full = false
    while (!full) {
      const client = new pg.Client({ connectionString: server.url })
      client.on('error', () => undefined)
      full = await client.connect().then(
        () => false,
        () => true,
      )
      if (!full) taken.push(client)
    }
    const other = openClient({ kind: 'postgres', url: server.url }).db
    expect(brief(await verdictOf(other.$queryRaw`SELECT 1 AS one`))).toEqual([
      '53300',
      'backend',
      'transient',
      true,
      false,
    ])
    await Promise.all(taken.map((client) => client.end()))
    await other.$disconnect()
  })

  it('is unreachable when the server is killed, in a statement, between two, and while it is down', async () => {
    const running = verdictOf(db.$queryRaw`SELECT pg_sleep(9)::text AS done`)
    const idle = db.$queryRaw`SELECT 1 AS one`
    await idle
    await new Promise((resolve) => setTimeout(resolve, 200))
    await server.kill()
    // Idle connections end as well: nobody waits for them, and nothing may come of it but their removal.
    const errors = [await running]
    for (let n = 0; n < 12; n++) errors.push(await verdictOf(db.$queryRaw`SELECT 1 AS one`))
    errors.push(await verdictOf(db.$transaction([db.$queryRaw`SELECT 1 AS one`])))
    for (const error of errors) expect(brief(error).slice(1)).toEqual(['backend', 'transient', true, false])
    await server.start()
    await db.$queryRaw`SELECT 1 AS one`
  })

  it('is unreachable when the name of the host is not known', async () => {
    const { db: nowhere } = openClient({ kind: 'postgres', url: 'postgres://x@no-such-host.invalid/db' })
    expect(brief(await verdictOf(nowhere.$queryRaw`SELECT 1 AS one`)).slice(1)).toEqual([
      'backend',
      'transient',
      true,
      false,
    ])
  })
})

describe('a Postgres server that refuses', { timeout: 60_000 }, () => {
  let server: KillableServer
  beforeAll(async () => {
    server = await startKillableServer({ auth: 'scram-sha-256', password: 'right' })
  })
  afterAll(() => server.remove())
  const begin = (from: string, to: string) => start({ FAUCET_HISTORY: server.url.replace(from, to) })

  it('a wrong password, none, an unknown user or database is one sentence and exit code 1', async () => {
    const at = `Postgres at 127.0.0.1:${server.port}/postgres refuses the login`
    expect(sentence(await begin(':right', ':wrong'))).toContain(`${at}, password authentication failed`)
    expect(sentence(await begin(':right', ''))).toContain(`${at}, the server asks for a password`)
    expect(sentence(await begin('test:', 'nobody:'))).toContain(at)
    expect(sentence(await begin('/postgres', '/nowhere'))).toContain('has no such database')
    expect(JSON.parse((await begin('', '')).stdout)).toMatchObject({ kind: 'postgres', isAway: false, tables: 27 })
  })

  it('never says the password, not even in the log of a server that is away', async () => {
    const { stdout, stderr } = await start({ FAUCET_HISTORY: 'postgres://test:hush-hush@127.0.0.1:1/db' })
    expect(JSON.parse(stdout)).toMatchObject({ isAway: true })
    expect(stderr).toContain('the store is away')
    expect(stderr).not.toContain('hush-hush')
  })

  it('a user who may not make the tables is told so, and one who may only read is shown them', async () => {
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query("CREATE ROLE reader LOGIN PASSWORD 'right'")
    await admin.query('CREATE DATABASE fresh')
    await admin.query('ALTER ROLE reader SET default_transaction_read_only = on')
    const as = (database: string) => ({
      FAUCET_HISTORY: `postgres://reader:right@127.0.0.1:${server.port}/${database}`,
    })
    expect(sentence(await start(as('fresh')))).toContain('holds no history and accepts no writes')
    await admin.query('ALTER ROLE reader RESET default_transaction_read_only')
    expect(sentence(await start(as('fresh')))).toContain('does not let this user work there')
    await start({ FAUCET_HISTORY: server.url })
    await admin.query('GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader')
    await admin.query('ALTER ROLE reader SET default_transaction_read_only = on')
    expect(JSON.parse((await start(as('postgres'))).stdout)).toMatchObject({
      tables: 27,
      readOnly: 'this database server accepts no writes here: the store is shown, not changed',
    })
    await admin.end()
  })
})

describe('a Postgres server that speaks TLS under a certificate of its own', () => {
  it('is reached with every sslmode under which engines reach it, and no other', async () => {
    const server = await startKillableServer({ tls: TLS })
    const encrypted = async (query: string) => {
      const url = parseHistoryUrl(`${server.url}${query}`, tmpdir())
      if (url.kind !== 'postgres') throw new Error('not Postgres')
      const history = await openPrismaHistory(url, store)
      const [row] = await history.env.db.$queryRaw<{ ssl: boolean }[]>`
        SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
      await history.close()
      return row?.ssl
    }
    expect(await encrypted('?sslmode=disable')).toBe(false)
    expect(await encrypted('?sslmode=prefer')).toBe(true)
    expect(await encrypted('?sslmode=require')).toBe(true)
    expect(await encrypted('?application_name=me&sslmode=allow')).toBe(true)
    await expect(encrypted('?sslmode=verify-full')).rejects.toMatchObject({ unreachable: true })
    // No waiting makes the certificate another one: a start says so and ends.
    const history = `${server.url}?sslmode=verify-full`
    const started = connect({ history, folder: tmpdir(), store, tell: () => undefined })
    await expect(started).rejects.toThrow(/^The certificate of Postgres at \S+ is not accepted, .+ sslrootcert\.$/)
    await server.remove()
  }, 30_000)

  it('a server without it is reached too, unless TLS is demanded', async () => {
    const url = inject('postgresUrl')
    const open = (text: string) => {
      const parsed = parseHistoryUrl(text, tmpdir())
      if (parsed.kind !== 'postgres') throw new Error('not Postgres')
      return openPrismaHistory(parsed, store, { create: false })
    }
    await (await open(`${url}?sslmode=prefer`)).close()
    await expect(open(`${url}?sslmode=require`)).rejects.toMatchObject({ unreachable: true })
  })
})

describe('a process with idle connections', () => {
  it('lives on when the server cuts them', async () => {
    const server = await startKillableServer()
    const script = `
      import { openClient } from '@/lib/store/prisma/client'
      const { db } = openClient({ kind: 'postgres', url: ${JSON.stringify(server.url)} })
      await Promise.all([1, 2, 3].map(() => db.$queryRaw\`SELECT pg_sleep(0.1)::text AS done\`))
      console.log('idle')
      process.stdin.on('data', () => setTimeout(() => { console.log('alive'); process.exit(0) }, 300))`
    const args = ['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e', script]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const said: string[] = []
    child.stdout.setEncoding('utf8').on('data', async (text: string) => {
      said.push(text.trim())
      if (text.includes('idle')) {
        await server.kill()
        child.stdin.write('go on\n')
      }
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, said]).toEqual([0, ['idle', 'alive']])
    await server.remove()
  }, 30_000)
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
