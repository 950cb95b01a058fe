import { type Principal, seesStoredText } from '@/lib/auth/principal'
import type { Deps } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import type { BudgetSpec } from '@/lib/contract/records/changes'
import { DEFAULT_POOL, type InstanceRecord } from '@/lib/contract/records/leases'
import type { TenantRecord } from '@/lib/contract/records/tenants'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { recordOf } from '@/lib/contract/stored'
import { mergeBudgets } from '@/lib/derive/budget'
import { callbackError } from '@/lib/derive/callback-check'
import { shortestText } from '@/lib/derive/instant-text'
import { pendingRun } from '@/lib/derive/pending-run'
import { present } from '@/lib/derive/request-shape'
import { type SubmitRunRequest, storedCallback } from '@/lib/derive/run-requests'
import { selectionText } from '@/lib/derive/selection'
import { byCodePoint } from '@/lib/derive/sorted-json'
import type { CheckedSubmission } from '@/lib/derive/submit-checks'
import { AppError, notFound } from '../kit/app-error'
import { aside } from '../kit/aside'
import type { Ctx } from '../kit/ctx'

export type SubmissionDeps = Pick<Deps, 'runs' | 'leases' | 'queue' | 'tenants' | 'store'>

/** Who is to be named as the submitter, and the tenant that the run is for. */
export interface Submitter {
  principal: Principal
  tenant: string | null
  /** The config is a registered template's: an admin has put in it whatever it refers to. */
  isRegistered?: boolean | undefined
  /** Claimed where the request names no key of its own: nobody else can name such a one. */
  reservedKey?: string | undefined
}

export interface Submitted {
  run_id: string
  status: string
  submitted_at: string
  /** Of the config, for the audit trail; null: nothing new was submitted. */
  fingerprint: string | null
}

/** A member counts as live for three of its beats. */
const LIVE_MS = 30_000
const ACTIVE = ['queued', 'pending', 'running', 'sharded'] as const
/** Spaces and all, as engines say it. */
const NO_CONCURRENCY =
  'concurrency must be greater than 0 — it is a connection/fetch count,                       not a `0 = unlimited` sentinel'

/**
 * Queues a run for whichever member claims it (storage.md 8.1). What only a process with connectors can check it finds out
 * then; everything else is checked here, in the engine's order (http-api.md 4.1).
 */
export async function submit(
  deps: SubmissionDeps,
  request: SubmitRunRequest,
  submitter: Submitter,
  ctx: Ctx,
): Promise<Submitted> {
  const { tenant } = submitter
  if (request.concurrency !== undefined && BigInt(request.concurrency) === 0n) {
    throw new AppError('unprocessable', NO_CONCURRENCY)
  }
  const owner = tenant === null ? null : await admit(deps, tenant)
  const submission = await checked(request, strictest(request.budget, owner), submitter)
  const wrongCallback = request.callback === undefined ? null : callbackError(storedCallback(request.callback), true)
  if (wrongCallback !== null) throw new AppError('unprocessable', wrongCallback)
  if (request.doctor_first) {
    throw new AppError('unavailable', 'doctor_first needs an engine that looks at the config before it is queued')
  }
  await refuseWithoutMember(deps)
  return enqueue(deps, request, submission, { ...submitter, owner }, ctx)
}

/** The document of a request, or why it cannot be one. */
export async function checked(
  { config, config_format, selection }: Pick<SubmitRunRequest, 'config' | 'config_format' | 'selection'>,
  budget: BudgetSpec | undefined,
  { principal, tenant, isRegistered = false }: Submitter,
): Promise<CheckedSubmission> {
  const who = { isTrusted: isRegistered || seesStoredText(principal), tenant }
  const asked = { config, config_format, selection }
  const outcome = await aside('checkSubmission', config.length, asked, budget, who)
  if (outcome.ok) return outcome.submission
  throw new AppError(outcome.code, outcome.message)
}

