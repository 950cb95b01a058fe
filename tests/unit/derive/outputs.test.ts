import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LocalOutputRecord } from '@/lib/contract/records/outputs'
import { stored } from '@/lib/contract/stored'
import {
  answersFilter,
  isExpiredByAge,
  markDeleted,
  newOutput,
  observe,
  outputAgeSecs,
  outputState,
  retentionDays,
} from '@/lib/derive/outputs'
import { anObservation, anOutput, second } from '../../support/catalog'
import { at } from '../../support/clock'
import { deepFreeze } from '../../support/freeze'

const E1 = { reopensDeleted: false }
const LATER = { reopensDeleted: true }

describe('a file that a run opened', () => {
  it('is replaced at first sight only if it was there before', () => {
    const first = (pre_existing: boolean, replaced: boolean) =>
      newOutput('id', deepFreeze(anObservation({ pre_existing, replaced }))).replaced
    expect([first(false, false), first(false, true), first(true, false), first(true, true)]).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('keeps whose it was, and once replaced stays replaced', () => {
    const theirs = deepFreeze(anOutput({ pre_existing: true }))
    expect(observe(theirs, anObservation({ pre_existing: false }), E1)).toMatchObject({
      pre_existing: true,
      replaced: false,
    })
    const replaced = observe(theirs, anObservation({ replaced: true }), E1)
    expect(replaced).toMatchObject({ pre_existing: true, replaced: true })
    expect(observe(replaced, anObservation(), E1).replaced).toBe(true)
    expect(observe(anOutput(), anObservation({ pre_existing: true, replaced: true }), E1)).toMatchObject({
      pre_existing: false,
      replaced: false,
    })
  })

  it('widens its times to the nanosecond, whatever the precision of the texts', () => {
    const times = (observed: string) => {
      const before = anOutput({
        first_written_at: at('2026-11-30T10:00:00.000000002Z'),
        last_written_at: at('2026-11-30T10:00:00.000000004Z'),
      })
      const { first_written_at, last_written_at } = observe(before, anObservation({ observed_at: at(observed) }), E1)
      return [first_written_at === observed, last_written_at === observed]
    }
    expect(times('2026-11-30T10:00:00.000000001Z')).toEqual([true, false])
    expect(times('2026-11-30T10:00:00.000000003Z')).toEqual([false, false])
    expect(times('2026-11-30T10:00:00.000000005Z')).toEqual([false, true])
    expect(times('2026-11-30T10:00:00Z')).toEqual([true, false])
    expect(times('2026-11-30T11:00:00.000000005+01:00')).toEqual([false, true])
    expect(times('2026-11-30T10:00:00.001Z')).toEqual([false, true])
  })

  it('exists again after it was deleted; later engines also judge it anew', () => {
    const gone = deepFreeze(anOutput({ deleted_at: second(5), deleted_bytes: 7, pre_existing: false, replaced: false }))
    const again = anObservation({ observed_at: second(9), pre_existing: true, replaced: true })
    const kept = observe(gone, again, E1)
    expect(kept).toMatchObject({
      pre_existing: false,
      replaced: false,
      first_written_at: second(0),
      last_written_at: second(9),
    })
    const anew = observe(gone, again, LATER)
    expect(anew).toMatchObject({ pre_existing: true, replaced: true, first_written_at: second(9) })
    for (const output of [kept, anew]) {
      expect(output).not.toHaveProperty('deleted_at')
      expect(output).not.toHaveProperty('deleted_bytes')
    }
    expect(
      observe(anOutput({ pre_existing: true, replaced: true, deleted_at: second(5) }), anObservation(), LATER),
    ).toMatchObject({
      pre_existing: false,
      replaced: false,
    })
  })

  it('is judged by its first opening as long as it was not deleted, in later engines too', () => {
    expect(observe(anOutput(), anObservation({ pre_existing: true }), LATER).pre_existing).toBe(false)
  })

  it('forgets what the latest writer does not tell, and keeps members it does not know', () => {
    const before = deepFreeze({ ...anOutput({ retention_days: 3, host: 'h', file_id: { dev: 1, ino: 2 } }), future: 1 })
    const after = observe(before, anObservation(), E1)
    expect(after).not.toHaveProperty('retention_days')
    expect(after).not.toHaveProperty('host')
    expect(after).not.toHaveProperty('file_id')
    expect(after).toHaveProperty('future', 1)
    expect(observe(before, anObservation({ retention_days: 0 }), E1).retention_days).toBe(0)
  })

  it('ends with the same times in whatever order its writes arrive', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 99 }).map(second), { minLength: 1, maxLength: 6 })
    const fold = (all: readonly ReturnType<typeof second>[]) =>
      all
        .map((observed_at) => anObservation({ observed_at }))
        .reduce<LocalOutputRecord | null>(
          (output, seen) => (output ? observe(output, seen, E1) : newOutput('i', seen)),
          null,
        )
    fc.assert(
      fc.property(instants, (all) => {
        const sorted = [...all].sort()
        expect(fold(all)).toMatchObject({ first_written_at: sorted[0], last_written_at: sorted.at(-1) })
      }),
    )
  })
})

