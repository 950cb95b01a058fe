import 'server-only'
import { submitMoment } from '@/lib/store/kit/submit-moment'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

/** Runs that one statement asks for. */
const AT_ONCE = 100

/** The trail has an index on its time alone: each run is looked for in the moments around its submission, and nowhere else. */
export async function findSubmitters(
  { db, shape }: PrismaEnv,
  runIds: readonly string[],
): Promise<Record<string, string>> {
  if (!(await shape.has('faucet_serve_audit'))) return {}
  const found: [string, string][] = []
  const ids = [...new Set(runIds)]
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const runs = await db.$queryRaw<{ run_id: string; submitted_at: string }[]>`
      SELECT run_id, submitted_at FROM faucet_serve_runs WHERE run_id IN (${Prisma.join(ids.slice(from, from + AT_ONCE))})`
    const moments = runs.flatMap(({ run_id, submitted_at }) => {
      const moment = submitMoment(submitted_at)
      return moment === null
        ? []
        : [Prisma.sql`SELECT ${run_id} AS run_id, ${moment.since} AS since, ${moment.until} AS until`]
    })
    if (moments.length === 0) continue
    const rows = await db.$queryRaw<{ run_id: string; principal: string | null }[]>`
      SELECT m.run_id, (
        SELECT a.principal FROM faucet_serve_audit a
        WHERE a.ts >= m.since AND a.ts <= m.until AND a.run_id = m.run_id AND a.action = 'run.submit'
        ORDER BY a.ts LIMIT 1) AS principal
      FROM (${Prisma.join(moments, ' UNION ALL ')}) m`
    for (const { run_id, principal } of rows) if (principal !== null) found.push([run_id, principal])
  }
  return Object.fromEntries(found)
}
