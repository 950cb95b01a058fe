import 'server-only'
import type { Clock } from '@/lib/contract/clock'
import { msOf } from '@/lib/contract/clock'
import type { Db, Dialect } from './client'
import { ENGINE_TABLE_NAMES, ENGINE_TABLES } from './engine-tables'

/** Schema stamps whose tables we know (storage.md 0): none, 1.13.3, 1.14/1.15, 1.16, 1.17. */
const KNOWN_STAMPS: ReadonlySet<number> = new Set([3, 6, 7, 8])
const LOOK_AGAIN_MS = 60_000

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

export function createShapeProbe(db: Db, dialect: Dialect, clock: Clock): ShapeProbe {
  let seen: { at: number; shape: Promise<StoreShape> } | undefined
  const probe: ShapeProbe = {
    current() {
      const now = msOf(clock.now())
      if (seen === undefined || Math.abs(now - seen.at) > LOOK_AGAIN_MS) {
        const shape = readShape(db, dialect)
        shape.catch(() => probe.forget())
        seen = { at: now, shape }
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

async function readShape(db: Db, dialect: Dialect): Promise<StoreShape> {
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
  return { tables, stamp, readOnly: whyReadOnly(tables, stamp) }
}

async function readStamp(db: Db): Promise<number | null> {
  const [row] = await db.$queryRaw<{ version: string }[]>`SELECT version FROM faucet_serve_schema WHERE id = 'schema'`
  return row !== undefined && /^\d+$/.test(row.version) ? Number(row.version) : null
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

/** Gives a database that holds no engine table all 27; one that holds any is taken as it is. */
export async function createTablesIfEmpty(db: Db, dialect: Dialect): Promise<void> {
  const { tables } = await readShape(db, dialect)
  if (ENGINE_TABLE_NAMES.some((name) => tables.has(name))) return
  for (const statement of ENGINE_TABLES) await db.$executeRawUnsafe(statement)
}
