import type { Deps } from '@/lib/contract/deps'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import { approvalPayload, type SubmitRunRequest } from '@/lib/derive/run-requests'
import { propose } from '../changes/internal-proposal'
import type { Ctx } from '../kit/ctx'

/** The request as a change request, which waits for approval in the run's place. */
export const gated = (
  deps: Pick<Deps, 'changes' | 'templates' | 'tenants' | 'store'>,
  request: SubmitRunRequest,
  { tenant, isRegistered = false }: { tenant: string | null; isRegistered?: boolean },
  ctx: Ctx,
): Promise<ChangeRequest> => {
  const { reason, budget } = request
  return propose(deps, { kind: 'run', payload: approvalPayload(request), reason, budget, tenant, isRegistered }, ctx)
}

export const needsApproval = ({ require_approval }: Pick<SubmitRunRequest, 'require_approval'>, { settings }: Ctx) =>
  require_approval || settings.requireApproval.includes('run')
