import { describe, expect, it } from 'vitest'
import { parseJson, writeJson } from '@/lib/contract/json'
import { byCodePoint, sortedJson } from '@/lib/derive/sorted-json'

describe('JSON with its members by name', () => {
  it('is sorted at every depth, numbers and lists as they were', () => {
    const value = parseJson('{"b":[{"z":1.0,"y":18446744073709551615}],"a":{"d":null,"c":"x"},"A":1e400}')
    expect(writeJson(sortedJson(value))).toBe(
      '{"A":1e400,"a":{"c":"x","d":null},"b":[{"y":18446744073709551615,"z":1.0}]}',
    )
    expect(sortedJson(null)).toBeNull()
  })

  it('is ordered by code points, as bytes are, not by code units', () => {
    expect(['ﬀ', '😀', 'a', 'ab', ''].sort(byCodePoint)).toEqual(['', 'a', 'ab', 'ﬀ', '😀'])
  })
})
