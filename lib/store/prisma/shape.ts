import 'server-only'
import type { Clock } from '@/lib/contract/clock'
import { msOf } from '@/lib/contract/clock'
import { ENGINE_TABLE_NAMES, ENGINE_TABLES } from '@/lib/store/kit/engine-tables'
import { classifyError, driverCode } from './classify-error'
import type { Db, Dialect } from './client'

/** Schema stamps whose tables we know (storage.md 0): none, 1.13.3, 1.14/1.15, 1.16, 1.17. */
const KNOWN_STAMPS: ReadonlySet<number> = new Set([3, 6, 7, 8])
const LOOK_AGAIN_MS = 60_000
/** While a table is missing: it is an old store, or one that somebody is just making. */
const LOOK_AGAIN_INCOMPLETE_MS = 5_000

/** What this database holds, as probed. */
export interface StoreShape {
  /** Column names by table, engine tables and ours. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>
  /** Row `schema` of faucet_serve_schema; null: none. */
  readonly stamp: number | null
  /** Why nothing may be written here; null: writable. */
  readonly readOnly: string | null
}

/** Knows which tables and later columns exist; asks again each minute, since an engine may upgrade the store under us. */
export interface ShapeProbe {
  current(): Promise<StoreShape>
  /** Does the table, or this column of it, exist? */
  has(table: string, column?: string): Promise<boolean>
  /** Forget what was seen: a statement just met a missing table or column. */
  forget(): void
}

/** `readOnly`: a reason that lies outside the database, such as a file that this user may not write. */
export function createShapeProbe(db: Db, dialect: Dialect, clock: Clock, readOnly: string | null = null): ShapeProbe {
  let seen: { at: number; lookAgainMs: number; shape: Promise<StoreShape> } | undefined
  const probe: ShapeProbe = {
    current() {
      const now = msOf(clock.now())
      if (seen === undefined || Math.abs(now - seen.at) > seen.lookAgainMs) {
        const shape = readShape(db, dialect, readOnly)
        const look = { at: now, lookAgainMs: LOOK_AGAIN_MS, shape }
        seen = look
        shape.then(
          ({ tables }) => {
            if (ENGINE_TABLE_NAMES.some((name) => !tables.has(name))) look.lookAgainMs = LOOK_AGAIN_INCOMPLETE_MS
          },
          () => {
            if (seen === look) seen = undefined
          },
        )
      }
      return seen.shape
    },
    async has(table, column) {
      const columns = (await probe.current()).tables.get(table)
      return columns !== undefined && (column === undefined || columns.has(column))
    },
    forget() {
      seen = undefined
    },
  }
  return probe
}

async function readShape(db: Db, dialect: Dialect, outside: string | null): Promise<StoreShape> {
  const rows =
    dialect === 'sqlite'
      ? await db.$queryRaw<{ tbl: string; col: string }[]>`
          SELECT m.name AS tbl, c.name AS col FROM sqlite_master m, pragma_table_info(m.name) c
          WHERE m.type = 'table' AND m.name LIKE 'faucet%'`
      : await db.$queryRaw<{ tbl: string; col: string }[]>`
          SELECT t.relname::text AS tbl, a.attname::text AS col FROM pg_catalog.pg_class t
          JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid
          WHERE t.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND t.relname LIKE 'faucet%'
            AND pg_catalog.pg_table_is_visible(t.oid)`
  const tables = new Map<string, Set<string>>()
  for (const { tbl, col } of rows) {
    const columns = tables.get(tbl)
    if (columns === undefined) tables.set(tbl, new Set([col]))
    else columns.add(col)
  }
  const stamp = tables.has('faucet_serve_schema') ? await readStamp(db) : null
  const readOnly = outside ?? whyReadOnly(tables, stamp) ?? (await whyServerRefusesWrites(db, dialect))
  return { tables, stamp, readOnly }
}

async function readStamp(db: Db): Promise<number | null> {
  const [row] = await db.$queryRaw<{ version: string }[]>`SELECT version FROM faucet_serve_schema WHERE id = 'schema'`
  if (row === undefined) return null
  // What cannot be read as a number is newer than anything known here.
  return /^\d{1,9}$/.test(row.version) ? Number(row.version) : Number.MAX_SAFE_INTEGER
}

function whyReadOnly(tables: ReadonlyMap<string, unknown>, stamp: number | null): string | null {
  if (stamp !== null && !KNOWN_STAMPS.has(stamp)) {
    return `this store carries schema stamp ${stamp}, which this console does not know: it is shown, not changed`
  }
  if (tables.size > 0 && !tables.has('faucet_serve_audit')) {
    return 'this store has no audit table, so nothing can be filed: it is shown, not changed'
  }
  return null
}

/** A standby server, or a database or role that was set to read only. */
async function whyServerRefusesWrites(db: Db, dialect: Dialect): Promise<string | null> {
  if (dialect === 'sqlite') return null
  const [row] = await db.$queryRaw<{ setting: string }[]>`SELECT current_setting('transaction_read_only') AS setting`
  return row?.setting === 'on' ? 'this database server accepts no writes here: the store is shown, not changed' : null
}

/** Two makers of the same tables at once: one of them meets a key of the database's own catalogue. */
const MADE_MEANWHILE = new Set(['23505', '42P07', '42710'])
const ATTEMPTS = 5

/**
 * Gives a database that holds no engine table all 27, all at once: whoever looks meanwhile sees none or all of them. One
 * that holds any is taken as it is.
 */
export async function createTablesIfEmpty(db: Db, dialect: Dialect): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { tables } = await readShape(db, dialect, null)
    if (ENGINE_TABLE_NAMES.some((name) => tables.has(name))) return
    try {
      await db.$transaction(ENGINE_TABLES.map((statement) => db.$executeRawUnsafe(statement)))
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !MADE_MEANWHILE.has(driverCode(classifyError(error)))) throw error
    }
  }
}
