import { z } from 'zod'
import { defineQuery } from '../kit/use-case'
import { type TenantView, viewOf } from './internal'

/** All tenants by id; a confined principal sees their own alone. */
export const listTenants = defineQuery({
  label: 'tenant.list',
  permission: 'tenant_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string().optional() }),
  needs: ['tenants', 'runs'],
  async run({ tenants, runs }, { tenant }): Promise<TenantView[]> {
    const rows = await tenants.list()
    const seen = tenant === undefined ? rows : rows.filter(({ columns }) => columns['id'] === tenant)
    return Promise.all(seen.map((row) => viewOf({ tenants, runs }, row)))
  },
})
