import type { Principal } from '@/lib/auth/principal'
import type { AuditEntry } from '@/lib/contract/records/audit'
import type { Ctx } from './ctx'

/** What an audit row says beyond who, when and from where. `result` is `ok` unless given. */
export type AuditFacts = Pick<AuditEntry, 'run_id' | 'config_fingerprint' | 'tenant' | 'target' | 'detail'> & {
  action: string
  result?: string
  /** Whose doing it was, when not the caller's: the system's, or that of whoever asked for a change. It came from nowhere. */
  by?: Principal
}

/**
 * Writes one audit row in the principal's name. Never fails the action and never vanishes: what cannot be filed is logged.
 */
export async function file(ctx: Ctx, { action, result = 'ok', by, ...facts }: AuditFacts): Promise<void> {
  const principal = by ?? ctx.principal
  const sourceIp = by === undefined ? ctx.sourceIp : null
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
