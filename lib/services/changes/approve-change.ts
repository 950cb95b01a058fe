import { z } from 'zod'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import { recordOf } from '@/lib/contract/stored'
import { approve } from '@/lib/derive/change-flow'
import { ApproveChangeBody } from '@/lib/derive/change-requests'
import { file } from '../kit/audit'
import { type Asked, type EngineAnswer, forward, postOf } from '../kit/engine-operation'
import { isBesideLaterEngines, refuseBesideLaterEngines } from '../kit/later-engines'
import { own } from '../kit/scope'
import { defineCommand } from '../kit/use-case'
import { outcomeOf, ruleFor, settle } from './internal-decision'
import { carryOut, refuseUnlessFeasible } from './internal-execution'
import { changeAudit } from './internal-proposal'

export type ApprovalOutcome = { kind: 'engine'; answer: EngineAnswer } | { kind: 'change'; change: ChangeRequest }

/**
 * One more approval; the last one that is needed carries the request out. Runs are planned anew by an engine where one is
 * configured, and so is everything beside engines that would compare more than we can know.
 */
export const approveChange = defineCommand({
  label: 'change.approve',
  permission: 'change_approve',
  scope: 'tenant',
  input: ApproveChangeBody.extend({ change_id: z.string(), asked: z.custom<Asked>().optional() }),
  needs: ['changes', 'templates', 'runs', 'leases', 'queue', 'tenants', 'store', 'engine'],
  async run(deps, { change_id, comment, asked }, ctx): Promise<ApprovalOutcome> {
    const row = own(ctx.principal, await deps.changes.get(change_id))
    const change = recordOf(row)
    const isTheirs = change.kind === 'run' || (await isBesideLaterEngines(deps.store))
    if (isTheirs && deps.engine.absent() === null) {
      const approval = asked ?? postOf(`/v1/changes/${encodeURIComponent(change_id)}/approve`, { comment })
      return { kind: 'engine', answer: await forward(deps.engine, approval, ctx, { todo: 'carry out a change' }) }
    }
    await refuseBesideLaterEngines(deps.store, 'carry out a change')
    const given = approve(change, ctx.principal, ctx.now(), comment, ruleFor(change, ctx))
    const step = await outcomeOf(deps, row, given, ctx)
    if (step.quorum) await refuseUnlessFeasible(deps, step.change, ctx)
    await settle(deps, step.change, row)
    // The trail tells it in the order in which it happened, also when carrying it out fails.
    await file(ctx, changeAudit('change.approved', step.change))
    return { kind: 'change', change: step.quorum ? await carryOut(deps, step.change, ctx) : step.change }
  },
  audit: () => [],
})
