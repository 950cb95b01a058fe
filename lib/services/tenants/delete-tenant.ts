import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import { AppError, notFound } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { ACTIVE } from './internal'

const PAGE = 500
const MOST_CHANGES = 2_000

/** What went with a tenant (governance.md 2.4). Destinations and the audit trail are never touched. */
export interface DeleteReport {
  runs: number
  usage_records: number
  change_requests: number
  state_keys_deleted: number
  /** `<key>: <why>`; absent when there is none. */
  state_keys_not_deleted?: string[]
}

export const deleteTenant = defineCommand({
  label: 'tenant.delete',
  permission: 'tenant_admin',
  scope: 'global',
  input: z.object({ tenant: z.string() }),
  needs: ['tenants', 'runs', 'changes', 'usage', 'store'],
  async run(deps, { tenant }): Promise<DeleteReport> {
    if ((await deps.tenants.get(tenant)) === null) throw notFound()
    const active = await deps.runs.list({ status: [...ACTIVE], tenant, limit: 1 })
    if (active.rows.length > 0) {
      throw new AppError('conflict', `tenant '${tenant}' has runs queued or running; cancel them before deleting it`)
    }
    const runIds = await runsOf(deps, tenant)
    const usage_records = (await deps.usage.removeRuns(runIds)) + (await removeTenantUsage(deps, tenant))
    for (const id of runIds) await deps.runs.remove(id)
    const change_requests = await removeChanges(deps, tenant)
    const refs = await deps.tenants.listStateRefs(tenant)
    await deps.tenants.remove(tenant)
    return {
      runs: runIds.length,
      usage_records,
      change_requests,
      state_keys_deleted: 0,
      ...(refs.length > 0 && {
        state_keys_not_deleted: refs.map(({ columns }) => `${columns['state_key']}: ${UNREACHED}`),
      }),
    }
  },
  audit: (_, { tenant }) => [{ action: 'tenant.delete', tenant }],
})

/** Where pipelines keep their state is for an engine to reach. */
const UNREACHED = 'kept in a state store that only an engine reaches; clear it there'

async function runsOf({ runs }: Pick<Deps, 'runs'>, tenant: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await runs.list({ status: [], tenant, limit: PAGE, ...(cursor !== undefined && { cursor }) })
    ids.push(...page.rows.map(({ columns }) => columns['run_id'] ?? ''))
    cursor = page.next_cursor
    if (cursor === undefined) return ids
  }
}

/**
 * Usage is filed under ids of invocations, which no run of the tenant's has; only where the records name their tenant in a
 * column can they be found, as engines from 1.13.3 on find them.
 */
async function removeTenantUsage({ usage, store }: Pick<Deps, 'usage' | 'store'>, tenant: string): Promise<number> {
  const { tables } = await store.capabilities()
  if (!tables['faucet_usage']?.includes('tenant')) return 0
  let removed = 0
  for (;;) {
    const records = await usage.list({ tenant, limit: PAGE })
    const gone = await usage.removeRuns(records.map(({ columns }) => columns['run_id'] ?? ''))
    removed += gone
    if (records.length < PAGE || gone === 0) return removed
  }
}

async function removeChanges({ changes }: Pick<Deps, 'changes'>, tenant: string): Promise<number> {
  let removed = 0
  for (;;) {
    const rows = await changes.list({ tenant, limit: MOST_CHANGES })
    for (const { columns } of rows) if (await changes.remove(columns['id'] ?? '')) removed++
    if (rows.length < MOST_CHANGES) return removed
  }
}
