import type { Deps } from '@/lib/contract/deps'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import type { SubmitRunRequest } from '@/lib/derive/run-requests'
import type { AuditFacts } from '../kit/audit'
import type { Ctx } from '../kit/ctx'
import { type Asked, type EngineAnswer, forward, postOf } from '../kit/engine-operation'
import { refuseConfinedConfig } from '../kit/raw-configs'
import { gated, needsApproval } from './internal-gate'
import { refuseReferences, type Submitted, submit } from './internal-submission'

/** What became of it: an engine answered, others must approve it first, or it waits for a member of the cluster. */
export type SubmitOutcome =
  | { kind: 'engine'; answer: EngineAnswer }
  | { kind: 'gated'; change: ChangeRequest; tenant: string | null }
  | { kind: 'submitted'; run: Submitted; tenant: string | null }

export type DispatchDeps = Pick<
  Deps,
  'runs' | 'leases' | 'queue' | 'tenants' | 'templates' | 'changes' | 'store' | 'engine'
>

/**
 * Submits a request: through an engine where one is configured, else as a row for whichever member of the cluster claims it
 * (architecture 6.3). `asked` is the request as it came, for the engine.
 */
export async function dispatch(
  deps: DispatchDeps,
  request: SubmitRunRequest,
  { tenant, asked }: { tenant: string | null; asked?: Asked | undefined },
  ctx: Ctx,
): Promise<SubmitOutcome> {
  if (deps.engine.absent() === null) {
    await refuseReferences(request, ctx.principal)
    const submission = asked ?? postOf(addressOf(tenant), request)
    return { kind: 'engine', answer: await forward(deps.engine, submission, ctx, { todo: 'submit a run' }) }
  }
  await refuseConfinedConfig(deps.store, ctx)
  if (needsApproval(request, ctx)) return { kind: 'gated', change: await gated(deps, request, { tenant }, ctx), tenant }
  const run = await submit(deps, request, { principal: ctx.principal, tenant }, ctx)
  return { kind: 'submitted', run, tenant }
}

/** What is filed of it. An engine files its own. */
export function dispatchFacts(outcome: SubmitOutcome): AuditFacts[] {
  if (outcome.kind === 'engine') return []
  const tenant = outcome.tenant === null ? {} : { tenant: outcome.tenant }
  if (outcome.kind === 'gated') {
    return [{ action: 'change.requested', config_fingerprint: outcome.change.id, ...tenant }]
  }
  const { run_id, fingerprint } = outcome.run
  return fingerprint === null ? [] : [{ action: 'run.submit', run_id, config_fingerprint: fingerprint, ...tenant }]
}

export const addressOf = (tenant: string | null): string =>
  tenant === null ? '/v1/runs' : `/v1/tenants/${encodeURIComponent(tenant)}/runs`
