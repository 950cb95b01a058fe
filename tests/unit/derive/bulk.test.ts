import { describe, expect, it } from 'vitest'
import type { BulkKind } from '@/lib/contract/records/bulk'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { STATUSES_FOR, sharesOf, verdictOf } from '@/lib/derive/bulk'

const ready = (kind: BulkKind, status: string, isHeldByMember = false, hasEngine = false) =>
  verdictOf(kind, { status, isHeldByMember, hasEngine }).isReady

describe('what an action would do to a run', () => {
  it('removes what is over, and what an engine would take for over', () => {
    const removed = [...RUN_STATUSES, 'odd'].filter((status) => ready('delete', status))
    expect(removed).toEqual(['completed', 'failed', 'cancelled', 'odd'])
  })

  it('cancels what somebody can be asked to stop', () => {
    const by = (isHeldByMember: boolean, hasEngine: boolean) =>
      [...RUN_STATUSES, 'odd'].filter((status) => ready('cancel', status, isHeldByMember, hasEngine))
    expect(by(false, false)).toEqual(['pending', 'sharded'])
    expect(by(true, false)).toEqual(['pending', 'running', 'sharded'])
    expect(by(false, true)).toEqual(['queued', 'pending', 'running', 'sharded'])
  })

  it('looks for no state that it could do nothing about', () => {
    for (const kind of ['cancel', 'delete'] as const) {
      const some = STATUSES_FOR[kind].filter((status) => ready(kind, status, true, true))
      expect(some).toEqual(STATUSES_FOR[kind])
    }
    expect(new Set([...STATUSES_FOR.cancel, ...STATUSES_FOR.delete])).toEqual(new Set(RUN_STATUSES))
  })
})

it('adds up by what is said, most first and then by the words', () => {
  expect(sharesOf(['b', 'a', 'c', 'c'])).toEqual([
    { note: 'c', count: 2 },
    { note: 'a', count: 1 },
    { note: 'b', count: 1 },
  ])
})
