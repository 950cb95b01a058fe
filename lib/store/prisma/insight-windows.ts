import 'server-only'
import type { InsightWindows, WindowCount } from '@/lib/contract/ports/insight-windows'
import { RUN_STATUSES, RunRecord } from '@/lib/contract/records/runs'
import { type Stored, stored } from '@/lib/contract/stored'
import { storedDataset } from '@/lib/store/kit/catalog-rows'
import { type Ts9, ts9 } from '@/lib/store/kit/ts9'
import { windowCount } from '@/lib/store/kit/window-count'
import { DATASET_COLUMNS, type DatasetRow } from './catalog-reads'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

/** Stretches that one statement counts: between two statements others get their turn, and the clock is looked at. */
const AT_ONCE = 32

const COLUMNS = Prisma.sql`run_id, name, status, submitted_at, finished_at, owner, lease_expires_at, cancel_requested`
type Row = Record<string, string | null> & { run_id: string }
const bare = (row: Row): Stored<RunRecord> => stored(RunRecord, row, '')

export function createInsightWindows(env: PrismaEnv): InsightWindows {
  const { db, shape } = env
  return {
    async countWindows(edges, budgetMs) {
      const stop = performance.now() + budgetMs
      const stretches = edges.slice(1).map((until, at) => ({ since: ts9(edges[at] ?? until), until: ts9(until) }))
      const counts: (WindowCount | null)[] = stretches.map(() => null)
      for (let end = stretches.length; end > 0; end -= AT_ONCE) {
        const begin = Math.max(0, end - AT_ONCE)
        const counted = await countEach(db, stretches.slice(begin, end))
        for (const [at, count] of counted.entries()) counts[begin + at] = count
        if (performance.now() >= stop) break
      }
      return counts
    },

    async runsWithin(since, until, limit, after) {
      const behind =
        after === undefined
          ? Prisma.empty
          : Prisma.sql`AND (submitted_at, run_id) < (${after.submitted_at}, ${after.run_id})`
      const rows = await db.$queryRaw<(Row & { body: string })[]>`
        SELECT run_id, name, status, submitted_at, finished_at, body FROM faucet_serve_runs
        WHERE submitted_at >= ${ts9(since)} AND submitted_at < ${ts9(until)} ${behind}
        ORDER BY submitted_at DESC, run_id DESC LIMIT ${limit}`
      return rows.map(({ body, ...columns }) => stored(RunRecord, columns, body))
    },

    async oldestRuns(statuses, limit) {
      if (statuses.length === 0) return []
      const ranges = [...new Set(statuses)].map(
        (status) => Prisma.sql`SELECT * FROM (
          SELECT ${COLUMNS} FROM faucet_serve_runs WHERE status = ${status}
          ORDER BY submitted_at LIMIT ${limit}) one`,
      )
      const rows = await db.$queryRaw<Row[]>`
        SELECT * FROM (${Prisma.join(ranges, ' UNION ALL ')}) ranges ORDER BY submitted_at, run_id LIMIT ${limit}`
      return rows.map(bare)
    },

    async lapsedRuns(now, limit) {
      const ended = [Prisma.sql`lease_expires_at IS NULL`, Prisma.sql`lease_expires_at < ${ts9(now)}`]
      const ranges = ['running', 'queued'].flatMap((status) =>
        ended.map(
          (over) => Prisma.sql`SELECT * FROM (
            SELECT ${COLUMNS} FROM faucet_serve_runs WHERE status = ${status} AND ${over}
            ORDER BY lease_expires_at LIMIT ${limit}) one`,
        ),
      )
      const rows = await db.$queryRaw<Row[]>`
        SELECT * FROM (${Prisma.join(ranges, ' UNION ALL ')}) ranges
        ORDER BY COALESCE(lease_expires_at, ''), run_id LIMIT ${limit}`
      return rows.map(bare)
    },

    async catalogFreshness(before, limit, cap) {
      if (!(await shape.has('faucet_catalog_datasets'))) return null
      const [sums] = await db.$queryRaw<{ datasets: string; stale: string | null }[]>`
        SELECT CAST(COUNT(*) AS TEXT) AS datasets,
          CAST(SUM(CASE WHEN last_seen < ${ts9(before)} THEN 1 ELSE 0 END) AS TEXT) AS stale
        FROM (SELECT last_seen FROM faucet_catalog_datasets LIMIT ${cap + 1}) looked`
      const [datasets, stale] = [Number(sums?.datasets ?? 0), Number(sums?.stale ?? 0)]
      const oldest = await db.$queryRaw<DatasetRow[]>`
        SELECT ${DATASET_COLUMNS} FROM faucet_catalog_datasets WHERE last_seen < ${ts9(before)}
        ORDER BY last_seen, id LIMIT ${limit}`
      return {
        datasets: Math.min(datasets, cap),
        stale: Math.min(stale, cap),
        capped: datasets > cap,
        oldest: oldest.map(storedDataset),
      }
    },

    async templateCounts() {
      if (!(await shape.has('faucet_templates'))) return null
      const count = async (table: string) => {
        if (!(await shape.has(table))) return 0
        const [row] = await db.$queryRaw<{ count: string }[]>`
          SELECT CAST(COUNT(DISTINCT id) AS TEXT) AS count FROM ${Prisma.raw(table)}`
        return Number(row?.count ?? 0)
      }
      return {
        templates: await count('faucet_templates'),
        launched: await count('faucet_template_launches'),
        deprecated: await count('faucet_template_deprecations'),
      }
    },
  }
}

interface Stretch {
  since: Ts9
  until: Ts9
}

/** Ranges of the two submitted indexes, one a stretch and status: no row of the table is touched. */
async function countEach(db: PrismaEnv['db'], stretches: readonly Stretch[]): Promise<WindowCount[]> {
  const within = Prisma.sql`submitted_at >= w.since AND submitted_at < w.until`
  const each = RUN_STATUSES.map(
    (status) => Prisma.sql`
      CAST((SELECT COUNT(*) FROM faucet_serve_runs WHERE status = ${status} AND ${within}) AS TEXT) AS ${Prisma.raw(status)}`,
  )
  const windows = stretches.map(
    ({ since, until }, at) => Prisma.sql`SELECT ${String(at)} AS place, ${since} AS since, ${until} AS until`,
  )
  const rows = await db.$queryRaw<Record<string, string>[]>`
    SELECT w.place, ${Prisma.join(each)},
      CAST((SELECT COUNT(*) FROM faucet_serve_runs WHERE ${within}) AS TEXT) AS total
    FROM (${Prisma.join(windows, ' UNION ALL ')}) w`
  const byPlace = new Map(rows.map((row) => [Number(row['place']), row]))
  return stretches.map((_, at) => windowCount((name) => Number(byPlace.get(at)?.[name] ?? 0)))
}
