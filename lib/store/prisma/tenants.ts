import 'server-only'
import { bodyText } from '@/lib/contract/body'
import type { TenantsStore } from '@/lib/contract/ports/tenants'
import { TenantRecord, TenantStateRef } from '@/lib/contract/records/tenants'
import { type Stored, stored } from '@/lib/contract/stored'
import { byText } from '@/lib/store/kit/order'
import { ts9 } from '@/lib/store/kit/ts9'
import { connections, connectSessions } from './connections'
import type { PrismaEnv } from './env'

interface TenantRow {
  id: string
  updated_at: string
  body: string
}
interface StateRefRow {
  tenant: string
  state_key: string
  body: string
}
const storedTenant = ({ body, ...columns }: TenantRow): Stored<TenantRecord> => stored(TenantRecord, columns, body)
const storedRef = ({ body, ...columns }: StateRefRow): Stored<TenantStateRef> => stored(TenantStateRef, columns, body)

export function createPrismaTenants(env: PrismaEnv): TenantsStore {
  const { db } = env

  return {
    ...connections(env),
    ...connectSessions(env),

    async upsert(tenant, guard) {
      const [updatedAt, body] = [ts9(tenant.updated_at), bodyText(TenantRecord, tenant)]
      if (guard?.onlyIf === null) {
        const made = await db.$executeRaw`
          INSERT INTO faucet_tenants (id, updated_at, body) VALUES (${tenant.id}, ${updatedAt}, ${body})
          ON CONFLICT (id) DO NOTHING`
        return made === 1
      }
      if (guard !== undefined) {
        const replaced = await db.$executeRaw`
          UPDATE faucet_tenants SET updated_at = ${updatedAt}, body = ${body}
          WHERE id = ${tenant.id} AND body = ${guard.onlyIf.text}`
        return replaced === 1
      }
      await db.$executeRaw`
        INSERT INTO faucet_tenants (id, updated_at, body) VALUES (${tenant.id}, ${updatedAt}, ${body})
        ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, body = excluded.body`
      return true
    },

    async get(id) {
      const [row] = await db.$queryRaw<TenantRow[]>`SELECT id, updated_at, body FROM faucet_tenants WHERE id = ${id}`
      return row === undefined ? null : storedTenant(row)
    },

    async list() {
      const rows = await db.$queryRaw<TenantRow[]>`SELECT id, updated_at, body FROM faucet_tenants`
      return rows.sort(byText(({ id }) => id)).map(storedTenant)
    },

    async remove(id) {
      const removed = await db.$transaction([
        db.$executeRaw`DELETE FROM faucet_tenant_connections WHERE tenant = ${id}`,
        db.$executeRaw`DELETE FROM faucet_connect_sessions WHERE tenant = ${id}`,
        db.$executeRaw`DELETE FROM faucet_tenant_runs WHERE tenant = ${id}`,
        db.$executeRaw`DELETE FROM faucet_tenant_state_refs WHERE tenant = ${id}`,
        db.$executeRaw`DELETE FROM faucet_tenants WHERE id = ${id}`,
      ])
      return removed.at(-1) === 1
    },

    async linkRun(runId, tenant) {
      await db.$executeRaw`
        INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES (${runId}, ${tenant})
        ON CONFLICT (run_id) DO UPDATE SET tenant = excluded.tenant`
    },

    async addStateRef(ref) {
      await db.$executeRaw`
        INSERT INTO faucet_tenant_state_refs (tenant, state_key, body)
        VALUES (${ref.tenant}, ${ref.key}, ${bodyText(TenantStateRef, ref)}) ON CONFLICT (tenant, state_key) DO NOTHING`
    },

    async listStateRefs(tenant) {
      const rows = await db.$queryRaw<StateRefRow[]>`
        SELECT tenant, state_key, body FROM faucet_tenant_state_refs WHERE tenant = ${tenant}`
      return rows.sort(byText(({ state_key }) => state_key)).map(storedRef)
    },
  }
}
