import { z } from 'zod'
import { notFound } from '../kit/app-error'
import { defineQuery } from '../kit/use-case'
import { type TenantView, viewOf } from './internal'

export const getTenant = defineQuery({
  label: 'tenant.get',
  permission: 'tenant_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string() }),
  needs: ['tenants', 'runs', 'vault'],
  async run(deps, { tenant }): Promise<TenantView> {
    const row = await deps.tenants.get(tenant)
    if (row === null) throw notFound()
    return viewOf(deps, row)
  },
})
