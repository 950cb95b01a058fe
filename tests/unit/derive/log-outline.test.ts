import { describe, expect, it } from 'vitest'
import type { LogStretch } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import {
  compareSeq,
  joined,
  levelCounts,
  outlineOf,
  stretchAtIndex,
  stretchAtNumber,
  stretchAtTime,
  stretchOfSeq,
} from '@/lib/derive/log-outline'

/** Counts are of error, warn, info, debug, trace and other words. */
const stretch = (to: string, counts: number[], at = ''): LogStretch => ({ to: to as Seq, at, counts })
const LOG = [
  stretch('499', [1, 0, 499, 0, 0, 0], '2026-11-30T10:00:01.000Z'),
  stretch('999', [0, 0, 0, 500, 0, 0], '2026-11-30T10:00:05.000Z'),
  stretch('7238556057600000005', [2, 3, 5, 0, 0, 1], '2026-11-30T10:00:09.000Z'),
]

describe('the outline of a log', () => {
  it('counts what is shown of each stretch, unknown words always', () => {
    expect(outlineOf(LOG, null)).toMatchObject({ total: 1_011, shown: 1_011 })
    const warned = outlineOf(LOG, 'WARN')
    expect(warned.shown).toBe(1 + 0 + 6)
    expect(warned.stretches.map(({ shownBefore, before }) => [shownBefore, before])).toEqual([
      [0, 0],
      [1, 500],
      [1, 1_000],
    ])
    expect(warned.stretches.map(({ after }) => after)).toEqual([null, '499', '999'])
  })

  it('finds the stretch of a shown line, passing over those that show none', () => {
    const warned = outlineOf(LOG, 'WARN')
    expect([0, 1, 6].map((index) => stretchAtIndex(warned, index))).toEqual([0, 2, 2])
    expect(stretchAtIndex(outlineOf([], null), 0)).toBe(-1)
  })

  it('finds a line by its number among all', () => {
    const all = outlineOf(LOG, null)
    expect([1, 500, 501, 1_000, 1_001, 1_011].map((number) => stretchAtNumber(all, number))).toEqual([0, 0, 1, 1, 2, 2])
  })

  it('finds a line by its sequence, beyond exact numbers, and says where none can be', () => {
    const all = outlineOf(LOG, null)
    const of = (seq: string) => stretchOfSeq(all, seq)
    expect(['0', '499', '500', '7238556057600000005', '7238556057600000006'].map(of)).toEqual([0, 0, 1, 2, -1])
  })

  it('finds a time', () => {
    const all = outlineOf(LOG, null)
    expect(stretchAtTime(all, '2026-11-30T10:00:01.000Z')).toBe(0)
    expect(stretchAtTime(all, '2026-11-30T10:00:01.001Z')).toBe(1)
    expect(stretchAtTime(all, '2026-11-30T11:00:00.000Z')).toBe(-1)
  })

  it('says how many lines of each level there are, the worst first', () => {
    expect(levelCounts(LOG)).toEqual([
      { level: 'ERROR', count: 3 },
      { level: 'WARN', count: 3 },
      { level: 'INFO', count: 504 },
      { level: 'DEBUG', count: 500 },
    ])
  })

  it('joins what was read anew to what was settled, without a gap or a repeat', () => {
    const grown = stretch('7238556057600000009', [2, 3, 9, 0, 0, 1])
    expect(joined(LOG, '999' as Seq, [grown]).map(({ to }) => to)).toEqual(['499', '999', '7238556057600000009'])
    expect(joined(LOG, null, [grown])).toEqual([grown])
  })
})

it('orders sequences as numbers, whatever their length', () => {
  expect(['10', '9', '7238556057600000005', '7238556057600000004'].sort(compareSeq)).toEqual([
    '9',
    '10',
    '7238556057600000004',
    '7238556057600000005',
  ])
})
