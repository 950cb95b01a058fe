import { describe, expect, it } from 'vitest'
import { effectiveRule, mayApprove } from '@/lib/auth/approvals'
import { ApprovalRule } from '@/lib/auth/auth-config'
import type { Role } from '@/lib/auth/roles'

const policy = (...rules: object[]) => ({ expireSecs: 86_400, rules: rules.map((rule) => ApprovalRule.parse(rule)) })
const verdict = (rules: object[], name: string, role: Role, more: { kind?: string; requester?: string } = {}) => {
  const { kind = 'run', requester = 'ana' } = more
  const decision = mayApprove(effectiveRule(policy(...rules), kind), kind, { name, role }, requester)
  return decision.ok ? 'yes' : decision.message
}
const isSelf = "'ana' requested this change and may not approve it (self-approval is off for run changes)"

describe('who may approve', () => {
  it('is an admin other than the requester when no rule says otherwise', () => {
    expect(verdict([], 'bob', 'admin')).toBe('yes')
    expect(verdict([], 'bob', 'operator')).toBe("a run change may be approved by role admin; 'bob' is operator")
    expect(verdict([], 'ana', 'admin')).toBe(isSelf)
    expect(effectiveRule(policy(), 'run')).toEqual({
      roles: ['admin'],
      principals: [],
      min_approvers: 1,
      self_approve: false,
    })
  })

  it('is matched by role exactly: an operator rule lets no admin in', () => {
    const rules = [{ kinds: ['run'], roles: ['operator'] }]
    expect(verdict(rules, 'bob', 'admin')).toBe("a run change may be approved by role operator; 'bob' is admin")
    expect(verdict(rules, 'bob', 'operator')).toBe('yes')
  })

  it('is a named principal whatever the role, and with names alone no role', () => {
    const rules = [{ kinds: ['run'], principals: ['bob', 'eve'] }]
    expect(verdict(rules, 'bob', 'viewer')).toBe('yes')
    expect(verdict(rules, 'kim', 'admin')).toBe("a run change may be approved by bob, eve or role ; 'kim' is admin")
    const both = [{ roles: ['operator', 'admin'], principals: ['bob'] }]
    expect(verdict(both, 'kim', 'viewer')).toBe(
      "a run change may be approved by bob or role operator / admin; 'kim' is viewer",
    )
  })

  it('is the requester only where the rule says so', () => {
    expect(verdict([{ roles: ['admin'], self_approve: true }], 'ana', 'admin')).toBe('yes')
    expect(verdict([{ principals: ['ana'] }], 'ana', 'operator')).toBe(isSelf)
  })

  it('follows the first rule whose kinds are empty or hold the kind', () => {
    const rules = [
      { kinds: ['template_launch'], min_approvers: 2 },
      { min_approvers: 1 },
      { kinds: ['run'], min_approvers: 9 },
    ]
    expect(effectiveRule(policy(...rules), 'run').min_approvers).toBe(1)
    expect(effectiveRule(policy(...rules), 'template_launch').min_approvers).toBe(2)
    expect(effectiveRule(policy({ kinds: ['run'], min_approvers: 9 }), 'template_launch').min_approvers).toBe(1)
  })

  it('is an admin where a rule names neither roles nor principals', () => {
    expect(effectiveRule(policy({ kinds: ['run'], min_approvers: 2 }), 'run').roles).toEqual(['admin'])
  })

  it('puts removals and deprecations under the rule for launches unless a rule names them', () => {
    const rules = [
      { kinds: ['run'], min_approvers: 5 },
      { kinds: ['template_launch'], min_approvers: 2 },
    ]
    expect(effectiveRule(policy(...rules), 'template_delete').min_approvers).toBe(2)
    expect(effectiveRule(policy(...rules), 'template_deprecate').min_approvers).toBe(2)
    const named = [...rules, { kinds: ['template_delete'], min_approvers: 3 }]
    expect(effectiveRule(policy(...named), 'template_delete').min_approvers).toBe(3)
    expect(effectiveRule(policy(...named), 'template_deprecate').min_approvers).toBe(2)
  })
})
