import Database from 'better-sqlite3'
import pg from 'pg'
import { ENGINE_TABLE_NAMES, ENGINE_TABLES } from '@/lib/store/kit/engine-tables'
import type { Row } from './suite'
import type { Rows } from './write-captures'

/** A look past everything into a store: every row of every engine table, and rows put there as somebody else would. */
export interface Peek {
  rows(): Promise<Rows>
  remove(table: string, row: Row): Promise<void>
  put(table: string, row: Row): Promise<void>
  clear(table: string): Promise<void>
  close(): Promise<void>
}

/** The columns that name a row of each table. */
const KEYS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ENGINE_TABLES.flatMap((statement) => {
    const [, table = '', inside = ''] = /^CREATE TABLE IF NOT EXISTS (\S+) \((.+)\)$/.exec(statement) ?? []
    const several = /PRIMARY KEY \(([^)]+)\)/.exec(inside)?.[1]?.split(', ')
    const single = /(\w+) TEXT PRIMARY KEY/.exec(inside)?.[1]
    return table === '' ? [] : [[table, several ?? (single === undefined ? [] : [single])]]
  }),
)
export const keyOf = (table: string, row: Row): string =>
  (KEYS[table] ?? []).map((column) => row[column]).join('\u0000')

/** By `sqlite:` path or Postgres address, as FAUCET_HISTORY takes it. */
export async function peek(history: string): Promise<Peek> {
  const run = history.startsWith('sqlite:') ? ofFile(history.slice('sqlite:'.length)) : await ofServer(history)
  return {
    async rows() {
      const found: Record<string, readonly Row[]> = {}
      for (const table of ENGINE_TABLE_NAMES) found[table] = await run.all(`SELECT * FROM ${table}`)
      return found
    },
    async remove(table, row) {
      const columns = KEYS[table] ?? []
      const where = columns.map((column, at) => `${column} = $${at + 1}`).join(' AND ')
      await run.all(
        `DELETE FROM ${table} WHERE ${where}`,
        columns.map((column) => row[column] ?? null),
      )
    },
    async put(table, row) {
      const columns = Object.keys(row)
      const keys = KEYS[table] ?? []
      const rest = columns.filter((column) => !keys.includes(column)).map((column) => `${column} = excluded.${column}`)
      await run.all(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})
         ON CONFLICT (${keys.join(', ')}) DO ${rest.length === 0 ? 'NOTHING' : `UPDATE SET ${rest.join(', ')}`}`,
        Object.values(row),
      )
    },
    clear: async (table) => void (await run.all(`DELETE FROM ${table}`)),
    close: run.close,
  }
}

interface Runner {
  all(sql: string, values?: readonly (string | null)[]): Promise<Row[]>
  close(): Promise<void>
}

function ofFile(file: string): Runner {
  const db = new Database(file, { timeout: 5_000 })
  return {
    async all(sql, values = []) {
      const statement = db.prepare<(string | null)[], Row>(sql.replace(/\$\d+/g, '?'))
      if (statement.reader) return statement.all(...values)
      statement.run(...values)
      return []
    },
    close: async () => void db.close(),
  }
}

async function ofServer(url: string): Promise<Runner> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    all: async (sql, values = []) => (await client.query<Row>(sql, [...values])).rows,
    close: () => client.end(),
  }
}
