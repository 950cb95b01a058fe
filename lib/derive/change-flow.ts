import { type EffectiveRule, mayApprove } from '@/lib/auth/approvals'
import type { Principal } from '@/lib/auth/principal'
import type { Json } from '@/lib/contract/json'
import {
  type Approval,
  type BudgetSpec,
  CHANGE_KINDS,
  CHANGE_STATUSES,
  type ChangeKind,
  type ChangePlan,
  type ChangeRequest,
  type ChangeStatus,
} from '@/lib/contract/records/changes'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { instantText, laterThan, shortestText } from './instant-text'
import { nanosOf } from './instants'
import { sortedJson } from './sorted-json'

/** Where a request may go from each status. What is not here is the end of it. */
const NEXT: ReadonlyMap<string, readonly ChangeStatus[]> = new Map([
  ['pending', ['approved', 'rejected', 'expired']],
  ['approved', ['executed', 'invalidated', 'failed']],
])
export const mayBecome = (from: string, to: ChangeStatus): boolean => NEXT.get(from)?.includes(to) ?? false

/** Still waiting for somebody or being carried out. An unknown status is not. */
export const isOpen = (status: string): boolean => NEXT.has(status)

type Actor = Pick<Principal, 'name' | 'role'>
type Refusal = 'not_pending' | 'forbidden' | 'duplicate' | 'no_reason'

/**
 * What a step comes to. `changed`: store the request under its guard; `quorum` says that it is to be carried out now.
 * `expired`: store that instead (filed as `system:expiry`), and answer with the message. Messages are the engine's.
 */
export type Step =
  | { kind: 'changed'; change: ChangeRequest; quorum: boolean }
  | { kind: 'expired'; change: ChangeRequest; message: string }
  | { kind: 'refused'; why: Refusal; message: string }

export interface Proposal {
  id: string
  kind: ChangeKind
  requester: Principal
  /** As asked for, without `require_approval` and, for a run, `reason`. */
  payload: Json
  reason?: string | undefined
  plan?: ChangePlan | undefined
  budget?: BudgetSpec | undefined
  /** Frozen here: a later change of the rules does not move it. */
  requiredApprovals: number
  expireSecs: number
  /** Of the route it came by; else the requester's own. */
  tenant?: string | undefined
}

/** A new request, members in declared order and free JSON by name, as an engine would print it (storage.md trap 39). */
export function propose(proposal: Proposal, now: Timestamp): ChangeRequest {
  const { id, kind, requester, reason, plan, budget } = proposal
  const tenant = proposal.tenant ?? requester.tenant ?? undefined
  const created = shortestText(now)
  return {
    id,
    kind,
    status: 'pending',
    requester: requester.name,
    requester_role: requester.role,
    ...(reason !== undefined && reason.trim() !== '' && { reason }),
    payload: sortedJson(proposal.payload),
    ...(plan !== undefined && { plan: printed(plan) }),
    ...(budget !== undefined && { budget: printedBudget(budget) }),
    required_approvals: proposal.requiredApprovals,
    created_at: created,
    updated_at: created,
    expires_at: instantText(nanosOf(now) + BigInt(proposal.expireSecs) * 1_000_000_000n),
    ...(tenant !== undefined && { tenant }),
  }
}

/** Is the window of a waiting request over? The last instant belongs to the end. */
export const isDue = (change: ChangeRequest, now: Timestamp): boolean =>
  change.status === 'pending' && nanosOf(change.expires_at) <= nanosOf(now)

/** The request as expired; null while it is not due. */
export const expire = (change: ChangeRequest, now: Timestamp): ChangeRequest | null =>
  isDue(change, now) ? moved(change, now, { status: 'expired' }) : null

/** As lists and pages show it: what is due reads as expired, whoever gets round to storing that. */
export const seenAt = (change: ChangeRequest, now: Timestamp): ChangeRequest =>
  isDue(change, now) ? { ...change, status: 'expired' } : change

