import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HistoryError } from '@/lib/contract/errors'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { systemClock } from '@/lib/runtime/clock'
import { classifyError, driverCode } from '@/lib/store/prisma/classify-error'
import { type Db, openClient } from '@/lib/store/prisma/client'
import { openPrismaHistory } from '@/lib/store/prisma/prisma-history'
import type { DatabaseUrl } from '@/lib/store/prisma/url'
import { type KillableServer, startKillableServer } from '../support/postgres-server'

const store = { clock: systemClock(), instanceId: 'console', clustered: true, ...STORE_DEFAULTS }

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
