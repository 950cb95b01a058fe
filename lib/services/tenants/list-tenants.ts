import { z } from 'zod'
import { defineQuery } from '../kit/use-case'
import { type TenantView, viewOf } from './internal'

const AT_ONCE = 4

/** All tenants by id; a confined principal sees their own alone. */
export const listTenants = defineQuery({
  label: 'tenant.list',
  permission: 'tenant_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string().optional() }),
  needs: ['tenants', 'runs', 'vault'],
  async run({ tenants, runs, vault }, { tenant }): Promise<TenantView[]> {
    const rows = await tenants.list()
    const seen = tenant === undefined ? rows : rows.filter(({ columns }) => columns['id'] === tenant)
    const views: TenantView[] = []
    // A few at a time: others need the database too.
    for (let from = 0; from < seen.length; from += AT_ONCE) {
      views.push(
        ...(await Promise.all(seen.slice(from, from + AT_ONCE).map((row) => viewOf({ tenants, runs, vault }, row)))),
      )
    }
    return views
  },
})
