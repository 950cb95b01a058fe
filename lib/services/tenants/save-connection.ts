import { z } from 'zod'
import type { Json } from '@/lib/contract/json'
import { providerError } from '@/lib/derive/auth-provider'
import { slugError } from '@/lib/derive/slug'
import { AppError, notFound } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { putConnection } from './internal-connection'
import { requireKey } from './internal-sealing'

/** Stores a tenant's credentials, sealed. */
export const saveConnection = defineCommand({
  label: 'connection.upsert',
  permission: 'connection_manage',
  scope: 'tenant',
  input: z.object({
    tenant: z.string(),
    name: z.string(),
    provider: z.custom<Json>((value) => value !== undefined, { error: 'missing' }),
    must_be_new: z.boolean().default(false),
  }),
  needs: ['tenants', 'vault', 'store'],
  async run(deps, { tenant, name, provider, must_be_new }, ctx) {
    if ((await deps.tenants.get(tenant)) === null) throw notFound()
    const badName = slugError('connection name', name)
    if (badName !== null) throw new AppError('bad_config', badName)
    requireKey(deps.vault)
    const badProvider = providerError(provider)
    if (badProvider !== null) throw new AppError('bad_config', badProvider)
    return putConnection(deps, { tenant, name, provider, by: ctx.principal.name, mustBeNew: must_be_new }, ctx)
  },
  audit: (_, { tenant, name }) => [{ action: 'connection.upsert', tenant, target: `connection:${tenant}/${name}` }],
})
