import type { z } from 'zod'
import { effectiveRule } from '@/lib/auth/approvals'
import type { Deps } from '@/lib/contract/deps'
import { isJsonObject, type Json } from '@/lib/contract/json'
import type { BudgetSpec, ChangeKind, ChangePlan, ChangeRequest } from '@/lib/contract/records/changes'
import { knows, oldestEngine } from '@/lib/contract/records/vocabulary'
import { recordOf } from '@/lib/contract/stored'
import { budgetError } from '@/lib/derive/budget'
import { propose as proposed } from '@/lib/derive/change-flow'
import { launchPlan, registerPlan } from '@/lib/derive/change-plan'
import { readShape } from '@/lib/derive/request-shape'
import { SubmitRunBody, type SubmitRunRequest } from '@/lib/derive/run-requests'
import { LaunchPayload, RegisterTemplateBody, type RegisterTemplateRequest } from '@/lib/derive/template-requests'
import { NEWEST } from '@/lib/derive/template-select'
import { AppError, notFound } from '../kit/app-error'
import type { Ctx } from '../kit/ctx'
import { checked, type Submitter } from '../runs/internal-submission'
import { type Draft, draftOf, resolved, stateOf } from '../templates/internal'

type PlanDeps = Pick<Deps, 'templates' | 'tenants' | 'store'>

/** What somebody wants done once others have approved it. */
export interface Wish {
  kind: ChangeKind
  payload: Json
  reason?: string | undefined
  budget?: BudgetSpec | undefined
  /** That the change is for; null: none. */
  tenant: string | null
  /** Of a run: its config is a registered template's. */
  isRegistered?: boolean
}

/** Checks the wish as its execution would and keeps it as a request (governance.md 5.4). Filing it is the verb's. */
export async function propose(
  deps: PlanDeps & Pick<Deps, 'changes'>,
  { kind, payload, reason, budget, tenant, isRegistered = false }: Wish,
  ctx: Ctx,
): Promise<ChangeRequest> {
  const wrong = budget === undefined ? null : budgetError(budget)
  if (wrong !== null) throw new AppError('bad_config', wrong)
  const plan = await planOf(deps, kind, payload, { principal: ctx.principal, tenant, isRegistered }, ctx)
  const change = proposed(
    {
      id: ctx.newId(),
      kind,
      requester: ctx.principal,
      payload: kind === 'run' ? withoutAsking(payload) : payload,
      reason,
      plan,
      budget,
      requiredApprovals: effectiveRule(ctx.approvals, kind).min_approvers,
      expireSecs: ctx.approvals.expireSecs,
      tenant: tenant ?? undefined,
    },
    ctx.now(),
  )
  const kept: ChangeRequest = isRegistered ? { ...change, trusted_config: true } : change
  await deps.changes.upsert(kept)
  return kept
}

/** The row that a step of a change leaves in the audit trail: it goes by the change's id. */
export const changeAudit = (action: string, { id }: ChangeRequest, tenant: string | null = null) => ({
  action,
  config_fingerprint: id,
  ...(tenant !== null && { tenant }),
})

/**
 * What would be done, as approvers see it. Undefined: nobody but an engine can tell (the rows of a pipeline are its to plan);
 * it is never made up, since engines compare it.
 */
async function planOf(
  deps: PlanDeps,
  kind: ChangeKind,
  payload: Json,
  submitter: Submitter,
  ctx: Ctx,
): Promise<ChangePlan | undefined> {
  switch (kind) {
    case 'run': {
      const request = runOf(payload)
      if (submitter.tenant !== null && (await deps.tenants.get(submitter.tenant)) === null) throw notFound()
      await checked(request, undefined, submitter)
      return undefined
    }
    case 'template_register': {
      const request = registrationOf(payload)
      const draft = await draftOf(deps.templates, request)
      return draft.document.kind === 'pipeline' ? undefined : planOfRegistration(draft, request, [], ctx)
    }
    case 'template_launch':
      return planOfLaunch(deps, payload, ctx)
    default:
      throw new AppError('unavailable', `a running engine is needed to plan a ${kind}`)
  }
}

export const planOfRegistration = (
  { id, document, previous }: Draft,
  { config, launch, tags }: RegisterTemplateRequest,
  rows: readonly Json[],
  { sha256 }: Pick<Ctx, 'sha256'>,
  order?: 'by name' | 'declared',
): ChangePlan =>
  registerPlan(
    { id, kind: document.kind, config, launch, tags, previous: previous?.version ?? null, rows },
    sha256,
    order,
  )

/** A channel is resolved anew each time: what it means then is what is approved. */
export async function planOfLaunch(
  { templates, store }: PlanDeps,
  payload: Json,
  { sha256 }: Pick<Ctx, 'sha256'>,
): Promise<ChangePlan> {
  const { id, version: selector = NEWEST } = launchOf(payload)
  const { state } = await stateOf(templates, id)
  const version = resolved(selector, id, state)
  const { stamp } = await store.capabilities()
  if (!knows(oldestEngine(stamp), '1.16')) return launchPlan({ id, version, selector, state }, sha256)
  const row = await templates.get(id, version)
  if (row === null) throw notFound()
  return launchPlan({ id, version, selector, state }, sha256, { body: recordOf(row).body })
}

export const runOf = (payload: Json): SubmitRunRequest => read(SubmitRunBody, 'run', payload)
export const registrationOf = (payload: Json): RegisterTemplateRequest =>
  read(RegisterTemplateBody, 'template_register', payload)
export const launchOf = (payload: Json) => read(LaunchPayload, 'template_launch', payload)

function read<S extends z.ZodType>(schema: S, kind: ChangeKind, payload: Json): z.output<S> {
  const outcome = readShape(schema, payload)
  if (outcome.ok) return outcome.data
  throw new AppError('bad_config', `${kind} payload: ${outcome.complaint}`)
}

function withoutAsking(payload: Json): Json {
  if (!isJsonObject(payload)) return payload
  const { require_approval: _, reason: __, ...rest } = payload
  return rest
}
