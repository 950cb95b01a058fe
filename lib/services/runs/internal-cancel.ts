import type { Deps } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import type { RunRecord } from '@/lib/contract/records/runs'
import { recordOf, type Stored } from '@/lib/contract/stored'
import { isTerminal } from '@/lib/derive/run-status'
import { AppError, notFound } from '../kit/app-error'
import { deliverCallback } from '../kit/callback'
import type { Ctx } from '../kit/ctx'
import { forward, postOf } from '../kit/engine-operation'
import { own } from '../kit/scope'

/** Whoever ever was a member has a row, however long it has been silent. */
const EVER_MS = 100 * 365 * 86_400_000

export interface CancelOutcome {
  run_id: string
  /** False: it was over already, and nothing was done. */
  asked: boolean
  /** An engine did it and has filed it, too. */
  by_engine?: true
  /** Nobody had begun it: it is over now. Else whoever executes it was asked to stop. */
  ended?: true
}

/** No row stops it, and nobody who could is known. */
export class HeldElsewhere extends AppError {
  static override readonly mark = 'HeldElsewhere'
}

/**
 * Cancels a run that nobody has begun, or asks the member that executes it to stop (http-api.md 5.1). What an engine
 * outside the cluster holds in its memory no row can stop. `tell` gets the work of telling whoever wanted to hear of its end.
 */
export async function cancelOne(
  deps: Pick<Deps, 'runs' | 'leases' | 'insight' | 'engine'>,
  run_id: string,
  ctx: Ctx,
  tell: (telling: Promise<void>) => void,
): Promise<CancelOutcome> {
  const row = own(ctx.principal, await deps.runs.get(run_id))
  if (isOver(row)) return { run_id, asked: false }
  if (await deps.leases.cancelPending(run_id)) {
    const cancelled = await deps.runs.get(run_id)
    if (cancelled !== null) tell(telling(ctx, cancelled))
    return { run_id, asked: true, ended: true }
  }
  // Somebody may have claimed or ended it meanwhile.
  const now = await deps.runs.get(run_id)
  if (now === null) throw notFound()
  if (isOver(now)) return { run_id, asked: false }
  const { owner, looks } = await holderOf(deps, now, run_id)
  if (!looks) return cancelThere(deps, now, { run_id, owner }, ctx)
  await deps.leases.requestCancel(run_id)
  return { run_id, asked: true }
}

function isOver(row: Stored<RunRecord>): boolean {
  const read = row.read()
  return isTerminal(read.ok ? read.record.status : (row.columns['status'] ?? ''))
}

/** Nothing that goes wrong here undoes the cancelling. */
async function telling(ctx: Ctx, row: Stored<RunRecord>): Promise<void> {
  try {
    await deliverCallback(ctx, recordOf(row))
  } catch (error) {
    ctx.log.warn('callback not delivered', { run_id: row.columns['run_id'], error })
  }
}

/** Who executes the run, and whether they look for requests in the store. */
async function holderOf(
  { leases, insight }: Pick<Deps, 'leases' | 'insight'>,
  row: Stored<RunRecord>,
  runId: string,
): Promise<{ owner: string | null; looks: boolean }> {
  const status = row.columns['status']
  const [columns] = await insight.runColumns([runId])
  const owner = columns?.owner ?? null
  if (status !== 'running') return { owner, looks: status === 'sharded' }
  const members = await everMembers(leases)
  return { owner, looks: owner !== null && members.has(owner) }
}

/** The ids of all who ever were members of the cluster: they look for requests in the store. */
export async function everMembers(leases: Deps['leases']): Promise<ReadonlySet<string>> {
  const members = await leases.liveInstances(EVER_MS).catch(noneWithoutTable)
  return new Set(members.map(({ instance_id }) => instance_id))
}

/** The engine itself is asked, where its address is known. */
async function cancelThere(
  { engine }: Pick<Deps, 'engine'>,
  row: Stored<RunRecord>,
  { run_id, owner }: { run_id: string; owner: string | null },
  ctx: Ctx,
): Promise<CancelOutcome> {
  if (engine.absent() !== null) {
    throw new HeldElsewhere(
      'unavailable',
      `this run is ${row.columns['status']} in an engine that is no member of a cluster and looks for no requests in the ` +
        'store: cancel it at that engine',
    )
  }
  const { status } = await forward(engine, postOf(`/v1/runs/${encodeURIComponent(run_id)}/cancel`), ctx, {
    todo: 'cancel this run',
    where: owner === null ? 'any' : { instance: owner },
  })
  if (status === 202 || status === 200) return { run_id, asked: status === 202, by_engine: true }
  throw new AppError('unavailable', `the engine that executes this run refused to cancel it (HTTP ${status})`)
}

function noneWithoutTable(error: unknown): [] {
  if (isHistoryError(error) && error.kind === 'missing') return []
  throw error
}
