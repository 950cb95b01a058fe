import type { InvocationRow } from '@/lib/contract/records/invocations'
import type { RunRecord } from '@/lib/contract/records/runs'
import { beganAt } from './invocation-list'
import { type AxisPiece, type Stretch, shareOf } from './run-axis'

/** From when to when the run was at work, in milliseconds; null: nothing says so. `first` is when an invocation began. */
export function workSpan(
  { started_at, finished_at }: Pick<RunRecord, 'started_at' | 'finished_at'>,
  first: number | null,
  now: number,
): Stretch | null {
  const from = started_at === null ? first : Date.parse(started_at)
  const to = finished_at === null ? now : Date.parse(finished_at)
  return from === null || !(to > from) ? null : { from, to }
}

/** When an invocation was at work; null: nothing says so. */
export function spanOf(row: InvocationRow): Stretch | null {
  const from = beganAt(row)
  return from === null ? null : { from, to: from + Number(row.duration_ms) }
}

/** Where an invocation lies on an axis, as shares of it; null: nothing says when it began. */
export function placeIn(axis: readonly AxisPiece[], row: InvocationRow): Stretch | null {
  const span = spanOf(row)
  if (span === null || axis.length === 0) return null
  return { from: shareOf(axis, span.from), to: shareOf(axis, span.to) }
}

/** A line of a timeline: one invocation, or those of one row that were made of parent records, folded or not. */
export type TimelineLine =
  | { kind: 'one'; row: InvocationRow; isChild: boolean }
  | {
      kind: 'group'
      rowId: string
      rows: readonly InvocationRow[]
      span: Stretch | null
      failed: number
      isOpen: boolean
    }

/** Lines in the order in which they began, what was made of parent records below one line for all of them. */
export function timelineLines(rows: readonly InvocationRow[], isOpen: (rowId: string) => boolean): TimelineLine[] {
  const byRow = new Map<string, InvocationRow[]>()
  for (const row of rows) {
    const known = byRow.get(row.row_id)
    if (known === undefined) byRow.set(row.row_id, [row])
    else known.push(row)
  }
  const groups = [...byRow].map(([rowId, members]) => {
    const sorted = members.toSorted(byBeginning)
    return { rowId, rows: sorted, began: Math.min(...sorted.map((row) => beganAt(row) ?? Number.POSITIVE_INFINITY)) }
  })
  return groups
    .sort((a, b) => (a.began === b.began ? (a.rowId < b.rowId ? -1 : 1) : a.began - b.began))
    .flatMap(({ rowId, rows: members }): TimelineLine[] => {
      const [only] = members
      if (members.length === 1 && only !== undefined) return [{ kind: 'one', row: only, isChild: false }]
      const open = isOpen(rowId)
      const group: TimelineLine = {
        kind: 'group',
        rowId,
        rows: members,
        span: spanOver(members),
        failed: members.filter(({ status }) => status === 'failed').length,
        isOpen: open,
      }
      return open ? [group, ...members.map((row): TimelineLine => ({ kind: 'one', row, isChild: true }))] : [group]
    })
}

function byBeginning(a: InvocationRow, b: InvocationRow): number {
  const [left, right] = [beganAt(a) ?? Number.POSITIVE_INFINITY, beganAt(b) ?? Number.POSITIVE_INFINITY]
  return left === right ? a.n - b.n : left - right
}

function spanOver(rows: readonly InvocationRow[]): Stretch | null {
  const spans = rows.map(spanOf).filter((span) => span !== null)
  if (spans.length === 0) return null
  return {
    from: spans.reduce((first, { from }) => Math.min(first, from), Number.POSITIVE_INFINITY),
    to: spans.reduce((last, { to }) => Math.max(last, to), Number.NEGATIVE_INFINITY),
  }
}

/** Clocks and rounding: one may seem to begin a moment before what it waited for had ended. */
const SLACK_MS = 20

/**
 * What the end of the run hung on, the last one first: the invocation that ended last, the one that ended last before it
 * could begin, and so on. Nothing stores who waited for whom, so it is the most likely chain, not a proven one.
 */
export function criticalChain(rows: readonly InvocationRow[]): InvocationRow[] {
  const known = rows
    .flatMap((row) => {
      const span = spanOf(row)
      return span === null ? [] : [{ row, ...span }]
    })
    .sort((a, b) => b.to - a.to || b.from - a.from)
  const chain: InvocationRow[] = []
  let before = Number.POSITIVE_INFINITY
  for (const { row, from, to } of known) {
    if (to > before + SLACK_MS || from >= before) continue
    chain.push(row)
    before = from
  }
  return chain
}
