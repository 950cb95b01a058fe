import { z } from 'zod'
import { notFound } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'

export const deleteConnection = defineCommand({
  label: 'connection.delete',
  permission: 'connection_manage',
  scope: 'tenant',
  input: z.object({ tenant: z.string(), name: z.string() }),
  needs: ['tenants'],
  async run({ tenants }, { tenant, name }) {
    if (!(await tenants.removeConnection(tenant, name))) throw notFound()
  },
  audit: (_, { tenant, name }) => [{ action: 'connection.delete', tenant, target: `connection:${tenant}/${name}` }],
})