/** Before an engine is asked, which makes every other check itself. */
export async function refuseReferences(
  { config, config_format }: SubmitRunRequest,
  principal: Principal,
): Promise<void> {
  const wrong = await aside('checkReferences', config.length, { config, config_format }, seesStoredText(principal))
  if (wrong !== null) throw new AppError('forbidden', wrong)
}

/** Nobody would ever run it. */
export async function refuseWithoutMember({ leases }: Pick<Deps, 'leases'>): Promise<void> {
  const members = await liveMembers(leases)
  if (members.some(servesDefault)) return
  throw new AppError(
    'unavailable',
    'nobody would run it: no member of a cluster has been seen on this store within the last 30 s; start an engine with ' +
      '`faucet serve --cluster` on it',
  )
}

/** Members of the cluster that were seen just now, whatever they serve; a store without members has none. */
export async function liveMembers(leases: Deps['leases']): Promise<InstanceRecord[]> {
  try {
    return await leases.liveInstances(LIVE_MS)
  } catch (error) {
    if (isHistoryError(error) && error.kind === 'missing') return []
    throw error
  }
}

/** Would it claim a run that names no pool? */
export const servesDefault = ({ pools }: InstanceRecord): boolean =>
  pools === undefined || pools === null || pools.includes(DEFAULT_POOL)

async function admit(deps: SubmissionDeps, tenant: string): Promise<TenantRecord> {
  const row = await deps.tenants.get(tenant)
  if (row === null) throw notFound()
  const record = recordOf(row)
  if (record.suspended) throw new AppError('conflict', `tenant '${tenant}' is suspended`)
  const max = record.limits.max_concurrent_runs
  if (max !== undefined) {
    const active = await activeRuns(deps, tenant, Number(max))
    if (active >= max) throw overLimit(tenant, active, Number(max))
  }
  return record
}

const activeRuns = async ({ runs }: SubmissionDeps, tenant: string, limit: number): Promise<number> =>
  (await runs.list({ status: [...ACTIVE], tenant, limit: Math.min(Math.max(limit, 1), 1_000) })).rows.length

const overLimit = (tenant: string, active: number, max: number): AppError =>
  new AppError(
    'limit_exceeded',
    `tenant '${tenant}' already has ${active} run(s) queued or running (limit max_concurrent_runs = ${max})`,
  )

/** The request's ceilings and those of its tenant, the stricter of each; undefined: there are none. */
function strictest(asked: BudgetSpec | undefined, owner: TenantRecord | null): BudgetSpec | undefined {
  const { max_records_per_run, max_bytes_per_run, max_duration_secs } = owner?.limits ?? {}
  const ofTenant = present({ max_records: max_records_per_run, max_bytes: max_bytes_per_run, max_duration_secs })
  if (Object.keys(ofTenant).length === 0) return asked
  return asked === undefined ? ofTenant : mergeBudgets(asked, ofTenant)
}

