import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { U64_MAX } from '@/lib/contract/records/primitives'
import { addCounts } from '@/lib/derive/counts'

describe('the sum of two counters', () => {
  it('is a number while it is safe, a bigint above, and stops at the largest 64-bit number', () => {
    expect(addCounts(2, 3)).toBe(5)
    expect(addCounts(2n, 3)).toBe(5)
    expect(addCounts(9007199254740991, 0)).toBe(9007199254740991)
    expect(addCounts(9007199254740991, 1)).toBe(9007199254740992n)
    expect(addCounts(U64_MAX, 0)).toBe(U64_MAX)
    expect(addCounts(U64_MAX, 1)).toBe(U64_MAX)
    expect(addCounts(U64_MAX, U64_MAX)).toBe(U64_MAX)
  })

  it('loses no unit below that, in whatever order', () => {
    const count = fc.bigInt({ min: 0n, max: U64_MAX })
    fc.assert(
      fc.property(count, count, (a, b) => {
        const sum = BigInt(addCounts(a, b))
        expect(sum === a + b || (sum === U64_MAX && a + b > U64_MAX)).toBe(true)
        expect(addCounts(b, a)).toBe(addCounts(a, b))
      }),
    )
  })
})
