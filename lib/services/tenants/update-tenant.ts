import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { TenantRecord } from '@/lib/contract/records/tenants'
import { recordOf } from '@/lib/contract/stored'
import { laterThan } from '@/lib/derive/instant-text'
import { present } from '@/lib/derive/request-shape'
import { UpdateTenantBody } from '@/lib/derive/tenant-requests'
import { AppError, notFound } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { type TenantView, viewOf } from './internal'
import { keptNotifications, refuseFields } from './internal-record'

/** Read and written again when somebody else came between. */
const ATTEMPTS = 3

type Change = z.output<typeof UpdateTenantBody>

export const updateTenant = defineCommand({
  label: 'tenant.update',
  permission: 'tenant_admin',
  scope: 'global',
  input: UpdateTenantBody.extend({ tenant: z.string() }),
  needs: ['tenants', 'runs', 'vault', 'store'],
  async run(deps, { tenant: id, ...change }, { now }): Promise<{ view: TenantView; action: string }> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const row = await deps.tenants.get(id)
      if (row === null) throw notFound()
      const before = recordOf(row)
      refuseFields(change.limits ?? before.limits, change.notifications ?? before.notifications ?? [])
      const after = await changed(deps, before, change, now())
      if (!(await deps.tenants.upsert(after, { onlyIf: row }))) continue
      const written = await deps.tenants.get(id)
      if (written === null) throw notFound()
      return { view: await viewOf(deps, written), action: actionOf(before, change) }
    }
    throw new AppError('conflict', `tenant '${id}' was changed by somebody else at the same time; try again`)
  },
  audit: ({ action }, { tenant }) => [{ action, tenant }],
})

/** The record with what was given replaced, each as a whole. A blank name and empty labels are none. */
async function changed(
  deps: Pick<Deps, 'vault' | 'store'>,
  before: TenantRecord,
  { name, labels, limits, notifications, suspended }: Change,
  now: Timestamp,
): Promise<TenantRecord> {
  const { name: oldName, labels: oldLabels, notifications: oldRules, notifications_sealed, ...rest } = before
  const given = name ?? oldName
  const marks = labels ?? oldLabels ?? {}
  return {
    ...rest,
    ...(given !== undefined && !(name !== undefined && isBlank(name)) && { name: given }),
    ...(Object.keys(marks).length > 0 && { labels: marks }),
    limits: present(limits ?? before.limits),
    ...(notifications === undefined
      ? present({ notifications: oldRules, notifications_sealed })
      : await keptNotifications(deps, before.id, notifications)),
    suspended: suspended ?? before.suspended,
    updated_at: laterThan(before.updated_at, now),
  }
}

const isBlank = (text: string): boolean => text.trim() === ''

/** A tenant that is stopped or let go again is filed as that, whatever else changed with it. */
function actionOf({ suspended: was }: TenantRecord, { suspended: is = was }: Change): string {
  if (is === was) return 'tenant.update'
  return is ? 'tenant.suspend' : 'tenant.resume'
}
