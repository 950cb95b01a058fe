import { z } from 'zod'
import type { LogDelivery, LogStretch, PlacedLine } from '@/lib/contract/records/logs'
import { Seq, U64_MAX } from '@/lib/contract/records/primitives'
import { defineQuery } from '../kit/use-case'
import { keepsLines, linesOf, STRETCH_LINES, stretchesFrom } from './internal'

/** How a log is laid out: what a page needs to know of all its lines to show any of them. */
export interface LogMap {
  /** False: this store keeps no lines of any run. */
  isKept: boolean
  /** The run wrote more than its engine stores of one. */
  isTruncated: boolean
  stretches: LogStretch[]
  /** Ask again after the last stretch. */
  hasMore: boolean
  /** Of a log without lines: the time of the oldest line of any run; null: there is none. */
  oldestAt: string | null
  /** How far it was delivered to another system; null: not known, or not tried. */
  delivery: LogDelivery | null
  /** The lines of one of the stretches, where a place was asked for. */
  opened: { index: number; lines: PlacedLine[] } | null
}

/** Lines looked at for a page that is being made, and for one that waits for the rest. */
const FIRST_LOOK = 10_000
const LOOK = 100_000

/** Where to open the log: at a line, at its first or last error, at its end. */
const Place = z.union([Seq, z.enum(['first-error', 'last-error', 'start', 'end'])])
type Place = z.infer<typeof Place>

/** The stretches of a run's log after a line, and the lines of the one where it is to be opened. */
export const mapRunLogs = defineQuery({
  label: 'run.logs',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({
    run_id: z.string(),
    after: Seq.nullable().default(null),
    at: Place.nullable().catch('start').default(null),
  }),
  needs: ['runs', 'logs', 'insight', 'store'],
  async run({ runs, logs, insight, store }, { run_id, after, at }, { principal }): Promise<LogMap> {
    const empty = { isTruncated: false, stretches: [], hasMore: false, oldestAt: null, delivery: null, opened: null }
    if (!(await keepsLines({ runs, store }, run_id, principal))) return { isKept: false, ...empty }
    const look = at === 'start' ? FIRST_LOOK : LOOK
    const { stretches, hasMore } = await stretchesFrom(
      insight,
      run_id,
      after,
      (found) => found.length * STRETCH_LINES >= look || (at !== null && indexOf(at, found, true) !== null),
    )
    const { truncated } = await logs.list(run_id, BEFORE_SENTINEL, 1)
    const index = at === null ? null : indexOf(at, stretches, hasMore)
    const stretch = index === null ? undefined : stretches[index]
    return {
      isKept: true,
      isTruncated: truncated,
      stretches,
      hasMore,
      oldestAt: after === null && stretches.length === 0 ? await insight.oldestLogAt() : null,
      delivery: await insight.logDelivery(run_id),
      opened:
        index === null || stretch === undefined
          ? null
          : { index, lines: await linesOf(insight, run_id, stretches[index - 1]?.to ?? after, stretch.to, []) },
    }
  },
})

/** Nothing but the sentinel stands behind it. */
const BEFORE_SENTINEL = String(U64_MAX - 1n) as Seq

/** The stretch where the place is; null: not among these. What is no place of the log is its start, or its end. */
function indexOf(at: Place, stretches: readonly LogStretch[], hasMore: boolean): number | null {
  if (stretches.length === 0) return null
  const last = stretches.length - 1
  if (at === 'start') return hasMore && stretches.length * STRETCH_LINES < FIRST_LOOK ? null : 0
  if (at === 'end') return hasMore ? null : last
  if (at === 'first-error' || at === 'last-error') {
    const found = stretches.flatMap(({ counts }, index) => ((counts[0] ?? 0) > 0 ? [index] : []))
    if (at === 'first-error' && found[0] !== undefined) return found[0]
    return hasMore ? null : (found.at(-1) ?? last)
  }
  const index = stretches.findIndex(({ to }) => BigInt(to) >= BigInt(at))
  return index !== -1 ? index : hasMore ? null : last
}
