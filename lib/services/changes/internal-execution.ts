import type { Principal } from '@/lib/auth/principal'
import { ROLES } from '@/lib/auth/roles'
import type { Deps } from '@/lib/contract/deps'
import { HistoryError } from '@/lib/contract/errors'
import { MarkedError } from '@/lib/contract/process-wide'
import type { ChangePlan, ChangeRequest } from '@/lib/contract/records/changes'
import { recordOf } from '@/lib/contract/stored'
import { mergeBudgets } from '@/lib/derive/budget'
import { executed, failed, invalidated } from '@/lib/derive/change-flow'
import { planChanged } from '@/lib/derive/change-plan'
import { NEWEST } from '@/lib/derive/template-select'
import { AppError } from '../kit/app-error'
import { file } from '../kit/audit'
import type { Ctx } from '../kit/ctx'
import { refuseWithoutMember, submit } from '../runs/internal-submission'
import { draftOf, launch, register } from '../templates/internal'
import { changeAudit, launchOf, planOfLaunch, planOfRegistration, registrationOf, runOf } from './internal-proposal'

type ExecutionDeps = Pick<Deps, 'changes' | 'templates' | 'runs' | 'leases' | 'queue' | 'tenants' | 'store'>

/** What came of it; the plan as it was then. */
type Outcome = ({ run_id: string } | { template: { id: string; version: number } }) & { plan?: ChangePlan }

/** The world is not what was approved. */
class PlanChanged extends MarkedError {
  static override readonly mark = 'PlanChanged'
  override readonly name = 'PlanChanged'
  readonly plan: ChangePlan

  constructor(message: string, plan: ChangePlan) {
    super(message)
    this.plan = plan
  }
}

/** Before anything is written: a request that nobody here could carry out goes on waiting. */
export async function refuseUnlessFeasible(deps: ExecutionDeps, change: ChangeRequest, ctx: Ctx): Promise<void> {
  if (change.kind === 'run') await refuseWithoutMember(deps)
  else if (change.kind === 'template_register') await orderOf(deps, change, ctx).catch(onlyUnavailable)
  else if (change.kind !== 'template_launch') throw theirs(change.kind)
}

/** What else goes wrong is how the request ends. */
function onlyUnavailable(error: unknown): void {
  if (error instanceof AppError && error.code === 'unavailable') throw error
}

/** Does what was approved, as whoever asked for it. What goes wrong is kept with the request; it is no error of ours. */
export async function carryOut(deps: ExecutionDeps, change: ChangeRequest, ctx: Ctx): Promise<ChangeRequest> {
  let end: ChangeRequest
  try {
    const { plan, ...outcome } = await perform(deps, change, ctx)
    end = executed(change, ctx.now(), outcome, plan)
  } catch (error) {
    if (error instanceof PlanChanged) end = invalidated(change, ctx.now(), error.message, error.plan)
    else {
      if (!(error instanceof AppError)) ctx.log.warn('an approved change failed', { change: change.id, error })
      end = failed(change, ctx.now(), reasonOf(error))
    }
  }
  await finish(deps, end, ctx)
  return end
}

const RESULTS: Readonly<Record<string, string>> = { executed: 'ok', invalidated: 'denied', failed: 'error' }

async function finish({ changes }: ExecutionDeps, end: ChangeRequest, ctx: Ctx): Promise<void> {
  const row = await changes.get(end.id)
  const isOurs = row !== null && recordOf(row).status === 'approved' && (await changes.upsert(end, { onlyIf: row }))
  if (!isOurs) ctx.log.warn('the end of a change was not recorded: somebody else moved it', { change: end.id })
  await file(ctx, {
    ...changeAudit(`change.${end.status}`, end),
    ...(end.run_id !== undefined && { run_id: end.run_id }),
    result: RESULTS[end.status] ?? 'ok',
  })
}

function perform(deps: ExecutionDeps, change: ChangeRequest, ctx: Ctx): Promise<Outcome> {
  switch (change.kind) {
    case 'run':
      return runIt(deps, change, ctx)
    case 'template_register':
      return registerIt(deps, change, ctx)
    case 'template_launch':
      return launchIt(deps, change, ctx)
    default:
      throw theirs(change.kind)
  }
}

async function runIt(deps: ExecutionDeps, change: ChangeRequest, ctx: Ctx): Promise<Outcome> {
  const request = runOf(change.payload)
  const requester = requesterOf(change)
  const { stamp } = await deps.store.capabilities()
  const { run_id, fingerprint } = await submit(
    deps,
    {
      ...request,
      budget:
        request.budget && change.budget
          ? mergeBudgets(request.budget, change.budget)
          : (request.budget ?? change.budget),
      labels: { ...request.labels, change: change.id },
    },
    {
      principal: requester,
      tenant: change.tenant ?? null,
      isRegistered: change.trusted_config === true,
      // Engines that go on with what was left approved claim the same key.
      reservedKey: stamp === null ? undefined : `change:${change.id}`,
    },
    ctx,
  )
  if (fingerprint !== null) {
    await file(ctx, { action: 'run.submit', run_id, config_fingerprint: fingerprint, by: requester })
  }
  return { run_id }
}

async function registerIt(deps: ExecutionDeps, change: ChangeRequest, ctx: Ctx): Promise<Outcome> {
  const request = registrationOf(change.payload)
  const { draft, plan } = await orderOf(deps, change, ctx)
  const { id, version } = await register(deps.templates, draft, request, change.requester)
  return { template: { id, version }, ...(plan !== undefined && { plan }) }
}

async function launchIt(deps: ExecutionDeps, change: ChangeRequest, ctx: Ctx): Promise<Outcome> {
  const plan = await planOfLaunch(deps, change.payload, ctx)
  refuseChanged(change, plan)
  const { id, version: selector = NEWEST } = launchOf(change.payload)
  const { version } = await launch(deps.templates, id, selector, change.requester)
  return { template: { id, version }, plan }
}

/**
 * A registration and its plan just now. The rows of a pipeline follow from its text alone, so those that were planned are
 * its rows still, if only the stored material says that they are: engines hash them in one of two orders.
 */
async function orderOf(deps: ExecutionDeps, change: ChangeRequest, ctx: Ctx) {
  const request = registrationOf(change.payload)
  const draft = await draftOf(deps.templates, request)
  const stored = change.plan
  if (stored === undefined) return { draft, plan: undefined }
  const rows = stored.rows ?? []
  const plans = (['by name', 'declared'] as const).map((order) => planOfRegistration(draft, request, rows, ctx, order))
  const plan = plans.find(({ material }) => material === stored.material)
  if (plan !== undefined) return { draft, plan }
  if (rows.length > 0) throw theirs('template_register with rows that only an engine can plan')
  const [now] = plans
  if (now !== undefined) refuseChanged(change, now)
  return { draft, plan: now }
}

function refuseChanged(change: ChangeRequest, plan: ChangePlan): void {
  const why = planChanged(change.plan, plan)
  if (why !== null) throw new PlanChanged(why, plan)
}

/** As whom it is done. */
const requesterOf = ({ requester, requester_role, tenant }: ChangeRequest): Principal => ({
  name: requester,
  role: ROLES.find((role) => role === requester_role) ?? 'viewer',
  tenant: tenant ?? null,
})

const theirs = (kind: string): AppError =>
  new AppError('unavailable', `a running engine is needed to carry out a ${kind}`)

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return `${error.code}: ${error.message}`
  return error instanceof HistoryError ? `unavailable: ${error.message}` : 'internal: it could not be carried out'
}
