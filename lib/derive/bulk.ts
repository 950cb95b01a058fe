import type { BulkKind, BulkShare } from '@/lib/contract/records/bulk'
import { TERMINAL_STATUSES } from '@/lib/contract/records/runs'
import { isDeletable, isLive, isTerminal } from './run-status'

/** States that the action can do anything about: a search for its runs asks for no others. */
export const STATUSES_FOR: Readonly<Record<BulkKind, readonly string[]>> = {
  cancel: ['queued', 'pending', 'running', 'sharded'],
  delete: TERMINAL_STATUSES,
}

/** Whether something would be done, and what; else why not. */
export interface Verdict {
  isReady: boolean
  note: string
}
interface Subject {
  status: string
  /** Who executes it is a member of the cluster, and looks for requests in the store. */
  isHeldByMember: boolean
  /** The address of an engine is known, which can be asked. */
  hasEngine: boolean
}

const yes = (note: string): Verdict => ({ isReady: true, note })
const no = (note: string): Verdict => ({ isReady: false, note })

export const GONE = 'not there any more'
export const ELSEWHERE = 'held by an engine outside the cluster: cancel it there'
export const OVER = 'over already'

/** What the action would do to a run of that state, as far as its columns tell. */
export function verdictOf(kind: BulkKind, { status, isHeldByMember, hasEngine }: Subject): Verdict {
  if (kind === 'delete') return isDeletable(status) ? yes('removed') : no('still going on: cancel it first')
  if (status === 'pending') return yes('ended at once: nobody has begun it')
  if (status === 'sharded' || (status === 'running' && isHeldByMember)) return yes('asked to stop')
  if (isLive(status)) return hasEngine ? yes('stopped by its engine') : no(ELSEWHERE)
  return no(isTerminal(status) ? OVER : 'in a state that this console does not know')
}

/** How many met which fate, most first. */
export function sharesOf(notes: readonly string[]): BulkShare[] {
  const counts = new Map<string, number>()
  for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1)
  return [...counts]
    .map(([note, count]) => ({ note, count }))
    .sort((a, b) => b.count - a.count || (a.note < b.note ? -1 : 1))
}
