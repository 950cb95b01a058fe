import 'server-only'
import type { OutputsStore } from '@/lib/contract/ports/outputs'
import type { LocalOutputFilter, LocalOutputRecord } from '@/lib/contract/records/outputs'
import { recordOf, type Stored } from '@/lib/contract/stored'
import { answersFilter, markDeleted, newOutput, observe } from '@/lib/derive/outputs'
import { hex16 } from '@/lib/store/kit/hash'
import { byLastWritten, outputRow, storedOutput } from '@/lib/store/kit/output-rows'
import { byteOrder } from './byte-order'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { untilWritten } from './fold'

type OutputRow = {
  id: string
  path: string
  dataset_id: string
  pipeline: string
  last_written_at: string
  deleted_at: string | null
  body: string
}
const COLUMNS = Prisma.sql`id, path, dataset_id, pipeline, last_written_at, deleted_at, body`

export function createPrismaOutputs(env: PrismaEnv): OutputsStore {
  return {
    async record(observation) {
      const id = hex16(observation.path)
      const reopensDeleted = (await env.shape.current()).stamp !== null
      await untilWritten(async () => {
        const row = await outputAt(env, id)
        const output =
          row === null ? newOutput(id, observation) : observe(recordOf(row), observation, { reopensDeleted })
        return (await write(env, id, row, output)) || undefined
      })
    },

    list: (filter) => listOutputs(env, filter),

    get: (id) => outputAt(env, id),

    async markDeleted(id, at, bytes) {
      return untilWritten(async () => {
        const row = await outputAt(env, id)
        if (row === null) return false
        return (await write(env, id, row, markDeleted(recordOf(row), at, bytes))) || undefined
      })
    },
  }
}

async function outputAt({ db }: PrismaEnv, id: string): Promise<Stored<LocalOutputRecord> | null> {
  const [row] = await db.$queryRaw<OutputRow[]>`SELECT ${COLUMNS} FROM faucet_local_outputs WHERE id = ${id}`
  return row === undefined ? null : storedOutput(row)
}

/** Writes a folded record over exactly the row that was read. False: somebody else changed or made it in between. */
async function write(
  { db }: PrismaEnv,
  id: string,
  before: Stored<LocalOutputRecord> | null,
  output: LocalOutputRecord,
): Promise<boolean> {
  const { path, dataset_id, pipeline, last_written_at, deleted_at, body } = outputRow(id, before, output)
  const written =
    before === null
      ? await db.$executeRaw`
          INSERT INTO faucet_local_outputs (${COLUMNS})
          VALUES (${id}, ${path}, ${dataset_id}, ${pipeline}, ${last_written_at}, ${deleted_at}, ${body})
          ON CONFLICT (id) DO NOTHING`
      : await db.$executeRaw`
          UPDATE faucet_local_outputs SET path = ${path}, dataset_id = ${dataset_id}, pipeline = ${pipeline},
            last_written_at = ${last_written_at}, deleted_at = ${deleted_at}, body = ${body}
          WHERE id = ${id} AND body = ${before.text}`
  return written === 1
}

async function listOutputs(
  { db, dialect }: PrismaEnv,
  filter: LocalOutputFilter,
): Promise<Stored<LocalOutputRecord>[]> {
  const chosen = [
    !filter.include_deleted && Prisma.sql`deleted_at IS NULL`,
    filter.dataset_id !== undefined && Prisma.sql`dataset_id = ${filter.dataset_id}`,
    filter.pipeline !== undefined && Prisma.sql`pipeline = ${filter.pipeline}`,
  ].filter((clause) => clause !== false)
  const where = chosen.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(chosen, ' AND ')}`
  const limit = filter.limit > 0 ? Prisma.sql`LIMIT ${filter.limit}` : Prisma.empty
  const rows = await db.$queryRaw<OutputRow[]>`
    SELECT ${COLUMNS} FROM faucet_local_outputs ${where}
    ORDER BY last_written_at DESC, path ${byteOrder(dialect)} ${limit}`
  return rows
    .sort(byLastWritten)
    .map(storedOutput)
    .filter((row) => answersFilter(row, filter))
}
