import 'server-only'
import { bodyText } from '@/lib/contract/body'
import type { ConnectionsStore, ConnectSessionsStore } from '@/lib/contract/ports/tenants'
import { ConnectionRecord, ConnectSession } from '@/lib/contract/records/connections'
import { type Stored, stored } from '@/lib/contract/stored'
import { byText } from '@/lib/store/kit/order'
import { ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

interface ConnectionRow {
  tenant: string
  name: string
  status: string
  updated_at: string
  body: string
}
interface SessionRow {
  state: string
  tenant: string
  expires_at: string
  body: string
}
const COLUMNS = Prisma.sql`tenant, name, status, updated_at, body`
const storedConnection = ({ body, ...columns }: ConnectionRow): Stored<ConnectionRecord> =>
  stored(ConnectionRecord, columns, body)

export function connections({ db }: PrismaEnv): ConnectionsStore {
  return {
    async upsertConnection(connection, guard) {
      const { tenant, name, status } = connection
      // Later engines compare this column as text: it is the body's instant, to the last digit.
      const [updatedAt, body] = [ts9(connection.updated_at), bodyText(ConnectionRecord, connection)]
      if (guard?.onlyIf === null) {
        const made = await db.$executeRaw`
          INSERT INTO faucet_tenant_connections (${COLUMNS}) VALUES (${tenant}, ${name}, ${status}, ${updatedAt}, ${body})
          ON CONFLICT (tenant, name) DO NOTHING`
        return made === 1
      }
      if (guard !== undefined) {
        const replaced = await db.$executeRaw`
          UPDATE faucet_tenant_connections SET status = ${status}, updated_at = ${updatedAt}, body = ${body}
          WHERE tenant = ${tenant} AND name = ${name} AND body = ${guard.onlyIf.text}`
        return replaced === 1
      }
      await db.$executeRaw`
        INSERT INTO faucet_tenant_connections (${COLUMNS}) VALUES (${tenant}, ${name}, ${status}, ${updatedAt}, ${body})
        ON CONFLICT (tenant, name)
        DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at, body = excluded.body`
      return true
    },

    async getConnection(tenant, name) {
      const [row] = await db.$queryRaw<ConnectionRow[]>`
        SELECT ${COLUMNS} FROM faucet_tenant_connections WHERE tenant = ${tenant} AND name = ${name}`
      return row === undefined ? null : storedConnection(row)
    },

    async listConnections(tenant) {
      const rows = await db.$queryRaw<ConnectionRow[]>`
        SELECT ${COLUMNS} FROM faucet_tenant_connections WHERE tenant = ${tenant}`
      return rows.sort(byText(({ name }) => name)).map(storedConnection)
    },

    async removeConnection(tenant, name) {
      const removed = await db.$executeRaw`
        DELETE FROM faucet_tenant_connections WHERE tenant = ${tenant} AND name = ${name}`
      return removed === 1
    },
  }
}

export function connectSessions({ db, clock }: PrismaEnv): ConnectSessionsStore {
  return {
    async putConnectSession(session) {
      const body = bodyText(ConnectSession, session)
      await db.$executeRaw`DELETE FROM faucet_connect_sessions WHERE expires_at < ${ts9(clock.now())}`
      await db.$executeRaw`
        INSERT INTO faucet_connect_sessions (state, tenant, expires_at, body)
        VALUES (${session.state}, ${session.tenant}, ${ts9(session.expires_at)}, ${body})`
    },

    async takeConnectSession(state) {
      const [row] = await db.$queryRaw<SessionRow[]>`
        DELETE FROM faucet_connect_sessions WHERE state = ${state} RETURNING state, tenant, expires_at, body`
      if (row === undefined) return null
      const { body, ...columns } = row
      return stored(ConnectSession, columns, body)
    },
  }
}
