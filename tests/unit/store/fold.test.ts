import { describe, expect, it } from 'vitest'
import { HistoryError } from '@/lib/contract/errors'
import { halfWritten, piecesOf, untilWritten } from '@/lib/store/prisma/fold'

describe('a write that somebody else may overtake', () => {
  it('is tried until its guard lets it through, at most five times', async () => {
    let tried = 0
    const at = (round: number) => untilWritten(async () => (++tried === round ? false : undefined))
    expect(await at(5)).toBe(false)
    expect(tried).toBe(5)
    tried = 0
    await expect(at(6)).rejects.toMatchObject({ kind: 'backend', transience: 'transient', notApplied: false })
    expect(tried).toBe(5)
  })
})

describe('the error of a call that has written a part', () => {
  it('is no longer one that may simply be sent again', () => {
    const busy = new HistoryError('backend', 'busy', { transience: 'transient', notApplied: true })
    expect(halfWritten(busy)).toMatchObject({
      kind: 'backend',
      message: 'busy',
      transience: 'transient',
      notApplied: false,
    })
    const away = new HistoryError('backend', 'away', { transience: 'transient', unreachable: true, notApplied: true })
    expect(halfWritten(away)).toMatchObject({ unreachable: true, notApplied: false })
    expect(halfWritten(new HistoryError('unreadable', 'no'))).toMatchObject({ kind: 'unreadable' })
  })
})

describe('a long list in pieces', () => {
  it('loses nothing and keeps the order', () => {
    expect(piecesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
    expect(piecesOf([], 2)).toEqual([])
    expect(piecesOf([1, 2], 2)).toEqual([[1, 2]])
  })
})
