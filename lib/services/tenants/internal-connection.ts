import type { Deps } from '@/lib/contract/deps'
import type { Json } from '@/lib/contract/json'
import type { ConnectionRecord } from '@/lib/contract/records/connections'
import type { Stored } from '@/lib/contract/stored'
import { providerType } from '@/lib/derive/auth-provider'
import { laterThan, shortestText } from '@/lib/derive/instant-text'
import { AppError, notFound } from '../kit/app-error'
import type { Ctx } from '../kit/ctx'
import { formatFor } from './internal-sealing'

/** Read and written again when somebody else came between. */
const ATTEMPTS = 3

interface Sealable {
  tenant: string
  name: string
  provider: Json
  /** Who is named with it. */
  by: string
  /** The provider that it was signed in at; absent: it was typed in. */
  connectProvider?: string
  mustBeNew?: boolean
}

/** Seals credentials and stores them. What is replaced is active again: that is how a tenant reconnects. */
export async function putConnection(
  { tenants, vault, store }: Pick<Deps, 'tenants' | 'vault' | 'store'>,
  { tenant, name, provider, by, connectProvider, mustBeNew = false }: Sealable,
  { now }: Pick<Ctx, 'now'>,
): Promise<Stored<ConnectionRecord>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await tenants.getConnection(tenant, name)
    if (row !== null && mustBeNew) {
      throw new AppError('conflict', `tenant '${tenant}' already has a connection '${name}' (use PUT to replace it)`)
    }
    const before = readOrNull(row)
    const at = before === null ? shortestText(now()) : laterThan(before.updated_at, now())
    const connection: ConnectionRecord = {
      tenant,
      name,
      provider_type: providerType(provider) ?? '',
      ...(connectProvider !== undefined && { connect_provider: connectProvider }),
      sealed: vault.seal(provider, `connection:${tenant}/${name}`, await formatFor(store, before?.sealed)),
      status: 'active',
      created_at: before?.created_at ?? at,
      updated_at: at,
      updated_by: by,
    }
    if (!(await tenants.upsertConnection(connection, { onlyIf: row }))) continue
    const written = await tenants.getConnection(tenant, name)
    if (written === null) throw notFound()
    return written
  }
  throw new AppError('conflict', `connection '${name}' was changed by somebody else at the same time; try again`)
}

/** A row that cannot be read is replaced: storing anew is the one way to mend it. */
function readOrNull(row: Stored<ConnectionRecord> | null): ConnectionRecord | null {
  const read = row?.read()
  return read?.ok === true ? read.record : null
}
