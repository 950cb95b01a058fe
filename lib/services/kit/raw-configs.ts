import type { StoreInfo } from '@/lib/contract/ports/store-info'
import { AppError } from './app-error'
import type { Ctx } from './ctx'

/** From 1.13.3 on engines let the confined run templates only: a config of theirs could reach other tenants' things. */
export async function refuseConfinedConfig(store: StoreInfo, { principal }: Pick<Ctx, 'principal'>): Promise<void> {
  if (principal.tenant === null || (await store.capabilities()).stamp === null) return
  throw new AppError(
    'forbidden',
    `principal '${principal.name}' is confined to tenant '${principal.tenant}' and may not submit a config of their own: ` +
      'run a template instead',
  )
}
