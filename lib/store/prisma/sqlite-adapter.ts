// A Prisma driver adapter over better-sqlite3 with what the stock one lacks: a second connection for transactions (the
// stock one runs every query on one connection, so queries outside an open interactive transaction land inside it),
// BEGIN IMMEDIATE, waiting for another process's lock without blocking the event loop, cached prepared statements, and
// noticing that the file it has open is no longer the file of that name.
import { closeSync, openSync, statSync } from 'node:fs'
import {
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type IsolationLevel,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
  type Transaction,
} from '@prisma/driver-adapter-utils'
import Database from 'better-sqlite3'
import { statements } from '@/lib/contract/process-wide'

const NAME = 'sqlite-wal'
/** How long the driver itself blocks on a lock before we wait in turns. */
const BLOCK_MS = 5
const WAIT_MS = 5_000
const LOOK_AT_FILE_MS = 250
const CACHED_STATEMENTS = 500

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

export interface SqliteSettings {
  readonly?: boolean
  /** False: a missing file is made. */
  mustExist?: boolean
  /** How long another process's lock is waited for. */
  waitMs?: number
}

export class SqliteAdapter implements SqlDriverAdapterFactory {
  readonly provider = 'sqlite' as const
  readonly adapterName = NAME
  readonly #file: string
  readonly #settings: SqliteSettings
  constructor(file: string, settings: SqliteSettings = {}) {
    this.#file = file
    this.#settings = settings
  }
  async connect(): Promise<SqlDriverAdapter> {
    const main = await this.#open()
    try {
      return new Adapter(main, await this.#open())
    } catch (error) {
      main.db.close()
      throw error
    }
  }
  async #open(): Promise<Connection> {
    const { readonly = false, waitMs = WAIT_MS } = this.#settings
    const db = openFile(this.#file, this.#settings)
    const connection = new Connection(db, new SameFile(this.#file), waitMs)
    try {
      // Retried: processes that open a new file at the same moment collide on the change to WAL.
      await connection.retry(() => {
        // An empty file is one that we make; the journal mode of anybody else's stays as it is.
        if (!readonly && db.pragma('page_count', { simple: true }) === 0n) db.pragma('journal_mode = WAL')
        db.pragma('cache_size = -32000')
        db.pragma('temp_store = MEMORY')
      })
    } catch (error) {
      db.close()
      throw error
    }
    return connection
  }
}

function openFile(file: string, { readonly = false, mustExist = false }: SqliteSettings): Database.Database {
  if (!readonly && !mustExist) makeFile(file)
  refuseOtherFile(file)
  try {
    const db = new Database(file, { timeout: BLOCK_MS, readonly, fileMustExist: mustExist })
    db.defaultSafeIntegers(true)
    return db
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw typed(error)
    // The driver's own check of the folder comes without a code.
    const message = error instanceof Error ? error.message : String(error)
    throw new DriverAdapterError({ kind: 'sqlite', extendedCode: 14, message, originalCode: 'SQLITE_CANTOPEN' })
  }
}

/** A new file is its owner's alone, as engines of 1.17 make theirs: it will hold sealed secrets and configs. */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600))
  } catch {
    // It exists, or cannot be made: then SQLite says why.
  }
}

const SMALLEST_PAGE = 512n

/**
 * A short file of another kind looks empty to SQLite, which would write over it; a longer one it refuses by itself. Only
 * the size is asked for: closing a handle of our own on the file would end the locks of every connection to it here.
 */
function refuseOtherFile(file: string): void {
  const size = found(file)?.size ?? 0n
  if (size === 0n || size >= SMALLEST_PAGE) return
  const message = 'file is not a database'
  throw new DriverAdapterError({ kind: 'sqlite', extendedCode: 26, message, originalCode: 'SQLITE_NOTADB' })
}

/**
 * A file that was moved away, removed or replaced stays readable through a handle that is open: its rows would be shown
 * for ever while the engine works on another file of the same name.
 */
