import 'server-only'
import type { InsightRunParts, NearRun } from '@/lib/contract/ports/insight-run-parts'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { NEAR_HEAD, NEAR_WHOLE } from '@/lib/store/kit/near-runs'
import { ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { hasNameIndex } from './list-runs'

/** Windows of a walk: small ones keep the loop responsive, since SQLite's driver is synchronous. */
const FIRST_WINDOW = 1_000
const LARGEST_WINDOW = 16_000
const WALK_MS = 120

export function createInsightRunParts(env: PrismaEnv): InsightRunParts {
  return {
    async runsBeside({ name, tenant }, place, way, limit) {
      const isOwn = tenant === undefined ? null : await ownedBy(env, tenant)
      if (isOwn === 'nobody') return { rows: [], reached: null }
      const wanted = [Prisma.sql`name = ${name}`, ...(isOwn === null ? [] : [isOwn])]
      const found: Slim[] = []
      const until = performance.now() + WALK_MS
      const isIndexed = await hasNameIndex(env)
      let from: Place = { at: ts9(place.at), id: place.id }
      for (let size = FIRST_WINDOW; ; size = Math.min(size * 2, LARGEST_WINDOW)) {
        const end = isIndexed ? null : await windowEnd(env, from, way, size)
        found.push(...(await within(env, wanted, from, end, way, limit - found.length)))
        if (end === null || found.length >= limit) return { rows: await withTexts(env, found), reached: null }
        if (performance.now() >= until) return { rows: await withTexts(env, found), reached: end as Timestamp }
        from = { at: end, id: null }
      }
    },
  }
}

/** A place without an id: every run of that instant was looked at. */
type Place = { at: string; id: string | null }
type Slim = Omit<NearRun, 'text' | 'is_whole'>
type Way = 'before' | 'after'

const ORDER = {
  before: Prisma.sql`ORDER BY submitted_at DESC, run_id DESC`,
  after: Prisma.sql`ORDER BY submitted_at, run_id`,
}

function beyond({ at, id }: Place, way: Way): Prisma.Sql {
  if (id === null) return way === 'before' ? Prisma.sql`submitted_at < ${at}` : Prisma.sql`submitted_at > ${at}`
  return way === 'before'
    ? Prisma.sql`(submitted_at, run_id) < (${at}, ${id})`
    : Prisma.sql`(submitted_at, run_id) > (${at}, ${id})`
}

/** The instant `size` runs further on, from the index alone; null: fewer are left. */
async function windowEnd({ db }: PrismaEnv, from: Place, way: Way, size: number): Promise<string | null> {
  const order = way === 'before' ? Prisma.sql`ORDER BY submitted_at DESC` : Prisma.sql`ORDER BY submitted_at`
  const bound = way === 'before' ? Prisma.sql`submitted_at <= ${from.at}` : Prisma.sql`submitted_at >= ${from.at}`
  const [row] = await db.$queryRaw<{ submitted_at: string }[]>`
    SELECT submitted_at FROM faucet_serve_runs WHERE ${from.id === null ? beyond(from, way) : bound}
    ${order} LIMIT 1 OFFSET ${size}`
  return row?.submitted_at ?? null
}

function within(
  { db }: PrismaEnv,
  wanted: readonly Prisma.Sql[],
  from: Place,
  end: string | null,
  way: Way,
  limit: number,
): Promise<Slim[]> {
  const window =
    end === null ? [] : [way === 'before' ? Prisma.sql`submitted_at >= ${end}` : Prisma.sql`submitted_at <= ${end}`]
  const clauses = [beyond(from, way), ...window, ...wanted]
  return db.$queryRaw<Slim[]>`
    SELECT run_id, status, submitted_at, finished_at FROM faucet_serve_runs
    WHERE ${Prisma.join(clauses, ' AND ')} ${ORDER[way]} LIMIT ${limit}`
}

async function withTexts({ db }: PrismaEnv, rows: readonly Slim[]): Promise<NearRun[]> {
  if (rows.length === 0) return []
  const texts = await db.$queryRaw<{ run_id: string; text: string; is_whole: string }[]>`
    SELECT run_id, CASE WHEN length(body) <= ${NEAR_WHOLE} THEN body ELSE substr(body, 1, ${NEAR_HEAD}) END AS text,
      CASE WHEN length(body) <= ${NEAR_WHOLE} THEN 'yes' ELSE 'no' END AS is_whole
    FROM faucet_serve_runs WHERE run_id IN (${Prisma.join(rows.map(({ run_id }) => run_id))})`
  const byId = new Map(texts.map((one) => [one.run_id, one]))
  return rows.flatMap((row) => {
    const text = byId.get(row.run_id)
    return text === undefined ? [] : [{ ...row, text: text.text, is_whole: text.is_whole === 'yes' }]
  })
}

/** Links say whose a run is, whatever its body says; a store older than tenants has none. */
async function ownedBy({ shape }: PrismaEnv, tenant: string): Promise<Prisma.Sql | 'nobody'> {
  if (!(await shape.has('faucet_tenant_runs'))) return 'nobody'
  return Prisma.sql`
    (SELECT l.tenant FROM faucet_tenant_runs l WHERE l.run_id = faucet_serve_runs.run_id) = ${tenant}`
}
