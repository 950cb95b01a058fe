import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import pg from 'pg'
import { inject } from 'vitest'
import { sharedData } from './shared-data'

/** A store that a real engine made, copied so that it may be opened and written. */
export interface EngineStore {
  /** As FAUCET_HISTORY takes it. */
  history: string
  remove(): Promise<void>
}

export function copyOfFile(engine: string, name: string): EngineStore {
  const folder = mkdtempSync(path.join(tmpdir(), 'engine-store-'))
  const file = path.join(folder, name)
  copyFileSync(sharedData(engine, name), file)
  chmodSync(file, 0o644)
  return { history: `sqlite:${file}`, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** A dump, loaded into a database of its own. */
export async function loadedDump(engine: string, name: string): Promise<EngineStore> {
  const sql = gunzipSync(readFileSync(sharedData(engine, name))).toString('utf8')
  return ownDatabase(async (client) => {
    // Lines that only psql understands.
    await client.query(sql.replace(/^\\(un)?restrict .*$/gm, ''))
  })
}

/** The rows of a SQLite store in Postgres: every column is text in both, so a twin is a copy row by row. */
export async function postgresTwin(engine: string, name: string): Promise<EngineStore> {
  const source = copyOfFile(engine, name)
  const file = source.history.slice('sqlite:'.length)
  const db = new Database(file, { readonly: true })
  try {
    return await ownDatabase((client) => copyInto(client, db))
  } finally {
    db.close()
    await source.remove()
  }
}

async function copyInto(client: pg.Client, db: Database.Database): Promise<void> {
  const objects = db
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name LIKE 'faucet%' ORDER BY type DESC",
    )
    .all()
  for (const { type, name, sql } of objects) {
    if (type !== 'table') continue
    await client.query(sql)
    const rows = db.prepare<[], Record<string, string | null>>(`SELECT * FROM ${name}`).all()
    const columns = Object.keys(rows[0] ?? {})
    if (columns.length === 0) continue
    const arrays = columns.map((column) => rows.map((row) => row[column] ?? null))
    const places = columns.map((_, at) => `$${at + 1}::text[]`)
    await client.query(`INSERT INTO ${name} (${columns.join(', ')}) SELECT * FROM unnest(${places.join(', ')})`, arrays)
  }
  for (const { type, sql } of objects) if (type === 'index') await client.query(sql)
}

let databases = 0
export async function ownDatabase(fill: (client: pg.Client) => Promise<void>): Promise<EngineStore> {
  const server = inject('postgresUrl')
  const name = `engine_store_${process.pid}_${++databases}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await asAdmin(server, (client) => client.query(`CREATE DATABASE ${name}`))
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await fill(client)
  } finally {
    await client.end()
  }
  return {
    history: url.href,
    remove: () => asAdmin(server, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  }
}

async function asAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** A database with nothing in it. */
export const emptyDatabase = (): Promise<EngineStore> => ownDatabase(async () => undefined)

/** A place for a file that is not there yet. */
export function emptyFile(): EngineStore {
  const folder = mkdtempSync(path.join(tmpdir(), 'engine-store-'))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  return { history: `sqlite:${path.join(folder, 'history.db')}`, remove }
}
