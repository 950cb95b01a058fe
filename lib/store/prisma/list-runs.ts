import 'server-only'
import type { Page } from '@/lib/contract/page'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunFilter, RunRecord } from '@/lib/contract/records/runs'
import { RunRecord as RunSchema } from '@/lib/contract/records/runs'
import { type Stored, stored } from '@/lib/contract/stored'
import { longCursor, parseRunCursor } from '@/lib/derive/cursor'
import { ts9 } from '@/lib/store/kit/ts9'
import { type Dialect, Prisma } from './client'
import type { PrismaEnv } from './env'

/** The engine has no index on names. Ours, made by `npm run index`: B-tree on SQLite, hash on Postgres (no length limit there). */
export const NAME_INDEX = 'faucet_console_runs_name_idx'

/** A tenant with no more links than this is answered from its links, a larger one from the newest runs. */
const FEW_LINKS = 1_000
/** Windows of a walk: small ones keep the loop responsive, since SQLite's driver is synchronous. */
const FIRST_WINDOW = 1_000
const LARGEST_WINDOW = 8_000
const NAME_WALK_MS = 120
const TENANT_WALK_ROWS = 60_000

export interface RunRow {
  run_id: string
  name: string | null
  status: string
  submitted_at: string
  finished_at: string | null
  body: string
}
/** The columns a list needs: they name and place a run whose body cannot be read. */
export const RUN_COLUMNS = Prisma.sql`run_id, name, status, submitted_at, finished_at, body`
export const storedRun = ({ body, ...columns }: RunRow): Stored<RunRecord> => stored(RunSchema, columns, body)

interface Place {
  at: string
  id: string
}
/** A filter with everything looked up that picks its plan. */
interface Question {
  filter: RunFilter
  after: Place | null
  /** One more than the page, to know whether another row follows. */
  count: number
}

/**
 * One page, newest first. Each filter takes the plan whose cost does not grow with the table: one index range per
 * status, links of a small tenant, else windows of the newest runs. Only a name walks without an index; it stops after
 * a moment and says how far it looked.
 */
export async function listRuns(env: PrismaEnv, filter: RunFilter): Promise<Page<RunRecord>> {
  const limit = Math.max(1, filter.limit)
  const after = filter.cursor === undefined ? null : await placeOf(env, filter.cursor)
  const question: Question = { filter, after, count: limit + 1 }
  const { rows, reached } = await answer(env, question)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length > limit && last) return { rows: page.map(storedRun), next_cursor: last.run_id }
  if (reached === undefined) return { rows: page.map(storedRun) }
  return { rows: page.map(storedRun), next_cursor: longCursor(reached, ''), reached: reached as Timestamp }
}

interface Answer {
  rows: RunRow[]
  /** Set when the walk stopped for time: everything from this instant on has been looked at. */
  reached?: string
}

async function answer(env: PrismaEnv, question: Question): Promise<Answer> {
  const { name, tenant } = question.filter
  if (tenant !== undefined && (await hasFewLinks(env, tenant))) return { rows: await byLinks(env, question, tenant) }
  if (name !== undefined && !(await hasNameIndex(env))) {
    const until = performance.now() + NAME_WALK_MS
    return walk(env, question, () => performance.now() < until)
  }
  if (tenant !== undefined) {
    let looked = 0
    const near = await walk(env, question, (rows) => {
      looked += rows
      return looked < TENANT_WALK_ROWS
    })
    return near.reached === undefined ? near : { rows: await direct(env, question) }
  }
  return { rows: await direct(env, question) }
}

