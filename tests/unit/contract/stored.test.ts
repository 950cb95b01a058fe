import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isHistoryError } from '@/lib/contract/errors'
import { Count, record } from '@/lib/contract/records/primitives'
import { readForShow, readText, recordOf, stored } from '@/lib/contract/stored'

const Thing = record({ id: z.string(), size: Count.default(0) })

describe('a stored row', () => {
  it('has its text and columns without reading the body', () => {
    const row = stored(Thing, { id: 'x', at: null }, 'anything')
    expect(row.text).toBe('anything')
    expect(row.columns).toEqual({ id: 'x', at: null })
  })

  it('reads once and remembers', () => {
    const row = stored(Thing, {}, '{"id":"x","later":[1.0]}')
    const first = row.read()
    expect(first).toMatchObject({ ok: true, record: { id: 'x', size: 0 } })
    expect(row.read()).toBe(first)
  })

  it.each([
    ['', 'the body is not JSON'],
    ['{"id":', 'the body is not JSON'],
    ['['.repeat(100_000), 'the body is not JSON'],
    ['{"id":"\\ud83d"}', 'the body holds half of a surrogate pair'],
    ['{"id":"x","id":"y"}', 'the body names a member twice'],
    ['{"id":"x","later":[1e400]}', 'the body holds a number that no float can hold'],
    [
      `{"id":"x","later":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'the body is nested more deeply than an engine can read',
    ],
    [
      `{"id":"x","later":${'['.repeat(127)}${']'.repeat(127)}}`,
      'the body is nested more deeply than an engine can read',
    ],
    ['null', expect.stringMatching(/^the body does not fit: /)],
    ['{}', expect.stringMatching(/^the body does not fit: id: /)],
    ['{"id":"x","size":1.5}', 'the body does not fit: size: not an unsigned 64-bit integer'],
  ])('gives a reason for %j and never throws', (text, reason) => {
    expect(readText(Thing, text)).toEqual({ ok: false, reason })
    expect(readForShow(Thing, text)).toEqual({ ok: false, reason })
    expect(stored(Thing, {}, text).read()).toEqual({ ok: false, reason })
  })

  it.each([
    '{"id":"x","size":9007199254740993}',
    '{"id":"x","size": 9007199254740993 }',
    '{"id":"x","list":[1,9007199254740993],"size":18446744073709551615}',
    '{"id":"1234567890123456789","size":7}',
  ])('loses no digit of %s, though it is read for show', (text) => {
    expect(readForShow(Thing, text)).toEqual(readText(Thing, text))
  })

  it('gives the record, or fails as unreadable where nothing else would do', () => {
    expect(recordOf(stored(Thing, {}, '{"id":"x"}'))).toEqual({ id: 'x', size: 0 })
    let failed: unknown
    try {
      recordOf(stored(Thing, {}, '{}'))
    } catch (error) {
      failed = error
    }
    expect(isHistoryError(failed) && failed.kind).toBe('unreadable')
    expect(isHistoryError(failed) && failed.transience).toBe('permanent')
  })
})
