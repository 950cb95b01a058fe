import 'server-only'
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient as PostgresClient } from '@/prisma/generated/postgres/client'
import { Prisma, PrismaClient } from '@/prisma/generated/sqlite/client'
import { SqliteAdapter } from './sqlite-adapter'
import type { HistoryUrl } from './url'

/** SQLite's client is the narrower of the two: what compiles against it works on both. */
export type Db = PrismaClient
export { Prisma }

export type Dialect = 'sqlite' | 'postgres'
export interface OpenClient {
  db: Db
  dialect: Dialect
}

/** Makes a client; nothing is opened before the first statement. `searchPath` puts Postgres tables into that schema. */
export function openClient(
  url: Exclude<HistoryUrl, { kind: 'memory' }>,
  more: { searchPath?: string } = {},
): OpenClient {
  if (url.kind === 'sqlite') {
    return {
      db: new PrismaClient({ adapter: new SqliteAdapter(url.file, { readonly: url.readonly }) }),
      dialect: 'sqlite',
    }
  }
  const adapter = new PrismaPg(
    {
      connectionString: url.url,
      max: 10,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      ...(more.searchPath !== undefined && { options: `-c search_path=${more.searchPath}` }),
    },
    {
      // Named statements are planned once per connection; the name must not grow with the text.
      statementNameGenerator: (query) => createHash('sha1').update(query.sql).digest('base64url'),
      ...(more.searchPath !== undefined && { schema: more.searchPath }),
    },
  )
  return { db: asShared(new PostgresClient({ adapter })), dialect: 'postgres' }
}

/** The one cast: both clients come from the same models with the same names, and the contract suite runs on both. */
const asShared = (client: PostgresClient): Db => client as unknown as Db
