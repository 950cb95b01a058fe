import 'server-only'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import type { RunPlan } from './run-plan'

/** Windows begin small, so that a page that is soon full costs little, and grow until one takes its time. */
export const FIRST_WINDOW = 500
const LARGEST_WINDOW = 64_000
const WINDOW_MS = 25

export function nextSize(size: number, took: number): number {
  if (took < WINDOW_MS / 2) return Math.min(size * 2, LARGEST_WINDOW)
  return took > WINDOW_MS * 2 ? Math.max(Math.floor(size / 2), FIRST_WINDOW) : size
}

/** SQLite's driver is synchronous: between two pieces of work others are served. */
export const othersTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Everything before it was looked at; without an id, its whole instant too. */
export interface Place {
  at: string
  id: string
}

interface Window {
  /** The instant of its last row; all rows of that instant belong to it. */
  end: string
  isLast: boolean
}

/** The next runs in the order of submission, from the index alone; null: there are none. Few runs are one window. */
export async function windowOf(
  { db }: PrismaEnv,
  plan: RunPlan,
  place: Place | null,
  size: number,
): Promise<Window | null> {
  const newest = rangesIn(plan, behindInstant(place)).map(
    (range) => Prisma.sql`SELECT * FROM (
      SELECT submitted_at FROM faucet_serve_runs ${range} ${plan.isFew ? Prisma.empty : newestFew(size)}) one`,
  )
  const [row] = await db.$queryRaw<{ at: string | null; count: string }[]>`
    SELECT MIN(submitted_at) AS at, CAST(COUNT(*) AS TEXT) AS count FROM (
      SELECT submitted_at FROM (${Prisma.join(newest, ' UNION ALL ')}) ranges
      ${plan.isFew ? Prisma.empty : newestFew(size)}) newest`
  return row?.at ? { end: row.at, isLast: plan.isFew || Number(row.count) < size } : null
}
const newestFew = (size: number) => Prisma.sql`ORDER BY submitted_at DESC LIMIT ${size}`

/** Rows behind `from` down to `to`, those of the place itself included: how many were looked at. */
export async function countBetween({ db }: PrismaEnv, plan: RunPlan, from: Place | null, to: Place): Promise<number> {
  const parts = [
    [Prisma.sql`1`, [Prisma.sql`submitted_at >= ${to.at}`, ...behindInstant(from)]],
    ...(to.id === '' ? [] : [[Prisma.sql`-1`, [Prisma.sql`submitted_at = ${to.at}`, Prisma.sql`run_id < ${to.id}`]]]),
    ...(from === null || from.id === ''
      ? []
      : [[Prisma.sql`-1`, [Prisma.sql`submitted_at = ${from.at}`, Prisma.sql`run_id >= ${from.id}`]]]),
  ] as [Prisma.Sql, Prisma.Sql[]][]
  const counts = parts.flatMap(([sign, clauses]) =>
    rangesIn(plan, clauses).map(
      (range) => Prisma.sql`SELECT ${sign} AS sign, COUNT(*) AS count FROM faucet_serve_runs ${range}`,
    ),
  )
  const [row] = await db.$queryRaw<{ count: string }[]>`
    SELECT CAST(SUM(sign * count) AS TEXT) AS count FROM (${Prisma.join(counts, ' UNION ALL ')}) counts`
  return Number(row?.count ?? 0)
}

/** Everything of a range, within the window of time, that also fits these. */
export function rangesIn(plan: RunPlan, clauses: readonly Prisma.Sql[]): Prisma.Sql[] {
  const all = [...plan.bounds, ...(plan.isFew ? plan.few : []), ...clauses]
  return plan.ranges.length === 0 || plan.isFew ? [where(all)] : plan.ranges.map((range) => where([range, ...all]))
}

/** The instants behind a place: its own too, while only a part of it was looked at. */
const behindInstant = (place: Place | null): Prisma.Sql[] =>
  place === null
    ? []
    : [place.id === '' ? Prisma.sql`submitted_at < ${place.at}` : Prisma.sql`submitted_at <= ${place.at}`]

export const NEWEST_FIRST = Prisma.sql`ORDER BY submitted_at DESC, run_id DESC`
const where = (clauses: readonly Prisma.Sql[]) =>
  clauses.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join([...clauses], ' AND ')}`
