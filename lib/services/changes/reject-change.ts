import { z } from 'zod'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import { recordOf } from '@/lib/contract/stored'
import { reject } from '@/lib/derive/change-flow'
import { RejectChangeBody } from '@/lib/derive/change-requests'
import { AppError } from '../kit/app-error'
import { own } from '../kit/scope'
import { defineCommand } from '../kit/use-case'
import { outcomeOf, ruleFor, settle } from './internal-decision'
import { changeAudit } from './internal-proposal'

/** Ends a waiting request; whoever asked for it withdraws it so. */
export const rejectChange = defineCommand({
  label: 'change.reject',
  permission: 'change_approve',
  scope: 'tenant',
  input: RejectChangeBody.extend({ change_id: z.string() }),
  needs: ['changes'],
  async run(deps, { change_id, reason }, ctx): Promise<ChangeRequest> {
    if (reason.trim() === '') throw new AppError('bad_config', 'a rejection needs a reason')
    const row = own(ctx.principal, await deps.changes.get(change_id))
    const change = recordOf(row)
    const step = await outcomeOf(deps, row, reject(change, ctx.principal, ctx.now(), reason, ruleFor(change, ctx)), ctx)
    await settle(deps, step.change, row)
    return step.change
  },
  audit: (change) => [changeAudit('change.rejected', change)],
})
