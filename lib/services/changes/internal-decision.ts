import { type EffectiveRule, effectiveRule } from '@/lib/auth/approvals'
import type { Deps } from '@/lib/contract/deps'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import type { Stored } from '@/lib/contract/stored'
import type { Step } from '@/lib/derive/change-flow'
import { AppError } from '../kit/app-error'
import { file } from '../kit/audit'
import type { Ctx } from '../kit/ctx'
import { changeAudit } from './internal-proposal'

const SYSTEM = { name: 'system:expiry', role: 'admin', tenant: null } as const

export const ruleFor = ({ kind }: ChangeRequest, { approvals }: Ctx): EffectiveRule => effectiveRule(approvals, kind)

/** What the step made of the request; it is stored once `settle` was given it. A refusal is thrown, what is due expires. */
export async function outcomeOf(
  deps: Pick<Deps, 'changes'>,
  row: Stored<ChangeRequest>,
  step: Step,
  ctx: Ctx,
): Promise<Extract<Step, { kind: 'changed' }>> {
  if (step.kind === 'changed') return step
  if (step.kind === 'expired') {
    // Whoever wrote it first has filed it.
    if (await deps.changes.upsert(step.change, { onlyIf: row })) {
      await file(ctx, { ...changeAudit('change.expired', step.change), by: SYSTEM })
    }
    throw new AppError('conflict', step.message)
  }
  throw new AppError(CODES[step.why], step.message)
}

const CODES = {
  not_pending: 'conflict',
  duplicate: 'conflict',
  forbidden: 'forbidden',
  no_reason: 'bad_config',
} as const

/** Stores the step unless somebody else moved the request meanwhile. */
export async function settle(
  { changes }: Pick<Deps, 'changes'>,
  change: ChangeRequest,
  row: Stored<ChangeRequest>,
): Promise<void> {
  if (await changes.upsert(change, { onlyIf: row })) return
  throw new AppError('conflict', `change ${change.id} was changed concurrently; reload it`)
}
