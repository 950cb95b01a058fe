// A Prisma driver adapter over better-sqlite3 with what the stock one lacks: a second connection for transactions (the
// stock one runs every query on one connection, so queries outside an open interactive transaction land inside it),
// BEGIN IMMEDIATE, waiting for another process's lock without blocking the event loop, cached prepared statements.

import {
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type IsolationLevel,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
  type Transaction,
} from '@prisma/driver-adapter-utils'
import Database from 'better-sqlite3'

const NAME = 'sqlite-wal'
const DECLARED: Record<string, ColumnType> = {
  INTEGER: ColumnTypeEnum.Int64,
  INT: ColumnTypeEnum.Int64,
  BIGINT: ColumnTypeEnum.Int64,
  REAL: ColumnTypeEnum.Double,
  DOUBLE: ColumnTypeEnum.Double,
  FLOAT: ColumnTypeEnum.Double,
  TEXT: ColumnTypeEnum.Text,
  BLOB: ColumnTypeEnum.Bytes,
  BOOLEAN: ColumnTypeEnum.Boolean,
}
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms))
const busy = (e: unknown) =>
  e instanceof Error && 'code' in e && String((e as { code: string }).code).startsWith('SQLITE_BUSY')

function toError(e: unknown): unknown {
  if (!(e instanceof Error) || !('code' in e)) return e
  const code = String((e as { code: unknown }).code)
  const base = { originalCode: code, originalMessage: e.message }
  const cols = () =>
    e.message
      .split('constraint failed: ')[1]
      ?.split(', ')
      .map((c) => c.split('.').pop() ?? c) ?? []
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
    return new DriverAdapterError({ ...base, kind: 'UniqueConstraintViolation', constraint: { fields: cols() } })
  if (code === 'SQLITE_CONSTRAINT_NOTNULL')
    return new DriverAdapterError({ ...base, kind: 'NullConstraintViolation', constraint: { fields: cols() } })
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY')
    return new DriverAdapterError({ ...base, kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } })
  if (e.message.startsWith('no such table: '))
    return new DriverAdapterError({ ...base, kind: 'TableDoesNotExist', table: e.message.slice(15) })
  if (e.message.startsWith('no such column: '))
    return new DriverAdapterError({ ...base, kind: 'ColumnNotFound', column: e.message.slice(16) })
  if (code.startsWith('SQLITE_BUSY')) return new DriverAdapterError({ ...base, kind: 'SocketTimeout' })
  return new DriverAdapterError({ ...base, kind: 'sqlite', extendedCode: 1, message: e.message })
}

class Conn {
  readonly provider = 'sqlite' as const
  readonly adapterName = NAME
  readonly db: Database.Database
  readonly #cache = new Map<string, Database.Statement>()
  readonly #wait: number
  constructor(db: Database.Database, wait: number) {
    this.db = db
    this.#wait = wait
  }