class SameFile {
  readonly #file: string
  readonly #identity: string
  #lookedAt = performance.now()
  constructor(file: string) {
    this.#file = file
    this.#identity = identityOf(file)
  }
  check(): void {
    const now = performance.now()
    if (now - this.#lookedAt < LOOK_AT_FILE_MS) return
    if (identityOf(this.#file) !== this.#identity) {
      const originalMessage = `the file ${this.#file} is gone or was replaced by another`
      throw new DriverAdapterError({ kind: 'DatabaseNotReachable', originalCode: 'FILE_REPLACED', originalMessage })
    }
    this.#lookedAt = now
  }
}

function identityOf(file: string): string {
  const now = found(file)
  return now === undefined ? '' : `${now.dev}:${now.ino}`
}

/** Undefined also when a folder above it may not be entered. */
function found(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false, bigint: true })
  } catch {
    return undefined
  }
}

class Connection {
  readonly provider = 'sqlite' as const
  readonly adapterName = NAME
  readonly db: Database.Database
  readonly #statements = new Map<string, Database.Statement>()
  readonly #file: SameFile
  readonly #waitMs: number
  constructor(db: Database.Database, file: SameFile, waitMs: number) {
    this.db = db
    this.#file = file
    this.#waitMs = waitMs
  }

  prepare(sql: string): Database.Statement {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.db.prepare(sql)
      if (statement.reader) statement.raw(true)
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined && this.#statements.size >= CACHED_STATEMENTS) this.#statements.delete(oldest)
    } else this.#statements.delete(sql)
    this.#statements.set(sql, statement) // last in, last out
    return statement
  }

  /** Tries again while another process holds the lock; the event loop turns between two tries. */
  async retry<T>(work: () => T): Promise<T> {
    this.#file.check()
    const end = performance.now() + this.#waitMs
    for (let pause = 1; ; pause = Math.min(pause * 2, 25)) {
      try {
        return work()
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw typed(error)
      }
      await sleep(pause + Math.random() * pause)
    }
  }

  queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return this.retry(() => {
      const statement = this.prepare(query.sql)
      const args = argumentsOf(query)
      if (!statement.reader) {
        statement.run(...args)
        return { columnNames: [], columnTypes: [], rows: [] }
      }
      const rows = statement.all(...args) as unknown[][]
      const columns = statement.columns() // after the step: another program may have altered the table
      const columnTypes = columns.map(({ type }, at) => DECLARED[type?.toUpperCase() ?? ''] ?? inferred(rows, at))
      for (const row of rows) for (let at = 0; at < row.length; at++) row[at] = cell(row[at], columnTypes[at])
      return { columnNames: columns.map(({ name }) => name), columnTypes, rows }
    })
  }

  executeRaw(query: SqlQuery): Promise<number> {
    return this.retry(() => {
      const statement = this.prepare(query.sql)
      const args = argumentsOf(query)
      return statement.reader ? statement.all(...args).length : statement.run(...args).changes
    })
  }
}

class Adapter implements SqlDriverAdapter {
  readonly provider = 'sqlite' as const
  readonly adapterName = NAME
  readonly #main: Connection
  readonly #writer: Connection
  /** Ends when the last transaction asked for has ended: they take turns on their one connection. */
  #tail: Promise<void> = Promise.resolve()
  constructor(main: Connection, writer: Connection) {
    this.#main = main
    this.#writer = writer
  }
  queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    statements.sent++
    return this.#main.queryRaw(query)
  }
  executeRaw(query: SqlQuery): Promise<number> {
    statements.sent++
    return this.#main.executeRaw(query)
  }
  async executeScript(script: string): Promise<void> {
    const transaction = await this.#begin()
    try {
      this.#writer.db.exec(script)
      await transaction.commit()
    } catch (error) {
      await transaction.rollback()
      throw typed(error)
    }
  }
  startTransaction(level?: IsolationLevel): Promise<Transaction> {
    if (level && level !== 'SERIALIZABLE') throw new DriverAdapterError({ kind: 'InvalidIsolationLevel', level })
    return this.#begin()
  }
  async #begin(): Promise<OpenTransaction> {
    const before = this.#tail
    let release: () => void = () => undefined
    this.#tail = new Promise((resolve) => {
      release = resolve
    })
    await before
    try {
      // Immediate: a transaction that reads first and writes later can be refused its write at once, whatever is waited.
      await this.#writer.retry(() => this.#writer.prepare('BEGIN IMMEDIATE').run())
    } catch (error) {
      release()
      throw error
    }
    return new OpenTransaction(this.#writer, release)
  }
  getConnectionInfo() {
    return { maxBindValues: 32_766, supportsRelationJoins: false }
  }
  async dispose(): Promise<void> {
    this.#writer.db.close()
    this.#main.db.close()
  }
}

