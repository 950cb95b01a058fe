import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import type { RunRecord } from '@/lib/contract/records/runs'
import { recordOf, type Stored } from '@/lib/contract/stored'
import { isTerminal } from '@/lib/derive/run-status'
import { AppError, notFound } from '../kit/app-error'
import { deliverCallback } from '../kit/callback'
import type { Ctx } from '../kit/ctx'
import { own } from '../kit/scope'
import { defineCommand } from '../kit/use-case'

/** Whoever ever was a member has a row, however long it has been silent. */
const EVER_MS = 100 * 365 * 86_400_000

export interface CancelOutcome {
  run_id: string
  /** False: it was over already, and nothing was done. */
  asked: boolean
}

/**
 * Cancels a run that nobody has begun, or asks the member that executes it to stop (http-api.md 5.1). What an engine
 * outside the cluster holds in its memory no row can stop.
 */
export const cancelRun = defineCommand({
  label: 'run.cancel',
  permission: 'run_write',
  scope: 'tenant',
  input: z.object({ run_id: z.string() }),
  needs: ['runs', 'leases', 'insight'],
  async run(deps, { run_id }, ctx): Promise<CancelOutcome> {
    const row = own(ctx.principal, await deps.runs.get(run_id))
    if (isOver(row)) return { run_id, asked: false }
    if (await deps.leases.cancelPending(run_id)) {
      const cancelled = await deps.runs.get(run_id)
      if (cancelled !== null) void tell(ctx, cancelled)
      return { run_id, asked: true }
    }
    // Somebody may have claimed or ended it meanwhile.
    const now = await deps.runs.get(run_id)
    if (now === null) throw notFound()
    if (isOver(now)) return { run_id, asked: false }
    await refuseUnlessMember(deps, now, run_id)
    await deps.leases.requestCancel(run_id)
    return { run_id, asked: true }
  },
  audit: ({ run_id, asked }) => (asked ? [{ action: 'run.cancel', run_id }] : []),
})

function isOver(row: Stored<RunRecord>): boolean {
  const read = row.read()
  return isTerminal(read.ok ? read.record.status : (row.columns['status'] ?? ''))
}

/** Nothing that goes wrong here undoes the cancelling. */
async function tell(ctx: Ctx, row: Stored<RunRecord>): Promise<void> {
  try {
    await deliverCallback(ctx, recordOf(row))
  } catch (error) {
    ctx.log.warn('callback not delivered', { run_id: row.columns['run_id'], error })
  }
}

async function refuseUnlessMember(
  { leases, insight }: Pick<Deps, 'leases' | 'insight'>,
  row: Stored<RunRecord>,
  runId: string,
): Promise<void> {
  const status = row.columns['status']
  if (status === 'sharded') return
  if (status === 'running') {
    const [columns] = await insight.runColumns([runId])
    const members = await leases.liveInstances(EVER_MS).catch(noneWithoutTable)
    if (members.some(({ instance_id }) => instance_id === columns?.owner)) return
  }
  throw new AppError(
    'unavailable',
    `this run is ${status} in an engine that is no member of a cluster and looks for no requests in the store: cancel it ` +
      'at that engine',
  )
}

function noneWithoutTable(error: unknown): [] {
  if (isHistoryError(error) && error.kind === 'missing') return []
  throw error
}
