import { bodyText } from '@/lib/contract/body'
import type { ConnectionsStore, ConnectSessionsStore, TenantsStore } from '@/lib/contract/ports/tenants'
import { ConnectionRecord, ConnectSession } from '@/lib/contract/records/connections'
import { TenantRecord, TenantStateRef } from '@/lib/contract/records/tenants'
import { type Stored, stored } from '@/lib/contract/stored'
import { byText } from '@/lib/store/kit/order'
import { ts9 } from '@/lib/store/kit/ts9'
import { keyOf, type MemoryEnv, type TableRow } from './state'

const storedTenant = ({ body, ...columns }: TableRow): Stored<TenantRecord> => stored(TenantRecord, columns, body ?? '')
const storedConnection = ({ body, ...columns }: TableRow): Stored<ConnectionRecord> =>
  stored(ConnectionRecord, columns, body ?? '')
const storedRef = ({ body, ...columns }: TableRow): Stored<TenantStateRef> =>
  stored(TenantStateRef, columns, body ?? '')

export function createMemoryTenants(env: MemoryEnv): TenantsStore {
  const { state } = env
  const tenants = state.table('faucet_tenants')
  const links = state.table('faucet_tenant_runs')
  const refs = state.table('faucet_tenant_state_refs')
  const belongings = [state.table('faucet_tenant_connections'), state.table('faucet_connect_sessions'), links, refs]

  return {
    ...connections(env),
    ...connectSessions(env),

    async upsert(tenant, guard) {
      const row = { id: tenant.id, updated_at: ts9(tenant.updated_at), body: bodyText(TenantRecord, tenant) }
      if (guard !== undefined && tenants.get(tenant.id)?.['body'] !== guard.onlyIf?.text) return false
      tenants.set(tenant.id, row)
      return true
    },

    async get(id) {
      const row = tenants.get(id)
      return row === undefined ? null : storedTenant(row)
    },

    async list() {
      return [...tenants.values()].sort(byText((row) => row['id'] ?? '')).map(storedTenant)
    },

    async remove(id) {
      for (const rows of belongings) {
        for (const [key, row] of rows) if (row['tenant'] === id) rows.delete(key)
      }
      return tenants.delete(id)
    },

    async linkRun(runId, tenant) {
      links.set(runId, { run_id: runId, tenant })
    },

    async addStateRef(ref) {
      const body = bodyText(TenantStateRef, ref)
      const key = keyOf(ref.tenant, ref.key)
      if (!refs.has(key)) refs.set(key, { tenant: ref.tenant, state_key: ref.key, body })
    },

    async listStateRefs(tenant) {
      return ofTenant(refs, tenant, 'state_key').map(storedRef)
    },
  }
}

function connections({ state }: MemoryEnv): ConnectionsStore {
  const rows = state.table('faucet_tenant_connections')
  return {
    async upsertConnection(connection, guard) {
      const { tenant, name, status } = connection
      const key = keyOf(tenant, name)
      const body = bodyText(ConnectionRecord, connection)
      if (guard !== undefined && rows.get(key)?.['body'] !== guard.onlyIf?.text) return false
      rows.set(key, { tenant, name, status, updated_at: ts9(connection.updated_at), body })
      return true
    },

    async getConnection(tenant, name) {
      const row = rows.get(keyOf(tenant, name))
      return row === undefined ? null : storedConnection(row)
    },

    async listConnections(tenant) {
      return ofTenant(rows, tenant, 'name').map(storedConnection)
    },

    async removeConnection(tenant, name) {
      return rows.delete(keyOf(tenant, name))
    },
  }
}

function connectSessions({ state, clock }: MemoryEnv): ConnectSessionsStore {
  const sessions = state.table('faucet_connect_sessions')
  return {
    async putConnectSession(session) {
      const body = bodyText(ConnectSession, session)
      const now = ts9(clock.now())
      for (const [key, row] of sessions) if ((row['expires_at'] ?? '') <= now) sessions.delete(key)
      const { state: key, tenant } = session
      sessions.set(key, { state: key, tenant, expires_at: ts9(session.expires_at), body })
    },

    async takeConnectSession(key) {
      const row = sessions.get(key)
      if (row === undefined) return null
      sessions.delete(key)
      const { body, ...columns } = row
      return stored(ConnectSession, columns, body ?? '')
    },
  }
}

function ofTenant(rows: ReadonlyMap<string, TableRow>, tenant: string, order: string): TableRow[] {
  return [...rows.values()].filter((row) => row['tenant'] === tenant).sort(byText((row) => row[order] ?? ''))
}
