import type { Permission } from '@/lib/auth/permissions'
import { can } from '@/lib/auth/roles'
import { AppError, notFound } from './app-error'
import { file } from './audit'
import type { Ctx, Subject } from './ctx'
import { mayName, type Scope } from './scope'

/** Role first, then tenant: another tenant's address does not exist, everything else is refused and filed. */
export async function authorize(
  ctx: Ctx,
  { label, permission, scope }: { label: string; permission: Permission; scope: Scope },
  subject: Subject,
): Promise<void> {
  const { principal } = ctx
  if (!can(principal.role, permission)) await refuseRole(ctx, label, subject)
  if (!mayName(principal, subject.tenant)) throw notFound()
  if (principal.tenant !== null && scope === 'global') await refuseConfined(ctx, label)
}

/** Files the refusal, with the run that the address names, and throws it. */
export async function refuseRole(ctx: Ctx, label: string, { run_id }: Subject): Promise<never> {
  const { name, role } = ctx.principal
  await file(ctx, { action: label, result: 'denied', ...(typeof run_id === 'string' && { run_id }) })
  throw new AppError('forbidden', `principal '${name}' (role ${role}) is not permitted to perform this action`)
}

export async function refuseConfined(ctx: Ctx, label: string): Promise<never> {
  const { name, tenant } = ctx.principal
  await file(ctx, { action: label, result: 'denied' })
  throw new AppError(
    'forbidden',
    `principal '${name}' is confined to tenant '${tenant}' and may not perform this action`,
  )
}
