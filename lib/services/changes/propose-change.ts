import { z } from 'zod'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import { ProposeChangeBody } from '@/lib/derive/change-requests'
import { type Asked, type EngineAnswer, forward, postOf } from '../kit/engine-operation'
import { refuseConfinedConfig } from '../kit/raw-configs'
import { defineCommand } from '../kit/use-case'
import { changeAudit, propose } from './internal-proposal'

export type ProposalOutcome =
  | { kind: 'engine'; answer: EngineAnswer }
  | { kind: 'change'; change: ChangeRequest; tenant: string | null }

/** Asks others to approve something. With an engine to plan it, approvers see what it would do to the data. */
export const proposeChange = defineCommand({
  label: 'change.request',
  permission: 'change_request',
  scope: 'tenant',
  input: ProposeChangeBody.extend({ tenant: z.string().optional(), asked: z.custom<Asked>().optional() }),
  needs: ['changes', 'templates', 'tenants', 'store', 'engine'],
  async run(deps, { tenant: of, asked, ...wish }, ctx): Promise<ProposalOutcome> {
    if (deps.engine.absent() === null) {
      const answer = await forward(deps.engine, asked ?? postOf('/v1/changes', wish), ctx, { todo: 'plan a change' })
      return { kind: 'engine', answer }
    }
    await refuseConfinedConfig(deps.store, ctx)
    const tenant = of ?? null
    return { kind: 'change', change: await propose(deps, { ...wish, tenant }, ctx), tenant }
  },
  audit: (outcome) =>
    outcome.kind === 'engine' ? [] : [changeAudit('change.requested', outcome.change, outcome.tenant)],
})
