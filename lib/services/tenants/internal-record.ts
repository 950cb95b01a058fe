import type { Deps } from '@/lib/contract/deps'
import type { Json } from '@/lib/contract/json'
import type { TenantRecord } from '@/lib/contract/records/tenants'
import { sortedJson } from '@/lib/derive/sorted-json'
import { holdsMask, limitsError, notificationsError } from '@/lib/derive/tenant-requests'
import { AppError } from '../kit/app-error'
import { isLaterStore, requireKey } from './internal-sealing'

type Notifications = Pick<TenantRecord, 'notifications' | 'notifications_sealed'>

export function refuseFields(limits: TenantRecord['limits'], notifications: readonly Json[]): void {
  const reason = limitsError(limits) ?? notificationsError(notifications)
  if (reason !== null) throw new AppError('bad_config', reason)
  if (holdsMask(notifications)) {
    throw new AppError('bad_config', 'notifications: `***` stands for a secret and is none; give the whole list anew')
  }
}

/** Where rules are kept: in clear for engines that know nothing else, sealed from 1.13.3 on. None: neither. */
export async function keptNotifications(
  { vault, store }: Pick<Deps, 'vault' | 'store'>,
  tenant: string,
  rules: readonly Json[],
): Promise<Notifications> {
  if (rules.length === 0) return {}
  const sorted = rules.map(sortedJson)
  if (!(await isLaterStore(store))) return { notifications: sorted }
  requireKey(vault)
  return { notifications_sealed: vault.seal(sorted, `notifications:${tenant}`, 2) }
}
