import { z } from 'zod'
import { notFound } from '../kit/app-error'
import { defineQuery } from '../kit/use-case'

/** Connections of a tenant by name. What is sealed in them is for the answer to leave out. */
export const listConnections = defineQuery({
  label: 'connection.list',
  permission: 'tenant_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string() }),
  needs: ['tenants'],
  async run({ tenants }, { tenant }) {
    if ((await tenants.get(tenant)) === null) throw notFound()
    return tenants.listConnections(tenant)
  },
})
