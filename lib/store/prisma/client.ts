import 'server-only'
import { PrismaClient as PostgresClient } from '@/prisma/generated/postgres/client'
import { Prisma, PrismaClient } from '@/prisma/generated/sqlite/client'
import { PostgresAdapter } from './postgres-adapter'
import { SqliteAdapter } from './sqlite-adapter'
import type { DatabaseUrl } from './url'

/** SQLite's client is the narrower of the two: what compiles against it works on both. */
export type Db = PrismaClient
export { Prisma }

export type Dialect = 'sqlite' | 'postgres'
export interface OpenClient {
  db: Db
  dialect: Dialect
}

/** Longer than a lock or a free connection is waited for, so that those say by themselves that they were in vain. */
const TRANSACTIONS = { maxWait: 8_000, timeout: 15_000 }

export interface ClientOptions {
  /** Postgres: tables are looked for in this schema. */
  searchPath?: string
  /** Postgres: TLS without checking the certificate. */
  tls?: boolean
}

/** Makes a client; nothing is opened before the first statement. */
export function openClient(url: DatabaseUrl, more: ClientOptions = {}): OpenClient {
  if (url.kind === 'sqlite') {
    const adapter = new SqliteAdapter(url.file, { readonly: url.readonly, mustExist: url.mustExist ?? false })
    return { db: new PrismaClient({ adapter, transactionOptions: TRANSACTIONS }), dialect: 'sqlite' }
  }
  const adapter = new PostgresAdapter({ url: url.url, ...more })
  return { db: asShared(new PostgresClient({ adapter, transactionOptions: TRANSACTIONS })), dialect: 'postgres' }
}

/** The one cast: both clients come from the same models with the same names, and the contract suite runs on both. */
const asShared = (client: PostgresClient): Db => client as unknown as Db