class OpenTransaction implements Transaction {
  readonly provider = 'sqlite' as const
  readonly adapterName = NAME
  readonly options = { usePhantomQuery: true }
  readonly #connection: Connection
  #release: () => void
  constructor(connection: Connection, release: () => void) {
    this.#connection = connection
    this.#release = release
  }
  queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return this.#connection.queryRaw(query)
  }
  executeRaw(query: SqlQuery): Promise<number> {
    return this.#connection.executeRaw(query)
  }
  async commit(): Promise<void> {
    try {
      await this.#connection.retry(() => this.#connection.prepare('COMMIT').run())
    } finally {
      this.#end()
    }
  }
  async rollback(): Promise<void> {
    this.#end()
  }
  async createSavepoint(name: string): Promise<void> {
    this.#connection.db.exec(`SAVEPOINT ${name}`)
  }
  async rollbackToSavepoint(name: string): Promise<void> {
    this.#connection.db.exec(`ROLLBACK TO ${name}`)
  }
  async releaseSavepoint(name: string): Promise<void> {
    this.#connection.db.exec(`RELEASE SAVEPOINT ${name}`)
  }
  /** Whatever is left open is taken back, and the next transaction may begin, even when taking back fails. */
  #end(): void {
    const release = this.#release
    this.#release = () => undefined
    try {
      if (this.#connection.db.open && this.#connection.db.inTransaction) this.#connection.prepare('ROLLBACK').run()
    } catch (error) {
      throw typed(error)
    } finally {
      release()
    }
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY')

/** The driver's error in Prisma's words. SQLite has one code for a missing table and for bad SQL: there its text decides. */
function typed(error: unknown): unknown {
  const originalCode = codeOf(error)
  if (!(error instanceof Error) || !originalCode.startsWith('SQLITE_')) return error
  const base = { originalCode, originalMessage: error.message }
  const [, fields] = error.message.split('constraint failed: ')
  const constraint = { fields: fields?.split(', ').map((field) => field.split('.').pop() ?? field) ?? [] }
  switch (originalCode) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      return new DriverAdapterError({ ...base, kind: 'UniqueConstraintViolation', constraint })
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return new DriverAdapterError({ ...base, kind: 'NullConstraintViolation', constraint })
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return new DriverAdapterError({ ...base, kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } })
  }
  const [, table] = /^no such table: (.+)$/.exec(error.message) ?? []
  if (table !== undefined) return new DriverAdapterError({ ...base, kind: 'TableDoesNotExist', table })
  const [, read, written] = /^(?:no such column: (.+)|table \S+ has no column named (.+))$/.exec(error.message) ?? []
  const column = read ?? written
  if (column !== undefined) return new DriverAdapterError({ ...base, kind: 'ColumnNotFound', column })
  if (isBusy(error)) return new DriverAdapterError({ ...base, kind: 'SocketTimeout' })
  return new DriverAdapterError({ ...base, kind: 'sqlite', extendedCode: 1, message: error.message })
}

const argumentsOf = ({ args, argTypes }: SqlQuery) => args.map((value, at) => argument(value, argTypes[at]?.scalarType))

function argument(value: unknown, type: string | undefined): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return value
  if (type === 'bigint' || type === 'int') return BigInt(value)
  if (type === 'float' || type === 'decimal') return Number(value)
  if (type === 'bytes') return Buffer.from(value, 'base64')
  // The driver would write half a surrogate pair as it is: bytes that are no UTF-8, which engines cannot read.
  return value.replace(/\p{Surrogate}/gu, '\ufffd')
}

function inferred(rows: unknown[][], at: number): ColumnType {
  const value = rows.find((row) => row[at] !== null)?.[at]
  if (typeof value === 'bigint') return ColumnTypeEnum.Int64
  if (typeof value === 'number') return ColumnTypeEnum.Double
  if (value instanceof Uint8Array) return ColumnTypeEnum.Bytes
  return typeof value === 'string' ? ColumnTypeEnum.Text : ColumnTypeEnum.Int32
}

function cell(value: unknown, type: ColumnType | undefined): unknown {
  if (typeof value === 'bigint')
    return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value.toString()
  // A text column takes bytes as they come; as text at least the rest of the row can be shown.
  if (value instanceof Uint8Array && type === ColumnTypeEnum.Text) return Buffer.from(value).toString('utf8')
  return value
}
