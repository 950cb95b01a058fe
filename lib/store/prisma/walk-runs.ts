import 'server-only'
import type { Scan } from '@/lib/contract/page'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { RunRecord, type RunSearch } from '@/lib/contract/records/runs'
import { type Stored, stored } from '@/lib/contract/stored'
import { type Cursor, longCursor } from '@/lib/derive/cursor'
import { needsBody, runFits } from '@/lib/derive/run-match'
import { ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { planRuns, type RunPlan } from './run-plan'
import {
  countBetween,
  FIRST_WINDOW,
  NEWEST_FIRST,
  nextSize,
  othersTurn,
  type Place,
  rangesIn,
  windowOf,
} from './run-windows'

/** Rows that are fetched at once, to be looked at one by one: bodies may be large. */
const AT_ONCE = 200
const SLIM_AT_ONCE = 2_000

interface Walk {
  after: Cursor | null
  look: number
  ms: number | undefined
  /** Every run comes with its text, not only where a condition needs it. */
  bodies: boolean
  /** Gets each run that fits, newest first; true: it was the last one wanted. */
  take(run: Stored<RunRecord>): boolean
}
type Far = Omit<Scan<RunRecord>, 'rows'>
type Row = Record<string, string | null> & { run_id: string; submitted_at: string; body?: string }

/**
 * Goes through the runs of a search, newest first, in windows of the index that is in this order: of each window the
 * database hands over what may fit, and the rows themselves decide. Between windows others get their turn: SQLite's
 * driver is synchronous.
 */
export async function walkRuns(env: PrismaEnv, search: RunSearch, walk: Walk): Promise<Far> {
  const plan = await planRuns(env, search)
  const fits = runFits(plan.clauses)
  const withBodies = walk.bodies || needsBody(plan.clauses)
  const atOnce = withBodies ? AT_ONCE : SLIM_AT_ONCE
  const deadline = performance.now() + (walk.ms ?? Number.POSITIVE_INFINITY)
  const most = Math.max(1, walk.look)
  const far: Far = { looked: 0, unreadable: 0, reached: null, next: null }
  const stopAt = ({ at, id }: Place): Far => ({ ...far, reached: at as Timestamp, next: longCursor(at, id) })

  let place: Place | null = walk.after?.at ? { at: ts9(walk.after.at), id: walk.after.id } : null
  for (let size = FIRST_WINDOW; ; ) {
    const begun = performance.now()
    const start = place
    const window = await windowOf(env, plan, place, Math.min(size, most - far.looked))
    if (window === null) return far
    for (;;) {
      const rows = await rowsOf(env, plan, { to: window.end, place, count: atOnce, withBodies })
      for (const row of rows) {
        const run = runOf(row)
        const fit = fits(run)
        if (fit === null) far.unreadable++
        if (fit && walk.take(withoutAside(run))) {
          const here = placeOf(row)
          far.looked += await countBetween(env, plan, start, here)
          return stopAt(here)
        }
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < atOnce) break
      place = placeOf(last)
      if (performance.now() >= deadline) {
        far.looked += await countBetween(env, plan, start, place)
        return stopAt(place)
      }
      await othersTurn()
    }
    place = { at: window.end, id: '' }
    far.looked += await countBetween(env, plan, start, place)
    far.reached = window.end as Timestamp
    if (window.isLast) return far
    if (far.looked >= most || performance.now() >= deadline) return stopAt(place)
    size = nextSize(size, performance.now() - begun)
    await othersTurn()
  }
}

const placeOf = ({ submitted_at, run_id }: Row): Place => ({ at: submitted_at, id: run_id })
const runOf = ({ body = '', ...columns }: Row): Stored<RunRecord> => stored(RunRecord, columns, body)

/** What only the search asked for is no column of the run. */
function withoutAside(run: Stored<RunRecord>): Stored<RunRecord> {
  const { shards: _, ...columns } = run.columns
  return { ...run, columns }
}

interface Piece {
  to: string
  place: Place | null
  count: number
  withBodies: boolean
}

function rowsOf({ db }: PrismaEnv, plan: RunPlan, { to, place, count, withBodies }: Piece): Promise<Row[]> {
  const columns = withBodies ? Prisma.sql`${plan.columns}, body` : plan.columns
  const behind = place === null ? [] : [Prisma.sql`(submitted_at, run_id) < (${place.at}, ${place.id})`]
  const clauses = [Prisma.sql`submitted_at >= ${to}`, ...behind, ...plan.where]
  const ranges = rangesIn(plan, clauses).map(
    (range) => Prisma.sql`SELECT * FROM (
      SELECT ${columns} FROM faucet_serve_runs ${range} ${NEWEST_FIRST} LIMIT ${count}) one`,
  )
  return db.$queryRaw<Row[]>`
    SELECT * FROM (${Prisma.join(ranges, ' UNION ALL ')}) ranges ${NEWEST_FIRST} LIMIT ${count}`
}
