import 'server-only'
import type { LogReads } from '@/lib/contract/ports/insight-logs'
import { LOG_LEVELS, TRUNCATED_SEQ } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { countsOf, paddedSeq, plainSeq, readDelivery, readLogLine } from '@/lib/store/kit/log-rows'
import { byteOrder } from './byte-order'
import { type Dialect, Prisma } from './client'
import type { PrismaEnv } from './env'

const TABLE = 'faucet_serve_run_logs'
type Row = Record<string, string | null>

export function createLogReads(env: PrismaEnv): LogReads {
  const { db, shape, dialect } = env
  /** The lines of a run behind a sequence: one range of the primary key. */
  const linesAfter = (runId: string, after: Seq | null) =>
    Prisma.sql`run_id = ${runId} AND seq <> ${TRUNCATED_SEQ} ${after === null ? Prisma.empty : Prisma.sql`AND seq > ${paddedSeq(after)}`}`
  const attrs = async () => ((await shape.has(TABLE, 'attrs')) ? Prisma.sql`, attrs` : Prisma.empty)

  return {
    async logStretches(runId, after, size, most) {
      if (!(await shape.has(TABLE))) return []
      const sums = LOG_LEVELS.map(
        (level, index) =>
          Prisma.sql`CAST(SUM(CASE WHEN level = ${level} THEN 1 ELSE 0 END) AS TEXT) AS ${Prisma.raw(`c${index}`)}`,
      )
      const rows = await db.$queryRaw<Row[]>`
        SELECT MAX(seq) AS last, MAX(ts) AS latest, CAST(COUNT(*) AS TEXT) AS lines, ${Prisma.join(sums)} FROM (
          SELECT seq, ts, level, (ROW_NUMBER() OVER (ORDER BY seq) - 1) / ${Prisma.raw(String(size))} AS stretch FROM (
            SELECT seq, ts, level FROM faucet_serve_run_logs WHERE ${linesAfter(runId, after)}
            ORDER BY seq LIMIT ${size * most}) looked) numbered
        GROUP BY stretch ORDER BY stretch`
      return rows.map((row) => ({
        to: plainSeq(row['last'] ?? ''),
        at: row['latest'] ?? '',
        counts: countsOf(
          Number(row['lines']),
          LOG_LEVELS.map((_, index) => Number(row[`c${index}`])),
        ),
      }))
    },

    async logWindow(runId, { after, to, look, hidden, longest }) {
      if (!(await shape.has(TABLE))) return []
      const more = await attrs()
      const shown = hidden.length === 0 ? Prisma.empty : Prisma.sql`WHERE level NOT IN (${Prisma.join(hidden)})`
      const rows = await db.$queryRaw<Row[]>`
        SELECT CAST(place AS TEXT) AS place, seq, ts, level, SUBSTR(line, 1, ${Prisma.raw(String(longest))}) AS line,
          CAST(LENGTH(line) AS TEXT) AS length ${more} FROM (
          SELECT seq, ts, level, line ${more}, ROW_NUMBER() OVER (ORDER BY seq) AS place FROM (
            SELECT seq, ts, level, line ${more} FROM faucet_serve_run_logs
            WHERE ${linesAfter(runId, after)} AND seq <= ${paddedSeq(to)} ORDER BY seq LIMIT ${look}) looked) placed
        ${shown} ORDER BY seq`
      return rows.map((row) => {
        const whole = Number(row['length'])
        return { ...readLogLine(row), place: Number(row['place']), ...(whole > longest && { whole }) }
      })
    },

    async logCandidates(runId, after, look, holds) {
      if (!(await shape.has(TABLE))) return { lines: [], reached: null }
      const [last] = await db.$queryRaw<Row[]>`
        SELECT seq FROM faucet_serve_run_logs WHERE ${linesAfter(runId, after)} ORDER BY seq LIMIT 1 OFFSET ${look - 1}`
      const until = last === undefined ? Prisma.empty : Prisma.sql`AND seq <= ${last['seq']}`
      const rows = await db.$queryRaw<Row[]>`
        SELECT seq, level, line FROM faucet_serve_run_logs
        WHERE ${linesAfter(runId, after)} ${until} ${holds === null ? Prisma.empty : mayHold(dialect, holds)} ORDER BY seq`
      const lines = rows
        .map((row) => readLogLine({ ...row, ts: '' }))
        .map(({ seq, level, line }) => ({ seq, level, line }))
      return { lines, reached: last === undefined ? null : plainSeq(last['seq'] ?? '') }
    },

    async logTail(runId, count) {
      if (!(await shape.has(TABLE))) return []
      const rows = await db.$queryRaw<Row[]>`
        SELECT seq, ts, level, line ${await attrs()} FROM faucet_serve_run_logs WHERE ${linesAfter(runId, null)}
        ORDER BY seq DESC LIMIT ${Math.max(1, count)}`
      return rows.map(readLogLine).reverse()
    },

    async oldestLogAt() {
      if (!(await shape.has(TABLE))) return null
      // Empty on the line that says a log was cut.
      const [row] = await db.$queryRaw<Row[]>`SELECT ts FROM faucet_serve_run_logs WHERE ts > '' ORDER BY ts LIMIT 1`
      return row?.['ts'] ?? null
    },

    async logDelivery(runId) {
      if (!(await shape.has('faucet_serve_log_ship'))) return null
      const [row] = await db.$queryRaw<Row[]>`
        SELECT delivered_seq, delivered_at, dropped, last_error, last_attempt_at, failing_since
        FROM faucet_serve_log_ship WHERE run_id = ${runId}`
      return row === undefined ? null : readDelivery(row)
    },
  }
}

/** Both ignore the case of ASCII letters; a colour may stand in the middle of a word. */
function mayHold(dialect: Dialect, text: string): Prisma.Sql {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return dialect === 'postgres'
    ? Prisma.sql`AND (line ${byteOrder(dialect)} ILIKE ${pattern} OR strpos(line, chr(27)) > 0)`
    : Prisma.sql`AND (line LIKE ${pattern} ESCAPE '\\' OR instr(line, char(27)) > 0)`
}
