import 'server-only'
import { bodyText } from '@/lib/contract/body'
import type { ChangesStore } from '@/lib/contract/ports/changes'
import { type ChangeFilter, ChangeRequest, changeRequestFor } from '@/lib/contract/records/changes'
import { type Stored, stored } from '@/lib/contract/stored'
import { CHANGES_LISTED, changeColumns } from '@/lib/store/kit/change-rows'
import { foldedBody } from '@/lib/store/kit/folded-body'
import { newestFirst } from '@/lib/store/kit/newest-first'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { oldestEngineOn } from './oldest-engine'

const CHUNK = 500

type ChangeRow = Record<string, string | null> & { id: string; created_at: string; body: string }

const storedChange = ({ body, ...columns }: ChangeRow): Stored<ChangeRequest> => stored(ChangeRequest, columns, body)

export function createPrismaChanges(env: PrismaEnv): ChangesStore {
  const { db } = env

  return {
    async upsert(change, { onlyIf } = {}) {
      const schema = changeRequestFor(await oldestEngineOn(env))
      const tenant = (await hasTenants(env)) ? { tenant: change.tenant ?? null } : {}
      if (onlyIf === undefined) {
        const body = bodyText(schema, change)
        const columns = { ...changeColumns(change), ...tenant, body }
        const names = Object.keys(columns).map((name) => Prisma.raw(name))
        await db.$executeRaw`
          INSERT INTO faucet_serve_changes (${Prisma.join(names)}) VALUES (${Prisma.join(Object.values(columns))})
          ON CONFLICT (id) DO UPDATE SET
          ${Prisma.join(names.map((name) => Prisma.sql`${name} = excluded.${name}`))}`
        return true
      }
      const body = foldedBody(schema, onlyIf, change)
      const { id, ...columns } = { ...changeColumns(change), ...tenant, body }
      const changed = await db.$executeRaw`
        UPDATE faucet_serve_changes
        SET ${Prisma.join(Object.entries(columns).map(([name, value]) => Prisma.sql`${Prisma.raw(name)} = ${value}`))}
        WHERE id = ${id} AND status = ${onlyIf.columns['status']} AND body = ${onlyIf.text}`
      return changed === 1
    },

    async get(id) {
      const [row] = await db.$queryRaw<ChangeRow[]>`
        SELECT ${await columnsOf(env)} FROM faucet_serve_changes WHERE id = ${id}`
      return row === undefined ? null : storedChange(row)
    },

    list: (filter) => listChanges(env, filter),

    async remove(id) {
      return (await db.$executeRaw`DELETE FROM faucet_serve_changes WHERE id = ${id}`) > 0
    },
  }
}

/** The tenant column came with engine 1.13.3; before, only bodies know. */
const hasTenants = ({ shape }: PrismaEnv) => shape.has('faucet_serve_changes', 'tenant')

const columnsOf = async (env: PrismaEnv) =>
  Prisma.join(
    ['id', 'kind', 'status', 'requester', 'created_at', 'expires_at', ...((await hasTenants(env)) ? ['tenant'] : [])]
      .concat('body')
      .map((name) => Prisma.raw(name)),
  )

async function listChanges(env: PrismaEnv, filter: ChangeFilter): Promise<Stored<ChangeRequest>[]> {
  const limit = filter.limit || CHANGES_LISTED
  const { status, kind, requester, tenant } = filter
  const byColumn = tenant !== undefined && (await hasTenants(env))
  const clauses = [
    status !== undefined && Prisma.sql`status = ${status}`,
    kind !== undefined && Prisma.sql`kind = ${kind}`,
    requester !== undefined && Prisma.sql`requester = ${requester}`,
    byColumn && Prisma.sql`tenant = ${tenant}`,
  ].filter((clause) => clause !== false)
  if (tenant === undefined || byColumn) return (await chunk(env, clauses, limit, null)).map(storedChange)

  const found: Stored<ChangeRequest>[] = []
  for (let after: ChangeRow | null = null; ; ) {
    const rows: ChangeRow[] = await chunk(env, clauses, CHUNK, after)
    for (const change of rows.map(storedChange)) {
      const read = change.read()
      if (read.ok && read.record.tenant === tenant) found.push(change)
    }
    after = rows.at(-1) ?? null
    if (found.length >= limit || rows.length < CHUNK || after === null) return found.slice(0, limit)
  }
}

/** The next `count` rows behind `after`, newest first. */
async function chunk(
  env: PrismaEnv,
  clauses: readonly Prisma.Sql[],
  count: number,
  after: ChangeRow | null,
): Promise<ChangeRow[]> {
  const all = [
    ...clauses,
    ...(after === null
      ? []
      : [
          Prisma.sql`created_at <= ${after.created_at}
          AND (created_at < ${after.created_at} OR id > ${after.id})`,
        ]),
  ]
  const where = all.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(all, ' AND ')}`
  const rows = await env.db.$queryRaw<ChangeRow[]>`
    SELECT ${await columnsOf(env)} FROM faucet_serve_changes ${where}
    ORDER BY created_at DESC, id ASC LIMIT ${count}`
  return rows.sort(newestFirst)
}
