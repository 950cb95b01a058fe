import { z } from 'zod'
import { effectiveRule, mayApprove } from '@/lib/auth/approvals'
import { can } from '@/lib/auth/roles'
import type { Deps } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunSearch } from '@/lib/contract/records/runs'
import { isDue } from '@/lib/derive/change-flow'
import type { Ctx } from '../kit/ctx'
import { keptAnswer } from '../kit/kept'
import { defineQuery } from '../kit/use-case'

/** More than this is "99+" anyway. */
const CAP = 100
const DAY_MS = 86_400_000
const COUNT_MS = 60
const AGE_MS = 5_000
/** Decided by others than this reader, too: those are passed over. */
const MOST_CHANGES = 500

/**
 * What the navigation says beside its entries. A count that cannot be read, or that is nothing for this reader, is null;
 * none stops at more than a hundred.
 */
export const navCounts = defineQuery({
  label: 'console.counts',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string().optional() }),
  needs: ['insight', 'changes', 'leases'],
  async run(deps, { tenant }, ctx) {
    const { now, principal } = ctx
    const nowMs = Date.parse(now())
    const shared = await keptAnswer(deps.insight, ['nav-counts', tenant], { nowMs, maxAgeMs: AGE_MS }, async () => {
      const [active, failed, members, connections] = await Promise.all([
        orNull(activeRuns(deps.insight, tenant)),
        orNull(failedRuns(deps.insight, tenant, nowMs)),
        tenant === undefined ? orNull(liveMembers(deps.leases)) : null,
        orNull(needyConnections(deps.insight, tenant)),
      ])
      return { active, failed, members, connections }
    })
    return {
      active_runs: shared.active,
      failed_runs: shared.failed,
      members: principal.tenant === null ? shared.members : null,
      connections: can(principal.role, 'connection_manage') ? shared.connections : null,
      /** Those that this reader may decide on. */
      changes: can(principal.role, 'change_approve') ? await orNull(changesToDecide(deps.changes, tenant, ctx)) : null,
    }
  },
})

const orNull = <T>(count: Promise<T>): Promise<T | null> => count.catch(() => null)

const LIVE = ['queued', 'pending', 'running', 'sharded']
async function activeRuns(insight: Deps['insight'], tenant: string | undefined): Promise<number> {
  if (tenant !== undefined) return countOf(insight, { status: LIVE, tenant })
  const counts = await insight.countByStatus(CAP)
  return counts.filter(({ status }) => LIVE.includes(status)).reduce((sum, { count }) => sum + count, 0)
}

async function failedRuns(insight: Deps['insight'], tenant: string | undefined, nowMs: number): Promise<number | null> {
  const since = new Date(nowMs - DAY_MS).toISOString() as Timestamp
  if (tenant === undefined) {
    // An hour further: the clock of whoever submits may be ahead of ours.
    const until = new Date(nowMs + DAY_MS / 24).toISOString() as Timestamp
    const [count] = await insight.countWindows([since, until], COUNT_MS)
    return count?.failed ?? null
  }
  return countOf(insight, { status: ['failed'], since, tenant })
}

/** Of one tenant's runs only their links tell: so many of them are looked at. */
const LOOK = 2_000
async function countOf(insight: Deps['insight'], search: RunSearch): Promise<number> {
  const { sum } = await insight.foldRuns(search, LOOK, {
    start: () => ({ runs: 0 }),
    add: (found) => void found.runs++,
    bodies: false,
  })
  return sum.runs
}

const LIVE_MS = 30_000
const liveMembers = async (leases: Deps['leases']): Promise<number> => (await leases.liveInstances(LIVE_MS)).length

async function needyConnections(insight: Deps['insight'], tenant: string | undefined): Promise<number | null> {
  return (await insight.connectionsInNeed(CAP, tenant))?.length ?? null
}

async function changesToDecide(changes: Deps['changes'], tenant: string | undefined, ctx: Ctx): Promise<number> {
  const { principal, approvals, now } = ctx
  const rows = await changes.list({
    status: 'pending',
    limit: MOST_CHANGES,
    ...(tenant !== undefined && { tenant }),
  })
  return rows.filter((row) => {
    const read = row.read()
    if (!read.ok || isDue(read.record, now())) return false
    const { kind, requester } = read.record
    return mayApprove(effectiveRule(approvals, kind), kind, principal, requester).ok
  }).length
}
