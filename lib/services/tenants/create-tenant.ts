import type { TenantRecord } from '@/lib/contract/records/tenants'
import { shortestText } from '@/lib/derive/instant-text'
import { present } from '@/lib/derive/request-shape'
import { slugError } from '@/lib/derive/slug'
import { CreateTenantBody } from '@/lib/derive/tenant-requests'
import { AppError, notFound } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { type TenantView, viewOf } from './internal'
import { keptNotifications, refuseFields } from './internal-record'

export const createTenant = defineCommand({
  label: 'tenant.create',
  permission: 'tenant_admin',
  scope: 'global',
  input: CreateTenantBody,
  needs: ['tenants', 'runs', 'vault', 'store'],
  async run(deps, { id, name, labels, limits, notifications }, { principal, now }): Promise<TenantView> {
    const reason = slugError('tenant id', id)
    if (reason !== null) throw new AppError('bad_config', reason)
    refuseFields(limits, notifications)
    const taken = new AppError('conflict', `tenant '${id}' already exists`)
    if ((await deps.tenants.get(id)) !== null) throw taken
    const at = shortestText(now())
    const tenant: TenantRecord = {
      id,
      ...(name !== undefined && { name }),
      ...(Object.keys(labels).length > 0 && { labels }),
      limits: present(limits),
      ...(await keptNotifications(deps, id, notifications)),
      suspended: false,
      created_at: at,
      updated_at: at,
      created_by: principal.name,
    }
    // Of two who create it at one instant, one does.
    if (!(await deps.tenants.upsert(tenant, { onlyIf: null }))) throw taken
    const row = await deps.tenants.get(id)
    if (row === null) throw notFound()
    return viewOf(deps, row)
  },
  audit: (_, { id }) => [{ action: 'tenant.create', tenant: id }],
})