describe('the state of a file', () => {
  it.each([
    [false, false, false, 'present'],
    [false, true, false, 'present'],
    [true, false, false, 'external'],
    [true, true, false, 'replaced'],
    [false, false, true, 'expired'],
    [true, false, true, 'expired'],
    [true, true, true, 'expired'],
  ])('there before: %s, replaced: %s, deleted: %s is %s', (pre_existing, replaced, deleted, state) => {
    const output = deepFreeze(anOutput({ pre_existing, replaced }))
    expect(outputState(deleted ? markDeleted(output, second(1), 0) : output)).toBe(state)
  })
})

describe('how long a file is kept', () => {
  const written = (more: Partial<LocalOutputRecord> = {}) =>
    anOutput({ last_written_at: at('2026-08-01T00:00:00Z'), ...more })

  it.each<[string, number | undefined, string, boolean]>([
    ['the default of 7 days, a second before', undefined, '2026-08-07T23:59:59Z', false],
    ['the default of 7 days, to the second', undefined, '2026-08-08T00:00:00Z', true],
    ['the default of 7 days, a nanosecond before', undefined, '2026-08-07T23:59:59.999999999Z', false],
    ['its own single day', 1, '2026-08-02T00:00:00Z', true],
    ['its own 0', 0, '2036-08-01T00:00:00Z', false],
  ])('%s', (_name, retention_days, now, expired) => {
    expect(isExpiredByAge(written(retention_days === undefined ? {} : { retention_days }), 7, at(now))).toBe(expired)
  })

  it('is for ever when the default is 0, and its own days win over the default', () => {
    expect(retentionDays(written(), 0)).toBeNull()
    expect(retentionDays(written({ retention_days: 3 }), 0)).toBe(3)
    expect(retentionDays(written({ retention_days: 0 }), 7)).toBeNull()
    expect(isExpiredByAge(written(), 0, at('2036-08-01T00:00:00Z'))).toBe(false)
  })

  it('counts whole seconds, and none for a time still to come', () => {
    const output = written({ last_written_at: at('2026-08-01T00:00:00.000000500Z') })
    expect(outputAgeSecs(output, at('2026-08-01T00:00:01.000000499Z'))).toBe(0)
    expect(outputAgeSecs(output, at('2026-08-01T00:00:01.000000500Z'))).toBe(1)
    expect(outputAgeSecs(output, at('2026-07-01T00:00:00Z'))).toBe(0)
  })
})

describe('a listed row', () => {
  const row = (text: string) => stored(LocalOutputRecord, {}, text)
  it('must answer the filter in its body too, unless nobody can read it', () => {
    const text = JSON.stringify(anOutput({ deleted_at: second(1) }))
    const all = { include_deleted: true, limit: 0 }
    expect(answersFilter(row(text), all)).toBe(true)
    expect(answersFilter(row(text), { ...all, include_deleted: false })).toBe(false)
    expect(answersFilter(row(text), { ...all, dataset_id: 'd2' })).toBe(false)
    expect(answersFilter(row(text), { ...all, pipeline: 'orders', dataset_id: 'd1' })).toBe(true)
    expect(answersFilter(row('{'), { include_deleted: false, limit: 0, pipeline: 'x' })).toBe(true)
  })
})
