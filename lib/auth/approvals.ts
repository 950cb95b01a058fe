import type { ApprovalPolicy, ApprovalRule } from './auth-config'
import type { Principal } from './principal'

/** The rule that governs a request. Roles are matched exactly: an operator rule does not let admins in. */
export type EffectiveRule = Readonly<Omit<ApprovalRule, 'kinds'>>
export type Verdict = { ok: true } | { ok: false; message: string }

const DEFAULT: EffectiveRule = { roles: ['admin'], principals: [], min_approvers: 1, self_approve: false }

/** Kinds that came with engine 1.14 fall under the rule for launches unless a rule names them. */
const GOVERNED_BY_LAUNCH: ReadonlySet<string> = new Set(['template_delete', 'template_deprecate'])

/** The first rule whose kinds are empty or hold `kind`; none: admins, one of them, not the requester. */
export function effectiveRule(policy: ApprovalPolicy, kind: string): EffectiveRule {
  const named = policy.rules.some(({ kinds }) => kinds.includes(kind))
  const asked = GOVERNED_BY_LAUNCH.has(kind) && !named ? 'template_launch' : kind
  const rule = policy.rules.find(({ kinds }) => kinds.length === 0 || kinds.includes(asked))
  if (rule === undefined) return DEFAULT
  const { kinds: _, ...effective } = rule
  return rule.roles.length === 0 && rule.principals.length === 0 ? { ...effective, roles: ['admin'] } : effective
}

/**
 * May this principal decide on a request of `kind`? Named principals pass whatever their role, but need the route's
 * permission like everybody. The refusal is the engine's text. A requester of null is nobody's own request.
 */
export function mayApprove(
  rule: EffectiveRule,
  kind: string,
  actor: Pick<Principal, 'name' | 'role'>,
  requester: string | null,
): Verdict {
  if (!rule.principals.includes(actor.name) && !rule.roles.includes(actor.role)) {
    const roles = `role ${rule.roles.join(' / ')}`
    const who = rule.principals.length === 0 ? roles : `${rule.principals.join(', ')} or ${roles}`
    return no(`a ${kind} change may be approved by ${who}; '${actor.name}' is ${actor.role}`)
  }
  if (actor.name === requester && !rule.self_approve) {
    return no(`'${actor.name}' requested this change and may not approve it (self-approval is off for ${kind} changes)`)
  }
  return { ok: true }
}

const no = (message: string): Verdict => ({ ok: false, message })
