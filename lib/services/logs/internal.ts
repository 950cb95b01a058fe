import type { Principal } from '@/lib/auth/principal'
import type { InsightStore } from '@/lib/contract/ports/insight'
import type { RunsStore } from '@/lib/contract/ports/runs'
import type { StoreInfo } from '@/lib/contract/ports/store-info'
import type { LogStretch, PlacedLine } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { own } from '../kit/scope'

/** Lines of one stretch: what a page reads and forgets at once. */
export const STRETCH_LINES = 500
/** Characters of a line that a page shows unasked. */
const LONGEST_SHOWN = 10_000

/** Whether lines of this run can be read at all: it is the caller's to see, and the store keeps lines (since 1.10). */
export async function keepsLines(
  { runs, store }: { runs: RunsStore; store: StoreInfo },
  runId: string,
  principal: Principal,
): Promise<boolean> {
  own(principal, await runs.get(runId))
  return 'faucet_serve_run_logs' in (await store.capabilities()).tables
}

/** Up to so many lines after `after` in stretches; how many there are is known once the last one is short. */
export async function stretchesFrom(
  insight: InsightStore,
  runId: string,
  after: Seq | null,
  isEnough: (found: readonly LogStretch[]) => boolean,
): Promise<{ stretches: LogStretch[]; hasMore: boolean }> {
  const stretches: LogStretch[] = []
  for (let from = after; ; ) {
    const part = await insight.logStretches(runId, from, STRETCH_LINES, AT_ONCE)
    stretches.push(...part)
    const to = part.at(-1)?.to ?? null
    // A row whose number cannot be read stands behind all others and counts as 0: nothing can be asked from there on.
    if (part.length < AT_ONCE || to === null || (from !== null && BigInt(to) <= BigInt(from))) {
      return { stretches, hasMore: false }
    }
    if (isEnough(stretches)) return { stretches, hasMore: true }
    from = to
  }
}

/** Stretches of one statement: SQLite answers it at once and nobody else meanwhile. */
const AT_ONCE = 10

/** The shown lines of a stretch. */
export const linesOf = (
  insight: InsightStore,
  runId: string,
  after: Seq | null,
  to: Seq,
  hidden: readonly string[],
): Promise<PlacedLine[]> =>
  // Twice a stretch: lines may have come between its own.
  insight.logWindow(runId, { after, to, look: 2 * STRETCH_LINES, hidden, longest: LONGEST_SHOWN })
