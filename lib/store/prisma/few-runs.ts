import 'server-only'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

/** A label that is on more runs than this is met soon enough by looking at the newest ones. */
const FEW = 10_000

/**
 * The runs that carry all these labels, as a clause on `run_id`, where engines keep label rows (from 1.16 on) and one of
 * the labels is rare. Null: the bodies must say.
 */
export async function fewLabelled(
  env: PrismaEnv,
  labels: readonly { key: string; value?: string }[],
): Promise<Prisma.Sql | null> {
  if (labels.length === 0 || !(await env.shape.has('faucet_serve_run_labels'))) return null
  for (const [at, label] of labels.entries()) {
    if (!(await isRare(env, label))) continue
    const [rare, others] = [rowsOf(label), labels.filter((_, other) => other !== at).map(rowsOf)]
    // The inner LIMIT tells planners without statistics that the list is short.
    const first = Prisma.sql`run_id IN (SELECT run_id FROM (${rare} LIMIT ${FEW + 1}) few)`
    return Prisma.join([first, ...others.map((rows) => Prisma.sql`run_id IN (${rows})`)], ' AND ')
  }
  return null
}

const rowsOf = ({ key, value }: { key: string; value?: string }): Prisma.Sql => {
  const same = value === undefined ? Prisma.empty : Prisma.sql`AND value = ${value}`
  return Prisma.sql`SELECT run_id FROM faucet_serve_run_labels WHERE key = ${key} ${same}`
}

async function isRare({ db }: PrismaEnv, label: { key: string; value?: string }): Promise<boolean> {
  const [more] = await db.$queryRaw<unknown[]>`${rowsOf(label)} LIMIT 1 OFFSET ${FEW}`
  return more === undefined
}

/** A tenant with no more runs than this is looked at through its links. */
const FEW_LINKS = 1_000

/** Clauses for the runs of a tenant that has few; none where its runs are met soon enough anyway. */
export async function ofSmallTenant({ db, shape }: PrismaEnv, tenant: string | undefined): Promise<Prisma.Sql[]> {
  if (tenant === undefined || !(await shape.has('faucet_tenant_runs'))) return []
  const links = await db.$queryRaw<unknown[]>`
    SELECT 1 AS link FROM faucet_tenant_runs WHERE tenant = ${tenant} LIMIT 1 OFFSET ${FEW_LINKS}`
  if (links.length > 0) return []
  return [
    Prisma.sql`run_id IN (SELECT run_id FROM (
      SELECT run_id FROM faucet_tenant_runs WHERE tenant = ${tenant} LIMIT ${FEW_LINKS + 1}) own)`,
  ]
}