async function enqueue(
  deps: SubmissionDeps,
  request: SubmitRunRequest,
  submission: CheckedSubmission,
  { principal, tenant, isRegistered = false, reservedKey, owner }: Submitter & { owner: TenantRecord | null },
  ctx: Ctx,
): Promise<Submitted> {
  const { stamp, tables } = await deps.store.capabilities()
  const run_id = ctx.newId()
  const selection = request.selection
  const labels = { ...(selection && { selection: selectionText(selection) }), ...request.labels }
  const fingerprint = configFingerprint(submission, ctx)
  const key = request.idempotency_key ?? reservedKey
  if (key !== undefined) {
    const claim = await deps.runs.claimIdempotency(
      claimKey(key, { tenant, stamp, isReserved: key === reservedKey }),
      requestFingerprint(fingerprint, request, labels, ctx),
      run_id,
      STORE_DEFAULTS.idempotencyRetentionMs,
    )
    if (claim.kind === 'replay') return replay(deps, claim.run_id, tenant)
    if (claim.kind === 'conflict') throw reused()
  }
  const { config_body, config_format, pipeline } = submission
  const submitted_at = shortestText(ctx.now())
  const keepsSubmitters = tables['faucet_serve_runs']?.includes('submitted_by') === true
  const run = pendingRun(run_id, submitted_at, {
    config_body,
    config_format,
    ...(pipeline !== null && { pipeline }),
    labels,
    ...present({
      name: request.name,
      idempotency_key: key,
      timeout_secs: request.timeout_secs,
      clock: request.clock,
      concurrency: request.concurrency,
      callback: request.callback && storedCallback(request.callback),
      tenant: tenant ?? undefined,
      selection,
      submitted_by: keepsSubmitters ? principal.name : undefined,
    }),
  })
  try {
    // Unless it is a template's, whoever asked supplied the config, also where it came through a request for approval.
    if (!(await deps.queue.enqueue({ run, isCallerConfig: !isRegistered })))
      throw new Error(`there is a run ${run_id} already`)
  } catch (error) {
    await deps.runs.releaseIdempotency(run_id).catch((why: unknown) => {
      ctx.log.warn('idempotency claim not released', { run_id, error: why })
    })
    throw error
  }
  if (owner !== null) await takeBackOverLimit(deps, owner, run_id)
  return { run_id, status: run.status, submitted_at, fingerprint }
}

/** Two submissions at once may both have found a free place: whoever finds too many afterwards gives way. */
async function takeBackOverLimit(deps: SubmissionDeps, { id, limits }: TenantRecord, runId: string): Promise<void> {
  const max = limits.max_concurrent_runs
  if (max === undefined) return
  const active = await activeRuns(deps, id, Number(max) + 1)
  if (active <= max || !(await deps.leases.cancelPending(runId))) return
  await deps.runs.releaseIdempotency(runId)
  throw overLimit(id, Number(max), Number(max))
}

async function replay({ runs }: SubmissionDeps, runId: string, tenant: string | null): Promise<Submitted> {
  const row = await runs.get(runId)
  if (row === null) throw notFound()
  const read = row.read()
  // Keys are one space on old stores: what another tenant submitted under it is nothing to tell.
  if (!read.ok || (read.record.tenant ?? null) !== tenant) throw reused()
  const { run_id, status, submitted_at } = read.record
  return { run_id, status, submitted_at, fingerprint: null }
}

const reused = (): AppError => new AppError('conflict', 'idempotency key reused with a different payload')

/** Engines from 1.13.3 on keep each tenant's keys apart; what looks like one of theirs is nobody's to claim there. */
function claimKey(
  key: string,
  { tenant, stamp, isReserved }: { tenant: string | null; stamp: number | null; isReserved: boolean },
): string {
  if (stamp === null) return key
  if (!isReserved && /^(tenant|trig|backfill|change):/.test(key)) {
    throw new AppError('bad_config', `idempotency_key: '${key}' begins with a prefix that the server keeps for itself`)
  }
  return tenant === null ? key : `tenant:${tenant}:${key}`
}

/**
 * Engines hash the config as they type it, which nobody else can. Ours begins otherwise, so that the same key with an engine
 * is a conflict and never a false replay. The same meaning in another spelling is the same.
 */
const configFingerprint = ({ meaning, pipeline }: CheckedSubmission, { sha256 }: Ctx): string =>
  sha256(`console\u0000${pipeline ?? ''}\u0000${meaning}`)

function requestFingerprint(
  config: string,
  { clock, timeout_secs, concurrency }: SubmitRunRequest,
  labels: Readonly<Record<string, string>>,
  { sha256 }: Ctx,
): string {
  const marks = Object.entries(labels)
    .sort(([a], [b]) => byCodePoint(a, b))
    .map(([name, value]) => `${name}\u0000${value}\u0000`)
  return sha256(
    `${config}\u0000${clock ?? ''}\u0000${timeout_secs ?? ''}\u0000${concurrency ?? ''}\u0000${marks.join('')}`,
  )
}
