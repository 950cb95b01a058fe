import { describe, expect, it } from 'vitest'
import { allTerminal, parentOutcome, type ShardCount, shardProgress } from '@/lib/derive/shard-progress'

const counts = (words: Record<string, number>): ShardCount[] =>
  Object.entries(words).map(([status, count]) => Object.freeze({ status, count }))

describe('shard progress', () => {
  it.each<[string, Record<string, number>, boolean, boolean, object | null]>([
    ['no shards are never done', {}, false, false, null],
    ['some still run', { completed: 1, running: 1, pending: 1 }, false, false, null],
    ['one failed', { completed: 2, failed: 1 }, false, true, { status: 'failed', error: '1/3 shard(s) failed' }],
    ['all completed', { completed: 2 }, false, true, { status: 'completed', error: null }],
    [
      'a cancelled shard that engines know',
      { completed: 1, failed: 1, cancelled: 1 },
      true,
      true,
      { status: 'cancelled', error: null },
    ],
    ['a cancelled shard that engines do not know', { completed: 1, failed: 1, cancelled: 1 }, false, false, null],
    ['a word nobody knows', { completed: 1, paused: 1 }, true, false, null],
  ])('%s', (_, words, apart, done, outcome) => {
    const progress = shardProgress(counts(words), apart)
    expect(allTerminal(progress)).toBe(done)
    if (outcome !== null) expect(parentOutcome(progress)).toEqual(outcome)
  })

  it('counts every row once, and words it does not know as pending', () => {
    expect(
      shardProgress(counts({ completed: 1, failed: 2, running: 3, pending: 4, cancelled: 5, paused: 6 }), true),
    ).toEqual({
      total: 21,
      completed: 1,
      failed: 2,
      running: 3,
      pending: 10,
      cancelled: 5,
    })
    expect(shardProgress(counts({ pending: 4, cancelled: 5 }), false)).toMatchObject({
      total: 9,
      pending: 9,
      cancelled: 0,
    })
  })
})