/** One index range: of the one status, or of all runs. Several statuses are one range each, merged. */
async function direct({ db, dialect }: PrismaEnv, { filter, after, count }: Question): Promise<RunRow[]> {
  const rest = clausesOf(filter, after)
  const isBounded = dialect === 'postgres' && (filter.since !== undefined || filter.until !== undefined)
  const pick = (clauses: Prisma.Sql[]) => {
    const all = isBounded ? [...clauses, notBelow(clauses, count)] : clauses
    return Prisma.sql`SELECT ${RUN_COLUMNS} FROM faucet_serve_runs ${where(all)} ${NEWEST_FIRST} LIMIT ${count}`
  }
  const statuses = [...new Set(filter.status)]
  if (statuses.length < 2) return db.$queryRaw<RunRow[]>(pick([...statuses.map(hasStatus), ...rest]))
  const ranges = statuses.map((status) => Prisma.sql`SELECT * FROM (${pick([hasStatus(status), ...rest])}) one`)
  return db.$queryRaw<RunRow[]>`
    SELECT * FROM (${Prisma.join(ranges, ' UNION ALL ')}) ranges ${NEWEST_FIRST} LIMIT ${count}`
}

/**
 * Nothing older than the page's last instant. Postgres takes a window of time for a row or two, whatever it holds, and
 * would sort all of it: the last instant is looked up first, in the index alone.
 */
const notBelow = (clauses: readonly Prisma.Sql[], count: number) => Prisma.sql`submitted_at >= COALESCE((
  SELECT submitted_at FROM faucet_serve_runs ${where(clauses)} ORDER BY submitted_at DESC LIMIT 1 OFFSET ${count - 1}), '')`

function byLinks({ db }: PrismaEnv, { filter, after, count }: Question, tenant: string): Promise<RunRow[]> {
  // The inner LIMIT tells planners without statistics that the list is short.
  const linked = Prisma.sql`run_id IN (SELECT run_id FROM (
    SELECT run_id FROM faucet_tenant_runs WHERE tenant = ${tenant} LIMIT ${FEW_LINKS + 1}) few)`
  const clauses = [linked, ...inStatuses(filter), ...clausesOf({ ...filter, tenant: undefined }, after)]
  return db.$queryRaw<
    RunRow[]
  >`SELECT ${RUN_COLUMNS} FROM faucet_serve_runs ${where(clauses)} ${NEWEST_FIRST} LIMIT ${count}`
}

/**
 * Looks through windows of the newest runs, each cut at an instant of the submitted index, until the page is full, the
 * runs end, or `goOn` says no.
 */
async function walk(env: PrismaEnv, question: Question, goOn: (looked: number) => boolean): Promise<Answer> {
  const { filter, count } = question
  const rows: RunRow[] = []
  let after = question.after
  for (let size = FIRST_WINDOW; ; size = Math.min(size * 2, LARGEST_WINDOW)) {
    const from = await windowEnd(env, filter, after, size)
    const window = from === null ? [] : [Prisma.sql`submitted_at >= ${from}`]
    const clauses = [...window, ...inStatuses(filter), ...clausesOf(filter, after)]
    rows.push(
      ...(await env.db.$queryRaw<RunRow[]>`
        SELECT ${RUN_COLUMNS} FROM faucet_serve_runs ${where(clauses)} ${NEWEST_FIRST} LIMIT ${count - rows.length}`),
    )
    if (from === null || rows.length >= count) return { rows }
    if (!goOn(size)) return { rows, reached: from }
    after = { at: from, id: '' }
  }
}

/** The instant `size` runs further back, from the index alone; null: fewer are left. */
async function windowEnd(
  { db }: PrismaEnv,
  filter: RunFilter,
  after: Place | null,
  size: number,
): Promise<string | null> {
  const bounds = [
    ...(filter.since === undefined ? [] : [Prisma.sql`submitted_at >= ${ts9(filter.since)}`]),
    ...(filter.until === undefined ? [] : [Prisma.sql`submitted_at <= ${ts9(filter.until)}`]),
    // A position without an id stands before every run of its instant: those have been looked at.
    ...(after === null
      ? []
      : [after.id === '' ? Prisma.sql`submitted_at < ${after.at}` : Prisma.sql`submitted_at <= ${after.at}`]),
  ]
  const [row] = await db.$queryRaw<{ submitted_at: string }[]>`
    SELECT submitted_at FROM faucet_serve_runs ${where(bounds)} ORDER BY submitted_at DESC LIMIT 1 OFFSET ${size}`
  return row?.submitted_at ?? null
}

