import { describe, expect, it } from 'vitest'
import { headMembers } from '@/lib/derive/body-head'
import { type NearGlance, nearGlance, recordBefore } from '@/lib/derive/near-runs'

const near = (status: string, error: string | null = null, ms: number | null = 100): NearGlance => ({
  run_id: `${status}-${error}-${ms}`,
  status,
  submitted_at: '2026-11-30T10:00:00Z',
  ms,
  rows: 1,
  error,
})

describe('the beginning of a body', () => {
  it('tells its small members and passes over the others', () => {
    const text = '{"a":"x\\"{,","deep":{"a":[1,"]}"]},"n":12.5,"none":null,"list":[{"x":1}],"yes":true,"cut":"abc'
    expect(Object.fromEntries(headMembers(text))).toEqual({ a: 'x"{,', n: 12.5, none: null, yes: true })
  })

  it('claims nothing of what the cut goes through', () => {
    expect([...headMembers('{"n":12')]).toEqual([])
    expect([...headMembers('{"n":12,"list":[1,2')]).toEqual([['n', 12]])
    for (const text of ['', '{', '[1]', 'null', '{"a"', '{a:1}', '{"a":oops,"b":1'])
      expect(headMembers(text)).toBeTruthy()
  })
})

describe('a run beside another', () => {
  const run = {
    run_id: 'r',
    status: 'failed',
    submitted_at: '2026-11-30T10:00:00Z',
    finished_at: '2026-11-30T10:00:09Z',
  }

  it('tells how long it worked, from its body, or from its columns in all', () => {
    const text = '{"elapsed_secs":1.5,"records_written":7,"error":"two\\nlines"}'
    expect(nearGlance({ ...run, text, is_whole: true })).toMatchObject({ ms: 1500, rows: 7, error: 'two' })
    expect(nearGlance({ ...run, text: '{oops', is_whole: true })).toMatchObject({ ms: 9000, rows: null, error: null })
    expect(nearGlance({ ...run, finished_at: null, text: '{}', is_whole: true }).ms).toBeNull()
  })

  it('does not read an error out of half a body, nor round a count', () => {
    const text = '{"records_written":9007199254740993,"error":"x","invocations":[{"error":"y'
    expect(nearGlance({ ...run, text, is_whole: false })).toMatchObject({ rows: null, error: null })
  })
})

describe('what the runs before say', () => {
  it('counts an unbroken row of failures and finds where it began', () => {
    const [second, first, good] = [near('failed', 'x'), near('failed', 'y'), near('completed')]
    const told = recordBefore({ status: 'failed' }, 'x\nmore', [second, first, good, near('failed', 'x', 5)])
    expect(told).toMatchObject({ looked: 4, failed: 3, streak: 3, sameWords: 2 })
    expect(told.streakBegan).toBe(first)
    expect(told.lastGood).toBe(good)
  })

  it('claims no beginning when it has seen no good run', () => {
    expect(recordBefore({ status: 'failed' }, 'x', [near('failed', 'x')])).toMatchObject({
      streak: 2,
      streakBegan: null,
      lastGood: null,
    })
    expect(recordBefore({ status: 'completed' }, null, [near('failed', 'x')])).toMatchObject({
      streak: 0,
      sameWords: 0,
    })
  })

  it('says what is usual only of enough runs', () => {
    const done = (ms: number | null) => near('completed', null, ms)
    expect(recordBefore({ status: 'completed' }, null, [done(10), done(20)]).usualMs).toBeNull()
    expect(recordBefore({ status: 'completed' }, null, [done(10), done(20), done(60), done(null)]).usualMs).toBe(20)
  })
})
