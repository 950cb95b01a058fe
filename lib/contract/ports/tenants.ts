import type { ConnectionRecord, ConnectSession } from '../records/connections'
import type { TenantRecord, TenantStateRef } from '../records/tenants'
import type { Stored } from '../stored'

/** Write only while the row's body is still exactly this text; null: while there is no such row. */
interface OnlyIf<T> {
  onlyIf: Stored<T> | null
}

/** Tenants, their connections, sign-ins under way, run links and state keys (storage.md 4.11). Lists are in code-unit order. */
export interface TenantsStore extends ConnectionsStore, ConnectSessionsStore {
  /**
   * Inserts or replaces. With `onlyIf`, replaces that very body or nothing; false: somebody else changed or removed it.
   * With `onlyIf: null`, inserts or does nothing; false: somebody else made it.
   */
  upsert(tenant: TenantRecord, guard?: OnlyIf<TenantRecord>): Promise<boolean>
  get(id: string): Promise<Stored<TenantRecord> | null>
  /** All, by id. */
  list(): Promise<Stored<TenantRecord>[]>
  /**
   * Removes the tenant with its connections, sign-ins, run links and state keys, all or nothing; says whether the tenant
   * existed. Runs, usage and change requests are the caller's.
   */
  remove(id: string): Promise<boolean>
  /** Links a run to a tenant, replacing an earlier link. */
  linkRun(runId: string, tenant: string): Promise<void>
  /** Remembers a state key; the first reference of a (tenant, key) stays. */
  addStateRef(ref: TenantStateRef): Promise<void>
  /** By key. */
  listStateRefs(tenant: string): Promise<Stored<TenantStateRef>[]>
}

export interface ConnectionsStore {
  /** Inserts or replaces by (tenant, name). `onlyIf` as for tenants. */
  upsertConnection(connection: ConnectionRecord, guard?: OnlyIf<ConnectionRecord>): Promise<boolean>
  getConnection(tenant: string, name: string): Promise<Stored<ConnectionRecord> | null>
  /** By name. */
  listConnections(tenant: string): Promise<Stored<ConnectionRecord>[]>
  /** Says whether it existed. */
  removeConnection(tenant: string, name: string): Promise<boolean>
}

export interface ConnectSessionsStore {
  /** Drops what has expired, then adds this one. A state that exists is an error (memory replaces it). */
  putConnectSession(session: ConnectSession): Promise<void>
  /** Reads and removes in one step: of two callers one gets it. Whether it expired is the caller's check. */
  takeConnectSession(state: string): Promise<Stored<ConnectSession> | null>
}
