import type { Json } from '@/lib/contract/json'
import type { RunsStore } from '@/lib/contract/ports/runs'
import type { TenantsStore } from '@/lib/contract/ports/tenants'
import type { Vault } from '@/lib/contract/ports/vault'
import type { ConnectionRecord } from '@/lib/contract/records/connections'
import type { TenantRecord } from '@/lib/contract/records/tenants'
import type { Stored } from '@/lib/contract/stored'
import { askable } from '../kit/nul'

/** A tenant with what belongs to it, for its page and its line in the list. */
export interface TenantView {
  tenant: Stored<TenantRecord>
  connections: Stored<ConnectionRecord>[]
  /** Its notification rules where they are stored sealed and a key opens them. */
  notifications?: Json
  /** Runs that are not over; more than a thousand count as a thousand, as in engines. */
  active_runs: number
}

/** Runs that are not over. */
export const ACTIVE = ['queued', 'pending', 'running', 'sharded'] as const
const MOST_COUNTED = 1_000

export async function viewOf(
  { tenants, runs, vault }: { tenants: TenantsStore; runs: RunsStore; vault: Vault },
  tenant: Stored<TenantRecord>,
): Promise<TenantView> {
  const id = askable(tenant.columns['id'])
  const [connections, active] = await Promise.all([
    tenants.listConnections(id),
    runs.list({ status: [...ACTIVE], tenant: id, limit: MOST_COUNTED }),
  ])
  const notifications = openedRules(vault, tenant)
  return { tenant, connections, active_runs: active.rows.length, ...(notifications !== null && { notifications }) }
}

function openedRules(vault: Vault, tenant: Stored<TenantRecord>): Json | null {
  const read = tenant.read()
  const sealed = read.ok ? read.record.notifications_sealed : undefined
  if (!read.ok || sealed === undefined || !vault.hasKey) return null
  const opened = vault.open(sealed, `notifications:${read.record.id}`)
  return opened.ok && Array.isArray(opened.value) ? opened.value : null
}