  prepare(sql: string): Database.Statement {
    let s = this.#cache.get(sql)
    if (s) return s
    s = this.db.prepare(sql)
    if (s.reader) s.raw(true)
    if (this.#cache.size >= 500) this.#cache.delete(this.#cache.keys().next().value as string)
    this.#cache.set(sql, s)
    return s
  }
  /** Retries while another process holds the write lock; yields to the event loop between tries. */
  async retry<T>(f: () => T): Promise<T> {
    for (let end = Date.now() + this.#wait, pause = 1; ; pause = Math.min(pause * 2, 25)) {
      try {
        return f()
      } catch (e) {
        if (!busy(e) || Date.now() > end) throw toError(e)
      }
      await sleep(pause + Math.random() * pause)
    }
  }
  queryRaw(q: SqlQuery): Promise<SqlResultSet> {
    return this.retry(() => {
      const st = this.prepare(q.sql),
        args = q.args.map((a, i) => arg(a, q.argTypes[i]?.scalarType))
      if (!st.reader) {
        st.run(...args)
        return { columnNames: [], columnTypes: [], rows: [] }
      }
      const rows = st.all(...args) as unknown[][],
        cols = st.columns() // after the step: another program may have altered the table
      const columnTypes = cols.map((c, i) => DECLARED[c.type?.toUpperCase() ?? ''] ?? infer(rows, i))
      for (const r of rows)
        for (let i = 0; i < r.length; i++) {
          const v = r[i]
          if (typeof v === 'bigint') r[i] = v >= -9007199254740991n && v <= 9007199254740991n ? Number(v) : v.toString()
        }
      return { columnNames: cols.map((c) => c.name), columnTypes, rows }
    })
  }
  executeRaw(q: SqlQuery): Promise<number> {
    return this.retry(() => {
      const st = this.prepare(q.sql),
        args = q.args.map((a, i) => arg(a, q.argTypes[i]?.scalarType))
      return st.reader ? st.all(...args).length : st.run(...args).changes
    })
  }
}
function arg(a: unknown, t: string | undefined): unknown {
  if (typeof a === 'boolean') return a ? 1 : 0
  if (a instanceof Date) return a.toISOString()
  if (typeof a !== 'string') return a
  if (t === 'bigint' || t === 'int') return BigInt(a)
  if (t === 'float' || t === 'decimal') return Number(a)
  if (t === 'bytes') return Buffer.from(a, 'base64')
  return a
}
function infer(rows: unknown[][], i: number): ColumnType {
  const v = rows.find((r) => r[i] !== null)?.[i]
  return typeof v === 'bigint'
    ? ColumnTypeEnum.Int64
    : typeof v === 'number'
      ? ColumnTypeEnum.Double
      : v instanceof Uint8Array
        ? ColumnTypeEnum.Bytes
        : typeof v === 'string'
          ? ColumnTypeEnum.Text
          : ColumnTypeEnum.Int32
}

class Tx implements Transaction {
  readonly provider = 'sqlite' as const
  readonly adapterName = NAME
  readonly options = { usePhantomQuery: true }
  readonly #c: Conn
  #release: (() => void) | undefined
  constructor(c: Conn, release: () => void) {
    this.#c = c
    this.#release = release
  }
  queryRaw(q: SqlQuery) {
    return this.#c.queryRaw(q)
  }
  executeRaw(q: SqlQuery) {
    return this.#c.executeRaw(q)
  }
  async commit() {
    try {
      await this.#c.retry(() => this.#c.prepare('COMMIT').run())
    } finally {
      this.#done()
    }
  }
  async rollback() {
    try {
      if (this.#c.db.inTransaction) this.#c.prepare('ROLLBACK').run()
    } finally {
      this.#done()
    }
  }
  #done() {
    if (this.#c.db.inTransaction) this.#c.prepare('ROLLBACK').run()
    this.#release?.()
    this.#release = undefined
  }
  async createSavepoint(n: string) {
    this.#c.db.exec(`SAVEPOINT ${n}`)
  }
  async rollbackToSavepoint(n: string) {
    this.#c.db.exec(`ROLLBACK TO ${n}`)
  }
  async releaseSavepoint(n: string) {
    this.#c.db.exec(`RELEASE SAVEPOINT ${n}`)
  }
}

class Adapter implements SqlDriverAdapter {
  readonly provider = 'sqlite' as const
  readonly adapterName = NAME
  readonly #main: Conn
  readonly #tx: Conn
  #tail: Promise<void> = Promise.resolve()
  constructor(main: Conn, tx: Conn) {
    this.#main = main
    this.#tx = tx
  }
  queryRaw(q: SqlQuery) {
    return this.#main.queryRaw(q)
  }
  executeRaw(q: SqlQuery) {
    return this.#main.executeRaw(q)
  }
  executeScript(s: string) {
    return this.#main.retry(() => void this.#main.db.exec(s))
  }
  async startTransaction(level?: IsolationLevel): Promise<Transaction> {
    if (level && level !== 'SERIALIZABLE') throw new DriverAdapterError({ kind: 'InvalidIsolationLevel', level })
    const before = this.#tail
    let release!: () => void
    this.#tail = new Promise((r) => {
      release = r
    })
    await before
    try {
      await this.#tx.retry(() => this.#tx.prepare('BEGIN IMMEDIATE').run())
    } catch (e) {
      release()
      throw e
    }
    return new Tx(this.#tx, release)
  }
  getConnectionInfo() {
    return { maxBindValues: 32766, supportsRelationJoins: false }
  }
  async dispose() {
    if (this.#tx !== this.#main) this.#tx.db.close()
    this.#main.db.close()
  }
}

function open(file: string, readonly: boolean): Database.Database {
  try {
    return new Database(file, { timeout: 5, readonly })
  } catch (e) {
    throw toError(e)
  }
}

export class SqliteAdapter implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'sqlite' as const
  readonly adapterName = NAME
  readonly #file: string
  readonly #readonly: boolean
  readonly #wait: number
  constructor(file: string, more: { readonly?: boolean; waitMs?: number } = {}) {
    this.#file = file
    this.#readonly = more.readonly ?? false
    this.#wait = more.waitMs ?? 5000
  }
  async #open(file: string) {
    const db = open(file, this.#readonly)
    db.defaultSafeIntegers(true)
    const c = new Conn(db, this.#wait)
    try {
      // Retried: processes that open a new file at the same moment collide on the change to WAL.
      await c.retry(() => {
        // An empty file is one that we make; the journal mode of anybody else's stays as it is.
        if (!this.#readonly && db.pragma('page_count', { simple: true }) === 0n) db.pragma('journal_mode = WAL')
        db.pragma('cache_size = -32000')
        db.pragma('temp_store = MEMORY')
      })
    } catch (e) {
      db.close()
      throw e
    }
    return c
  }
  async connect() {
    const main = await this.#open(this.#file)
    try {
      return new Adapter(main, await this.#open(this.#file))
    } catch (e) {
      main.db.close()
      throw e
    }
  }
  async connectToShadowDb() {
    const a = await this.#open(':memory:')
    return new Adapter(a, a)
  }
}
