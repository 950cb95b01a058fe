import { z } from 'zod'
import type { Json } from '@/lib/contract/json'
import type { ConnectionRecord } from '@/lib/contract/records/connections'
import type { Stored } from '@/lib/contract/stored'
import { providerError, providerType } from '@/lib/derive/auth-provider'
import { laterThan, shortestText } from '@/lib/derive/instant-text'
import { slugError } from '@/lib/derive/slug'
import { AppError, notFound } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { formatFor, requireKey } from './internal-sealing'

/** Read and written again when somebody else came between. */
const ATTEMPTS = 3

/** Stores a tenant's credentials, sealed. What is replaced is active again: that is how a tenant reconnects. */
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
  async run({ tenants, vault, store }, { tenant, name, provider, must_be_new }, { principal, now }) {
    if ((await tenants.get(tenant)) === null) throw notFound()
    const badName = slugError('connection name', name)
    if (badName !== null) throw new AppError('bad_config', badName)
    requireKey(vault)
    const badProvider = providerError(provider)
    if (badProvider !== null) throw new AppError('bad_config', badProvider)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const row = await tenants.getConnection(tenant, name)
      if (row !== null && must_be_new) {
        throw new AppError('conflict', `tenant '${tenant}' already has a connection '${name}' (use PUT to replace it)`)
      }
      const before = readOrNull(row)
      const at = before === null ? shortestText(now()) : laterThan(before.updated_at, now())
      const connection: ConnectionRecord = {
        tenant,
        name,
        provider_type: providerType(provider) ?? '',
        sealed: vault.seal(provider, `connection:${tenant}/${name}`, await formatFor(store, before?.sealed)),
        status: 'active',
        created_at: before?.created_at ?? at,
        updated_at: at,
        updated_by: principal.name,
      }
      if (!(await tenants.upsertConnection(connection, row === null ? undefined : { onlyIf: row }))) continue
      const written = await tenants.getConnection(tenant, name)
      if (written === null) throw notFound()
      return written
    }
    throw new AppError('conflict', `connection '${name}' was changed by somebody else at the same time; try again`)
  },
  audit: (_, { tenant, name }) => [{ action: 'connection.upsert', tenant, target: `connection:${tenant}/${name}` }],
})

/** A row that cannot be read is replaced: storing anew is the one way to mend it. */
function readOrNull(row: Stored<ConnectionRecord> | null): ConnectionRecord | null {
  const read = row?.read()
  return read?.ok === true ? read.record : null
}
