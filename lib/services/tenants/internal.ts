import type { RunsStore } from '@/lib/contract/ports/runs'
import type { TenantsStore } from '@/lib/contract/ports/tenants'
import type { ConnectionRecord } from '@/lib/contract/records/connections'
import type { TenantRecord } from '@/lib/contract/records/tenants'
import type { Stored } from '@/lib/contract/stored'

/** A tenant with what belongs to it, for its page and its line in the list. */
export interface TenantView {
  tenant: Stored<TenantRecord>
  connections: Stored<ConnectionRecord>[]
  /** Runs that are not over; more than a thousand count as a thousand, as in engines. */
  active_runs: number
}

/** Runs that are not over. */
export const ACTIVE = ['queued', 'pending', 'running', 'sharded'] as const
const MOST_COUNTED = 1_000

export async function viewOf(
  { tenants, runs }: { tenants: TenantsStore; runs: RunsStore },
  tenant: Stored<TenantRecord>,
): Promise<TenantView> {
  const id = tenant.columns['id'] ?? ''
  const [connections, active] = await Promise.all([
    tenants.listConnections(id),
    runs.list({ status: [...ACTIVE], tenant: id, limit: MOST_COUNTED }),
  ])
  return { tenant, connections, active_runs: active.rows.length }
}
