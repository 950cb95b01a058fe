import type { InvocationRow } from '@/lib/contract/records/invocations'
import type { RunRecord } from '@/lib/contract/records/runs'
import { beganAt } from './invocation-list'

export interface Span {
  from: number
  to: number
}

/** From when to when the run was at work, in milliseconds; null: nothing says so. `first` is when an invocation began. */
export function workSpan(
  { started_at, finished_at }: Pick<RunRecord, 'started_at' | 'finished_at'>,
  first: number | null,
  now: number,
): Span | null {
  const from = started_at === null ? first : Date.parse(started_at)
  const to = finished_at === null ? now : Date.parse(finished_at)
  return from === null || !(to > from) ? null : { from, to }
}

/** Where an invocation lies in a span, as shares of its length; null: nothing says when it began. */
export function placeIn(span: Span | null, row: InvocationRow): Span | null {
  const began = beganAt(row)
  if (span === null || began === null) return null
  const share = (at: number) => Math.min(Math.max((at - span.from) / (span.to - span.from), 0), 1)
  return { from: share(began), to: share(began + Number(row.duration_ms)) }
}
