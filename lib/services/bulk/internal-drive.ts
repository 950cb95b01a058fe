import type { Deps } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import type { Bulk, BulkRun } from '@/lib/contract/records/bulk'
import { ELSEWHERE, GONE, OVER } from '@/lib/derive/bulk'
import { AppError } from '../kit/app-error'
import { file } from '../kit/audit'
import type { Ctx } from '../kit/ctx'
import { cancelOne, HeldElsewhere } from '../runs/internal-cancel'
import { deleteOne } from '../runs/internal-delete'
import { bulkFacts } from './internal-facts'

/** Whoever died with the right to work on it has lost it after this long. */
const LEASE_MS = 30_000
/** Runs that are marked as begun together: so many may have to be tried again after a crash. */
const AT_ONCE = 5
/** Ends that are being told to somebody's server, which may be slow. */
const MOST_TELLING = 20

export type DriveDeps = Pick<Deps, 'bulk' | 'runs' | 'insight' | 'leases' | 'engine'>

type Fate = readonly ['done' | 'skipped' | 'failed', note: string]

/**
 * Works on an action, a few runs at a time, until there is none left, somebody stops it or the store goes away; then whoever
 * goes on with it begins where this ended. Where somebody else is at it already, nothing happens. Never rejects.
 */
export async function drive(deps: DriveDeps, id: string, ctx: Ctx): Promise<void> {
  const worker = ctx.newId()
  const telling = new Set<Promise<void>>()
  try {
    while (await deps.bulk.claim(id, worker, LEASE_MS)) {
      const bulk = await deps.bulk.get(id)
      if (bulk === null || !(await step(deps, bulk, ctx, telling))) break
      while (telling.size >= MOST_TELLING) await Promise.race(telling)
      // SQLite's driver never waits: others get their turn here.
      await new Promise((resolve) => setImmediate(resolve))
    }
  } catch (error) {
    ctx.log.warn('an action on many runs was interrupted', { bulk: id, error })
  } finally {
    await deps.bulk.release(id, worker).catch(() => undefined)
  }
}

/** False: nothing is left to do. */
async function step(deps: DriveDeps, bulk: Bulk, ctx: Ctx, telling: Set<Promise<void>>): Promise<boolean> {
  const runs = await deps.bulk.begin(bulk.id, AT_ONCE)
  for (const run of runs) {
    const [outcome, note] = await fateOf(deps, bulk, run, ctx, telling)
    await deps.bulk.settle(bulk.id, run.seq, outcome, note, ctx.now())
  }
  if (runs.length > 0) return true
  if (await deps.bulk.end(bulk.id, 'done', ctx.now()))
    await file(ctx, await bulkFacts(deps, { ...bulk, state: 'done' }))
  return false
}

/** Does it to one run, and says what became of it. Only a store that is away is no fate: it is rejected. */
async function fateOf(
  deps: DriveDeps,
  { kind }: Bulk,
  run: BulkRun,
  ctx: Ctx,
  telling: Set<Promise<void>>,
): Promise<Fate> {
  try {
    return kind === 'delete' ? await remove(deps, run, ctx) : await cancel(deps, run, ctx, telling)
  } catch (error) {
    if (error instanceof AppError) return refusedFate(error, run)
    if (isHistoryError(error)) {
      if (error.unreachable || error.kind === 'degraded' || error.kind === 'read_only') throw error
      if (error.kind === 'unreadable') return ['failed', 'its record cannot be read']
    }
    ctx.log.warn('a run of many could not be dealt with', { run_id: run.run_id, error })
    return ['failed', 'something went wrong: the log of the console says what']
  }
}

async function remove(deps: DriveDeps, { run_id }: BulkRun, ctx: Ctx): Promise<Fate> {
  await deleteOne(deps, run_id, ctx.principal)
  await file(ctx, { action: 'run.delete', run_id })
  return ['done', 'removed']
}

async function cancel(deps: DriveDeps, run: BulkRun, ctx: Ctx, telling: Set<Promise<void>>): Promise<Fate> {
  const { run_id } = run
  const { asked, ended, by_engine } = await cancelOne(deps, run_id, ctx, (one) => {
    telling.add(one)
    void one.finally(() => telling.delete(one))
  })
  if (!asked) return overFate(deps, run)
  if (by_engine) return ['done', 'stopped by its engine']
  await file(ctx, { action: 'run.cancel', run_id })
  return ['done', ended ? 'ended at once: nobody had begun it' : 'asked to stop']
}

/** Begun before and cancelled now: whoever was interrupted had done it. */
async function overFate({ runs }: DriveDeps, { run_id, outcome }: BulkRun): Promise<Fate> {
  const row = outcome === 'begun' ? await runs.get(run_id) : null
  return row?.columns['status'] === 'cancelled' ? ['done', 'ended at once: nobody had begun it'] : ['skipped', OVER]
}

function refusedFate(error: AppError, { outcome }: BulkRun): Fate {
  const { code, message } = error
  // Begun before and not there now: whoever was interrupted had removed it.
  if (code === 'not_found') return outcome === 'begun' ? ['done', 'removed'] : ['skipped', GONE]
  if (code === 'conflict') return ['skipped', 'still going on: cancel it first']
  return error instanceof HeldElsewhere ? ['skipped', ELSEWHERE] : ['failed', message]
}
