import 'server-only'
import type { AuditStore } from '@/lib/contract/ports/audit'
import type { AuditFilter } from '@/lib/contract/records/audit'
import { auditRow, LATER_AUDIT_COLUMNS, readAudit } from '@/lib/store/kit/audit-rows'
import { ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

const COLUMNS = Prisma.sql`a.id, a.ts, a.principal, a.role, a.action, a.run_id, a.config_fingerprint, a.source_ip, a.result`

export function createPrismaAudit(env: PrismaEnv): AuditStore {
  const { db, clock, shape } = env

  return {
    async record(entry) {
      const { target, detail, ...row } = auditRow(entry)
      const later = await laterColumns(env)
      const columns = { ...row, ...pick({ target, detail }, later) }
      const inserted = db.$executeRaw`
        INSERT INTO faucet_serve_audit (${Prisma.join(Object.keys(columns).map((name) => Prisma.raw(name)))})
        VALUES (${Prisma.join(Object.values(columns))})`
      // A store older than tenants has no place for one: the entry matters more than its tenant.
      if (entry.tenant === undefined || !(await shape.has('faucet_serve_audit_tenants'))) {
        await inserted
        return
      }
      await db.$transaction([
        inserted,
        db.$executeRaw`
          INSERT INTO faucet_serve_audit_tenants (id, tenant) VALUES (${entry.id}, ${entry.tenant})
          ON CONFLICT (id) DO NOTHING`,
      ])
    },

    async list(filter) {
      const now = clock.now()
      const tenants = await shape.has('faucet_serve_audit_tenants')
      if (!tenants && filter.tenant !== undefined) return []
      const later = (await laterColumns(env)).map((name) => Prisma.sql`a.${Prisma.raw(name)}`)
      const rows = await db.$queryRaw<Record<string, string | null>[]>`
        SELECT ${Prisma.join([COLUMNS, ...later, ...(tenants ? [Prisma.sql`t.tenant`] : [])])} FROM faucet_serve_audit a
        ${tenants ? Prisma.sql`LEFT JOIN faucet_serve_audit_tenants t ON t.id = a.id` : Prisma.empty} ${where(filter)}
        ORDER BY a.ts DESC, a.id DESC LIMIT ${Math.max(1, filter.limit)}`
      return rows.map((row) => readAudit(row, now))
    },
  }
}

async function laterColumns({ shape }: PrismaEnv): Promise<(typeof LATER_AUDIT_COLUMNS)[number][]> {
  const present = await Promise.all(LATER_AUDIT_COLUMNS.map((name) => shape.has('faucet_serve_audit', name)))
  return LATER_AUDIT_COLUMNS.filter((_, at) => present[at])
}

const pick = <K extends string>(columns: Record<K, string | null>, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, columns[name]]))

function where(filter: AuditFilter): Prisma.Sql {
  const clauses = [
    filter.principal !== undefined && Prisma.sql`a.principal = ${filter.principal}`,
    filter.action !== undefined && Prisma.sql`a.action = ${filter.action}`,
    filter.result !== undefined && Prisma.sql`a.result = ${filter.result}`,
    filter.id !== undefined && Prisma.sql`a.id = ${filter.id}`,
    filter.before !== undefined &&
      Prisma.sql`(a.ts, a.id) < (SELECT b.ts, b.id FROM faucet_serve_audit b WHERE b.id = ${filter.before})`,
    filter.tenant !== undefined && Prisma.sql`t.tenant = ${filter.tenant}`,
    filter.since !== undefined && Prisma.sql`a.ts >= ${ts9(filter.since)}`,
    filter.until !== undefined && Prisma.sql`a.ts <= ${ts9(filter.until)}`,
  ].filter((clause) => clause !== false)
  return clauses.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(clauses, ' AND ')}`
}
