import 'server-only'
import { shift } from '@/lib/contract/clock'
import type { LogsStore } from '@/lib/contract/ports/logs'
import { TRUNCATED_SEQ } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { logRow, paddedSeq, readLogLine } from '@/lib/store/kit/log-rows'
import { ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

type LogRow = ReturnType<typeof logRow>

/** Rows of one statement: far below the 32,766 values that SQLite binds, and few sizes, since Postgres keeps a plan of each. */
const ROWS_PER_STATEMENT = [512, 64, 8, 1] as const
const SEQ_PROBES = 16

export function createPrismaLogs(env: PrismaEnv): LogsStore {
  const { db, clock, shape } = env

  return {
    async record(runId, lines) {
      if (lines.length === 0) return
      const rows = lines.map((line) => logRow(runId, line))
      const attrs = await shape.has('faucet_serve_run_logs', 'attrs')
      // Stores of 1.13.0 to 1.13.2 have no schema table, and their engines drop a line whose number is taken.
      if (!(await shape.has('faucet_serve_schema'))) {
        await insert(env, rows, attrs)
        return
      }
      // Somebody may take a number between the look and the insert: only those lines go round again.
      for (let round = 0, left = rows; left.length > 0 && round < SEQ_PROBES; round++) {
        const placed = place(left, await takenNear(env, runId, left))
        const landed = await insert(env, placed, attrs)
        left = placed.filter(({ seq }) => seq !== TRUNCATED_SEQ && !landed.has(seq))
      }
    },

    async list(runId, after, limit) {
      const from = after === null ? Prisma.empty : Prisma.sql`AND seq > ${paddedSeq(after)}`
      const attrs = (await shape.has('faucet_serve_run_logs', 'attrs')) ? Prisma.sql`, attrs` : Prisma.empty
      const rows = await db.$queryRaw<Record<string, string | null>[]>`
        SELECT seq, ts, level, line ${attrs} FROM faucet_serve_run_logs
        WHERE run_id = ${runId} AND seq <> ${TRUNCATED_SEQ} ${from} ORDER BY seq LIMIT ${Math.max(1, limit)}`
      const sentinel = await db.$queryRaw<unknown[]>`
        SELECT 1 AS one FROM faucet_serve_run_logs WHERE run_id = ${runId} AND seq = ${TRUNCATED_SEQ}`
      return { lines: rows.map(readLogLine), truncated: sentinel.length > 0 }
    },

    async purge(ageMs) {
      return db.$executeRaw`DELETE FROM faucet_serve_run_logs WHERE ts < ${ts9(shift(clock.now(), -ageMs))}`
    },
  }
}

/** All rows in one transaction; a taken number is passed over. Gives the numbers that landed. */
async function insert({ db }: PrismaEnv, rows: readonly LogRow[], attrs: boolean): Promise<Set<string>> {
  const columns = Prisma.raw(`run_id, seq, ts, level, line${attrs ? ', attrs' : ''}`)
  const landed = await db.$transaction(
    chunksOf(rows).map((chunk) => {
      const values = chunk.map((row) => {
        const last = attrs ? Prisma.sql`, ${row.attrs}` : Prisma.empty
        return Prisma.sql`(${row.run_id}, ${row.seq}, ${row.ts}, ${row.level}, ${row.line}${last})`
      })
      return db.$queryRaw<{ seq: string }[]>`
        INSERT INTO faucet_serve_run_logs (${columns}) VALUES ${Prisma.join(values)}
        ON CONFLICT (run_id, seq) DO NOTHING RETURNING seq`
    }),
  )
  return new Set(landed.flat().map(({ seq }) => seq))
}

function chunksOf(rows: readonly LogRow[]): LogRow[][] {
  const chunks: LogRow[][] = []
  let at = 0
  for (const size of ROWS_PER_STATEMENT) {
    for (; rows.length - at >= size; at += size) chunks.push(rows.slice(at, at + size))
  }
  return chunks
}

/** Numbers in use from the first of these rows to as far behind the last as probing goes; the sentinel is never moved. */
async function takenNear({ db }: PrismaEnv, runId: string, rows: readonly LogRow[]): Promise<Set<string>> {
  const seqs = rows.flatMap(({ seq }) => (seq === TRUNCATED_SEQ ? [] : [seq])).sort()
  if (seqs.length === 0) return new Set()
  const last = paddedSeq(String(BigInt(seqs.at(-1) ?? 0) + BigInt(SEQ_PROBES)) as Seq)
  const taken = await db.$queryRaw<{ seq: string }[]>`
    SELECT seq FROM faucet_serve_run_logs WHERE run_id = ${runId} AND seq >= ${seqs[0] ?? ''} AND seq <= ${last}`
  return new Set(taken.map(({ seq }) => seq))
}

/** Each row at its own number or the next free one, in order; a row that finds none is left out. */
function place(rows: readonly LogRow[], taken: Set<string>): LogRow[] {
  return rows.flatMap((row) => {
    const probes = row.seq === TRUNCATED_SEQ ? 1 : SEQ_PROBES
    for (let probe = 0; probe < probes; probe++) {
      const seq = paddedSeq(String(BigInt(row.seq) + BigInt(probe)) as Seq)
      if (seq >= TRUNCATED_SEQ && row.seq !== TRUNCATED_SEQ) break
      if (taken.has(seq)) continue
      taken.add(seq)
      return [{ ...row, seq }]
    }
    return []
  })
}
