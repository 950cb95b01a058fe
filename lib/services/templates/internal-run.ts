import type { Deps } from '@/lib/contract/deps'
import type { Json } from '@/lib/contract/json'
import type { ChangeRequest } from '@/lib/contract/records/changes'
import { recordOf } from '@/lib/contract/stored'
import type { RunTemplateRequest } from '@/lib/derive/template-requests'
import { STABLE } from '@/lib/derive/template-select'
import { deprecationWarning } from '@/lib/derive/template-state'
import { notFound } from '../kit/app-error'
import type { AuditFacts } from '../kit/audit'
import type { Ctx } from '../kit/ctx'
import { type Asked, type EngineAnswer, forward, postOf } from '../kit/engine-operation'
import { refuseBesideLaterEngines } from '../kit/later-engines'
import { gated, needsApproval } from '../runs/internal-gate'
import { type Submitted, submit } from '../runs/internal-submission'
import { resolved, stateOf } from './internal'
import { materialize } from './internal-materialize'

type RunDeps = Pick<Deps, 'templates' | 'runs' | 'leases' | 'queue' | 'tenants' | 'changes' | 'store' | 'engine'>

export type TemplateRunOutcome =
  | { kind: 'engine'; answer: EngineAnswer }
  | { kind: 'gated'; change: ChangeRequest; tenant: string | null }
  | { kind: 'submitted'; run: Submitted; tenant: string | null; told: TemplateRun }

/** What is said beside the run itself. */
export interface TemplateRun {
  template_id: string
  template_version: number
  params: Record<string, Json>
  deprecated?: string
  selection?: RunTemplateRequest['selection']
}

interface Trigger {
  id: string
  body: RunTemplateRequest
  tenant: string | null
  /** The request as it came, for an engine. */
  asked: Asked | undefined
}

/** Starts a run of a version, the launched one unless another is named. What is retired still runs, and says so. */
export async function runVersion(
  deps: RunDeps,
  { id, body, tenant, asked }: Trigger,
  ctx: Ctx,
): Promise<TemplateRunOutcome> {
  if (deps.engine.absent() === null) {
    const trigger = asked ?? postOf(addressOf(id, tenant), body)
    return { kind: 'engine', answer: await forward(deps.engine, trigger, ctx, { todo: 'run a template' }) }
  }
  await refuseBesideLaterEngines(deps.store, 'run a template')
  const { state } = await stateOf(deps.templates, id)
  const version = resolved(body.version ?? STABLE, id, state)
  const row = await deps.templates.get(id, version)
  if (row === null) throw notFound()
  const { request, params } = materialize(recordOf(row), body)
  if (needsApproval(request, ctx)) {
    return { kind: 'gated', change: await gated(deps, request, { tenant, isRegistered: true }, ctx), tenant }
  }
  const run = await submit(deps, request, { principal: ctx.principal, tenant, isRegistered: true }, ctx)
  const deprecated = deprecationWarning(state, version)
  const told: TemplateRun = {
    template_id: id,
    template_version: version,
    params,
    ...(deprecated !== null && { deprecated }),
    ...(body.selection && { selection: body.selection }),
  }
  return { kind: 'submitted', run, tenant, told }
}

/** The run, unless it was there before, and that a template was triggered. An engine files its own. */
export function auditOfRun(outcome: TemplateRunOutcome): AuditFacts[] {
  if (outcome.kind === 'engine') return []
  const tenant = outcome.tenant === null ? {} : { tenant: outcome.tenant }
  if (outcome.kind === 'gated') {
    return [{ action: 'change.requested', config_fingerprint: outcome.change.id, ...tenant }]
  }
  const { run_id, fingerprint } = outcome.run
  const triggered: AuditFacts = { action: 'template.run', run_id, ...tenant }
  if (fingerprint === null) return [triggered]
  return [{ action: 'run.submit', run_id, config_fingerprint: fingerprint, ...tenant }, triggered]
}

const addressOf = (id: string, tenant: string | null): string => {
  const template = `/templates/${encodeURIComponent(id)}/runs`
  return tenant === null ? `/v1${template}` : `/v1/tenants/${encodeURIComponent(tenant)}${template}`
}
