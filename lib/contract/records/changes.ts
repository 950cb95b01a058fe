import { z } from 'zod'
import { Count, Opaque, record, strict, Timestamp, U32, word } from './primitives'
import { knows, type OldestEngine } from './vocabulary'

const KINDS = ['run', 'template_register', 'template_launch'] as const
export const CHANGE_KINDS = [...KINDS, 'template_delete', 'template_deprecate'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const CHANGE_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'executed',
  'expired',
  'invalidated',
  'failed',
] as const
export type ChangeStatus = (typeof CHANGE_STATUSES)[number]

const Role = word('viewer', 'operator', 'admin')

/** Ceilings of a run (records.md 5.5). No member: no limit; no sinks: any. */
export const BudgetSpec = strict({
  max_records: Count.optional(),
  max_bytes: Count.optional(),
  max_duration_secs: Count.optional(),
  allowed_sinks: z.array(z.string()).optional(),
})
export type BudgetSpec = z.output<typeof BudgetSpec>

export const Approval = record({
  principal: z.string(),
  role: Role,
  at: Timestamp,
  comment: z.string().optional(),
})
export type Approval = z.infer<typeof Approval>

export const Rejection = record({ principal: z.string(), at: Timestamp, reason: z.string() })

/** What the approvers looked at. `material` is a hash: it is compared, never read. */
export const ChangePlan = record({
  material: z.string(),
  rows: z.array(Opaque).optional(),
  summary: Opaque,
})
export type ChangePlan = z.infer<typeof ChangePlan>

/** A proposed action (records.md 8.1) as engines from `oldest` on can decode it: the JSON of `faucet_serve_changes.body`. */
const changeRequest = (oldest: OldestEngine) =>
  record({
    id: z.string(),
    kind: word<ChangeKind>(...(knows(oldest, '1.14') ? CHANGE_KINDS : KINDS)),
    status: word(...CHANGE_STATUSES),
    requester: z.string(),
    requester_role: Role,
    reason: z.string().optional(),
    payload: Opaque,
    plan: ChangePlan.optional(),
    budget: BudgetSpec.optional(),
    required_approvals: U32,
    approvals: z.array(Approval).optional(),
    rejection: Rejection.optional(),
    created_at: Timestamp,
    updated_at: Timestamp,
    expires_at: Timestamp,
    run_id: z.string().optional(),
    template: record({ id: z.string(), version: U32 }).optional(),
    error: z.string().optional(),
    tenant: z.string().optional(),
    trusted_config: z.boolean().optional(),
    caller_params: z.record(z.string(), z.array(z.string())).optional(),
  })
export const ChangeRequest = changeRequest('1.13')
export type ChangeRequest = z.infer<typeof ChangeRequest>
const LaterChangeRequest = changeRequest('1.14')

/** The schema to write with where engines from `oldest` on read. */
export const changeRequestFor = (oldest: OldestEngine): typeof ChangeRequest =>
  knows(oldest, '1.14') ? LaterChangeRequest : ChangeRequest

/** All clauses are ANDed and exact; a `limit` of 0 is 200. */
export interface ChangeFilter {
  status?: string
  kind?: string
  requester?: string
  tenant?: string
  limit: number
}