/** One more approval. Below the quorum the request goes on waiting. A blank comment is dropped. */
export function approve(
  change: ChangeRequest,
  actor: Actor,
  now: Timestamp,
  comment: string | undefined,
  rule: EffectiveRule,
): Step {
  const stopped = notWaiting(change, now)
  if (stopped !== null) return stopped
  const verdict = mayApprove(rule, change.kind, actor, change.requester)
  if (!verdict.ok) return refused('forbidden', verdict.message)
  const given = change.approvals ?? []
  if (given.some(({ principal }) => principal === actor.name)) {
    return refused('duplicate', `'${actor.name}' already approved change ${change.id}`)
  }
  const approval: Approval = {
    principal: actor.name,
    role: actor.role,
    at: shortestText(now),
    ...(comment !== undefined && comment.trim() !== '' && { comment }),
  }
  const approvals = [...given, approval]
  const quorum = approvals.length >= change.required_approvals
  return { kind: 'changed', quorum, change: moved(change, now, { approvals, ...(quorum && { status: 'approved' }) }) }
}

/** Ends a waiting request. Requesters may always withdraw their own; for others the rule holds, save its self clause. */
export function reject(change: ChangeRequest, actor: Actor, now: Timestamp, reason: string, rule: EffectiveRule): Step {
  if (reason.trim() === '') return refused('no_reason', 'a rejection needs a reason')
  const stopped = notWaiting(change, now)
  if (stopped !== null) return stopped
  if (actor.name !== change.requester) {
    const verdict = mayApprove(rule, change.kind, actor, null)
    if (!verdict.ok) return refused('forbidden', verdict.message)
  }
  const rejection = { principal: actor.name, at: shortestText(now), reason }
  return { kind: 'changed', quorum: false, change: moved(change, now, { status: 'rejected', rejection }) }
}

/** Carried out: what came of it, and the plan as it was then. */
export const executed = (
  change: ChangeRequest,
  now: Timestamp,
  outcome: { run_id: string } | { template: { id: string; version: number } },
  plan: ChangePlan | undefined,
): ChangeRequest => moved(change, now, { status: 'executed', ...outcome, ...(plan && { plan: printed(plan) }) })

/** Not carried out: the plan is another one now. */
export const invalidated = (change: ChangeRequest, now: Timestamp, error: string, plan: ChangePlan): ChangeRequest =>
  moved(change, now, { status: 'invalidated', error, plan: printed(plan) })

/** Tried and failed. Secrets in the text are the caller's to mask. */
export const failed = (change: ChangeRequest, now: Timestamp, error: string): ChangeRequest =>
  moved(change, now, { status: 'failed', error })

/** A kind as addresses and flags spell it, dashes allowed; null: there is none such. */
export function parseChangeKind(text: string): ChangeKind | null {
  const word = text.trim()
  return CHANGE_KINDS.find((kind) => kind === word || kind.replace('_', '-') === word) ?? null
}

export const parseChangeStatus = (text: string): ChangeStatus | null =>
  CHANGE_STATUSES.find((status) => status === text) ?? null

function notWaiting(change: ChangeRequest, now: Timestamp): Step | null {
  const due = expire(change, now)
  const message = `change ${change.id} is ${due?.status ?? change.status}, not pending`
  if (due !== null) return { kind: 'expired', change: due, message }
  return change.status === 'pending' ? null : refused('not_pending', message)
}

/** Members that change, and a time of change later than the one before: engines compare it. Nothing else is touched. */
const moved = (change: ChangeRequest, now: Timestamp, members: Partial<ChangeRequest>): ChangeRequest => ({
  ...change,
  ...members,
  updated_at: laterThan(change.updated_at, now),
})

const printed = ({ material, rows, summary }: ChangePlan): ChangePlan => ({
  material,
  ...(rows !== undefined && rows.length > 0 && { rows: rows.map(sortedJson) }),
  summary: sortedJson(summary),
})

const printedBudget = ({ max_records, max_bytes, max_duration_secs, allowed_sinks }: BudgetSpec): BudgetSpec => ({
  ...(max_records !== undefined && { max_records }),
  ...(max_bytes !== undefined && { max_bytes }),
  ...(max_duration_secs !== undefined && { max_duration_secs }),
  ...(allowed_sinks !== undefined && allowed_sinks.length > 0 && { allowed_sinks }),
})

const refused = (why: Refusal, message: string): Step => ({ kind: 'refused', why, message })
