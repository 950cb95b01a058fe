import 'server-only'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  DriverAdapterError,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { statements } from '@/lib/contract/process-wide'

const MAX_CONNECTIONS = 10
const CONNECT_MS = 5_000

export interface PostgresSettings {
  url: string
  /** TLS without checking the certificate; absent: as the address says. */
  tls?: boolean
  /** Tables are looked for in this schema. */
  searchPath?: string
}

const config = ({ url, tls, searchPath }: PostgresSettings): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  fallback_application_name: 'faucet-console',
  ...(tls === true && { ssl: { rejectUnauthorized: false } }),
  ...(searchPath !== undefined && { options: `-c search_path=${searchPath}` }),
})

/** The stock adapter, with what it leaves without a code given one: the driver's own word for a connection that is gone. */
export class PostgresAdapter implements SqlDriverAdapterFactory {
  readonly provider = 'postgres' as const
  readonly adapterName = 'postgres-pool'
  readonly #settings: PostgresSettings
  constructor(settings: PostgresSettings) {
    this.#settings = settings
  }
  async connect(): Promise<SqlDriverAdapter> {
    const { searchPath } = this.#settings
    const pool = new pg.Pool({
      ...config(this.#settings),
      Client: AskedForPassword,
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: 30_000,
    })
    const stock = new PrismaPg(pool, {
      disposeExternalPool: true,
      // Named statements are planned once per connection; the name must not grow with the text.
      statementNameGenerator: (query) => createHash('sha1').update(query.sql).digest('base64url'),
      ...(searchPath !== undefined && { schema: searchPath }),
    })
    const adapter = await stock.connect()
    return {
      ...queries(adapter),
      queryRaw: (query) => again(() => counted(() => adapter.queryRaw(query))),
      executeRaw: (query) => again(() => counted(() => adapter.executeRaw(query))),
      executeScript: (script) => coded(adapter.executeScript(script)),
      startTransaction: async (level) => transaction(await coded(adapter.startTransaction(level))),
      getConnectionInfo: () => adapter.getConnectionInfo(),
      dispose: () => adapter.dispose(),
    }
  }
}

const queries = (of: SqlQueryable): SqlQueryable => ({
  provider: of.provider,
  adapterName: of.adapterName,
  queryRaw: (query) => coded(of.queryRaw(query)),
  executeRaw: (query) => coded(of.executeRaw(query)),
})

function transaction(of: Transaction): Transaction {
  return {
    ...queries(of),
    options: of.options,
    commit: () => coded(of.commit()),
    rollback: () => coded(of.rollback()),
    ...(of.createSavepoint && { createSavepoint: (name) => coded(savepoint(of, 'createSavepoint', name)) }),
    ...(of.rollbackToSavepoint && { rollbackToSavepoint: (name) => coded(savepoint(of, 'rollbackToSavepoint', name)) }),
    ...(of.releaseSavepoint && { releaseSavepoint: (name) => coded(savepoint(of, 'releaseSavepoint', name)) }),
  }
}

type SavepointMethod = 'createSavepoint' | 'rollbackToSavepoint' | 'releaseSavepoint'
const savepoint = async (of: Transaction, method: SavepointMethod, name: string) => of[method]?.(name)

const AGAIN_AFTER_MS = [20, 80, 200]

/** A statement by itself that lost to another one (deadlock, serialization) was taken back whole: it may be sent again. */
async function again<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await send()
    } catch (error) {
      const pause = AGAIN_AFTER_MS[tries]
      if (!isDriverAdapterError(error) || error.cause.kind !== 'TransactionWriteConflict' || pause === undefined)
        throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/**
 * Whatever the server says carries an SQLSTATE and whatever the network says an errno. What comes as a bare `Error` is
 * the driver's own: no free connection in time, or one that ended. None of it reached the database and came back.
 */
async function coded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error) || isDriverAdapterError(error) || error.constructor !== Error || 'code' in error)
      throw error
    throw new DriverAdapterError({ kind: 'DatabaseNotReachable', originalMessage: error.message })
  }
}

const counted = <T>(work: () => Promise<T>): Promise<T> => {
  statements.sent++
  return coded(work())
}

/** A server that asks for a password when none was given: said with the code of a refused login, not as a bare `Error`. */
class AskedForPassword extends pg.Client {
  constructor(settings?: string | pg.ClientConfig) {
    super(settings)
    const given = this as { password?: unknown }
    if (given.password === null || given.password === undefined || given.password === '') {
      given.password = () => {
        const message = 'the server asks for a password and the address holds none'
        throw Object.assign(new Error(message), { code: '28P01', severity: 'FATAL' })
      }
    }
  }
}

/** Asks past the pool: all its connections may be busy, or dead without having noticed. */
export async function knock(settings: PostgresSettings): Promise<void> {
  const client = new AskedForPassword(config(settings))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
  } finally {
    client.end().catch(() => undefined)
  }
}
