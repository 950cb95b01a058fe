import { describe, expect, it } from 'vitest'
import { backOff, backOffMs, NUMBER_ATTEMPTS } from '@/lib/store/kit/back-off'

describe('the pause before a round', () => {
  it('doubles from 5 to 160 milliseconds, and the first round has none', () => {
    const rounds = Array.from({ length: NUMBER_ATTEMPTS }, (_, index) => index + 1)
    expect(rounds.map(backOffMs)).toEqual([0, 5, 10, 20, 40, 80, 160, 160])
  })

  it('is staggered by at most 5 milliseconds, in turn', async () => {
    const slept: number[] = []
    for (let n = 0; n < 7; n++) await backOff(2, async (ms) => void slept.push(ms))
    await backOff(1, async (ms) => void slept.push(ms))
    expect(slept).toHaveLength(7)
    expect(new Set(slept)).toEqual(new Set([5, 6, 7, 8, 9, 10]))
  })
})
