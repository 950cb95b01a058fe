import type { AuditEntry } from '@/lib/contract/records/audit'
import type { Ctx } from './ctx'

/** What an audit row says beyond who, when and from where. `result` is `ok` unless given. */
export type AuditFacts = Pick<AuditEntry, 'run_id' | 'config_fingerprint' | 'tenant' | 'target' | 'detail'> & {
  action: string
  result?: string
}

/**
 * Writes one audit row in the principal's name. Never fails the action and never vanishes: what cannot be filed is logged.
 */
export async function file(ctx: Ctx, { action, result = 'ok', ...facts }: AuditFacts): Promise<void> {
  const { principal, sourceIp } = ctx
  const tenant = facts.tenant ?? principal.tenant ?? undefined
  const entry: AuditEntry = {
    id: ctx.newId(),
    timestamp: ctx.now(),
    principal: principal.name,
    role: principal.role,
    action,
    ...facts,
    ...(sourceIp !== null && { source_ip: sourceIp }),
    ...(tenant !== undefined && { tenant }),
    result,
  }
  try {
    await ctx.deps.audit.record(entry)
  } catch (error) {
    ctx.log.warn('audit row not written', { action, result, principal: principal.name, error })
  }
}
