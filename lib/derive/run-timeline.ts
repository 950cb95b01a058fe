import type { InvocationRecord, RunRecord } from '@/lib/contract/records/runs'
import { invocationStatus } from './run-facts'

export interface InvocationSpan {
  invocation: InvocationRecord
  status: string
  /** Where it lies in the run, as shares of its length; null: nothing says when it began. */
  place: { from: number; to: number } | null
  /** Its length against the longest of the run. */
  share: number
}

/**
 * Where each invocation lies in its run. Nothing stores when one began: it is its end (recorded with its usage) less its
 * duration. Those without usage have a length and no place.
 */
export function invocationSpans(
  run: Pick<RunRecord, 'invocations' | 'started_at' | 'finished_at'>,
  now: number,
): InvocationSpan[] {
  const spans = run.invocations.map((invocation) => {
    const end = invocation.usage === undefined ? null : Date.parse(invocation.usage.recorded_at)
    const length = Number(invocation.duration_ms)
    return { invocation, length, end, start: end === null ? null : end - length }
  })
  const starts = spans.flatMap(({ start }) => (start === null ? [] : [start]))
  const from = run.started_at === null ? Math.min(...starts) : Date.parse(run.started_at)
  const to = run.finished_at === null ? now : Date.parse(run.finished_at)
  const whole = to - from
  const longest = Math.max(...spans.map(({ length }) => length), 1)
  const inside = (at: number) => Math.min(Math.max((at - from) / whole, 0), 1)
  return spans.map(({ invocation, length, start, end }) => ({
    invocation,
    status: invocationStatus(invocation),
    place: start === null || end === null || !(whole > 0) ? null : { from: inside(start), to: inside(end) },
    share: length / longest,
  }))
}

export type InvocationOrder = 'duration' | 'rows' | 'row'

/** Slowest first unless asked otherwise; equal ones by row, so that the order is one. */
export function sortSpans(
  spans: readonly InvocationSpan[],
  by: InvocationOrder,
  isDescending: boolean,
): InvocationSpan[] {
  const sign = isDescending ? -1 : 1
  return spans.toSorted((a, b) => {
    const order =
      by === 'duration'
        ? compare(a.invocation.duration_ms, b.invocation.duration_ms)
        : by === 'rows'
          ? compare(a.invocation.records_written, b.invocation.records_written)
          : compare(a.invocation.row_id, b.invocation.row_id)
    if (order !== 0) return sign * order
    return (
      compare(a.invocation.row_id, b.invocation.row_id) ||
      compare(a.invocation.parent_record_key ?? '', b.invocation.parent_record_key ?? '')
    )
  })
}

const compare = <T extends number | bigint | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)