const NEWEST_FIRST = Prisma.sql`ORDER BY submitted_at DESC, run_id DESC`
const where = (clauses: readonly Prisma.Sql[]) =>
  clauses.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join([...clauses], ' AND ')}`
const hasStatus = (status: string) => Prisma.sql`status = ${status}`
const inStatuses = ({ status }: RunFilter) =>
  status.length === 0 ? [] : [Prisma.sql`status IN (${Prisma.join([...new Set(status)])})`]

/** Every clause but the status. The tenant is looked up per run: only windows and small pages ask for it. */
function clausesOf(
  filter: Omit<RunFilter, 'tenant'> & { tenant?: string | undefined },
  after: Place | null,
): Prisma.Sql[] {
  return [
    filter.name !== undefined && Prisma.sql`name = ${filter.name}`,
    filter.since !== undefined && Prisma.sql`submitted_at >= ${ts9(filter.since)}`,
    filter.until !== undefined && Prisma.sql`submitted_at <= ${ts9(filter.until)}`,
    filter.tenant !== undefined &&
      Prisma.sql`(SELECT l.tenant FROM faucet_tenant_runs l WHERE l.run_id = faucet_serve_runs.run_id) = ${filter.tenant}`,
    after !== null && Prisma.sql`(submitted_at, run_id) < (${after.at}, ${after.id})`,
  ].filter((clause) => clause !== false)
}

async function hasFewLinks({ db }: PrismaEnv, tenant: string): Promise<boolean> {
  const links = await db.$queryRaw<unknown[]>`
    SELECT 1 AS link FROM faucet_tenant_runs WHERE tenant = ${tenant} LIMIT ${FEW_LINKS + 1}`
  return links.length <= FEW_LINKS
}

/** Where a cursor stands. A bare id that names no run restarts at the top, as engines do; the long form needs no row. */
async function placeOf({ db }: PrismaEnv, text: string): Promise<Place | null> {
  const cursor = parseRunCursor(text)
  if (cursor.at !== null) return { at: ts9(cursor.at), id: cursor.id }
  const [row] = await db.$queryRaw<{ submitted_at: string }[]>`
    SELECT submitted_at FROM faucet_serve_runs WHERE run_id = ${cursor.id}`
  return row === undefined ? null : { at: row.submitted_at, id: cursor.id }
}

const LOOK_AGAIN_MS = 60_000
const nameIndexes = new WeakMap<PrismaEnv['db'], { at: number; found: Promise<boolean> }>()

/** Is our index on names there? Remembered for a minute: it may be built or dropped while we run. */
export function hasNameIndex({ db, dialect }: PrismaEnv): Promise<boolean> {
  const known = nameIndexes.get(db)
  if (known !== undefined && performance.now() - known.at < LOOK_AGAIN_MS) return known.found
  const found = findNameIndex(db, dialect)
  nameIndexes.set(db, { at: performance.now(), found })
  found.catch(() => nameIndexes.delete(db))
  return found
}

async function findNameIndex(db: PrismaEnv['db'], dialect: Dialect): Promise<boolean> {
  const rows =
    dialect === 'sqlite'
      ? await db.$queryRaw<unknown[]>`SELECT 1 AS one FROM sqlite_master WHERE type = 'index' AND name = ${NAME_INDEX}`
      : await db.$queryRaw<unknown[]>`
          SELECT 1 AS one FROM pg_catalog.pg_class c JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid
          WHERE c.relname = ${NAME_INDEX} AND i.indisvalid AND pg_catalog.pg_table_is_visible(c.oid)`
  return rows.length > 0
}
