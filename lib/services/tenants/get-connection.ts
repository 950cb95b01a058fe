import { z } from 'zod'
import { notFound } from '../kit/app-error'
import { defineQuery } from '../kit/use-case'

export const getConnection = defineQuery({
  label: 'connection.get',
  permission: 'tenant_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string(), name: z.string() }),
  needs: ['tenants'],
  async run({ tenants }, { tenant, name }) {
    const row = await tenants.getConnection(tenant, name)
    if (row === null) throw notFound()
    return row
  },
})
