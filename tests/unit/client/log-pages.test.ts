import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/lib/client/api-error'
import { LogPages, type ReadLines } from '@/lib/client/log-pages'
import type { PlacedLine } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { outlineOf } from '@/lib/derive/log-outline'

/** A log of these sequences, and what is asked of it. */
function logOf(seqs: () => number[]) {
  const asked: string[] = []
  const read = vi.fn<ReadLines>(async (ranges) => {
    asked.push(ranges.map(({ after, to }) => `${after ?? ''}-${to}`).join(','))
    return ranges.map(({ after, to }) =>
      seqs()
        .filter((seq) => seq > Number(after ?? -1) && seq <= Number(to))
        .map(
          (seq, index): PlacedLine => ({
            seq: String(seq) as Seq,
            ts: '',
            level: 'INFO',
            line: `line ${seq}`,
            place: index + 1,
          }),
        ),
    )
  })
  return { read, asked }
}
const stretches = (...tos: [to: number, count: number][]) =>
  outlineOf(
    tos.map(([to, count]) => ({ to: String(to) as Seq, at: '', counts: [0, 0, count, 0, 0, 0] })),
    null,
  ).stretches
const one = (to: number, count: number) => {
  const [only] = stretches([to, count])
  if (only === undefined) throw new Error('no stretch')
  return only
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

describe('the pages of a log', () => {
  it('are read once, several at once', async () => {
    const { read, asked } = logOf(() => range(0, 1_000))
    const pages = new LogPages(read, () => {})
    const laid = stretches([499, 500], [999, 500])
    pages.want(laid, null)
    pages.want(laid, null)
    await vi.waitFor(() => expect(pages.lines(laid[1] ?? one(0, 0), null)).toHaveLength(500))
    pages.want(laid, null)
    expect(asked).toEqual(['-499,499-999'])
  })

  it('grow by what came, each line in its place, no line twice', async () => {
    const seqs = range(0, 3)
    const { read, asked } = logOf(() => seqs)
    const pages = new LogPages(read, () => {})
    await pages.load(one(2, 3), null)
    seqs.push(3, 4)
    const lines = await pages.load(one(4, 5), null)
    expect(lines.map(({ seq, place }) => [seq, place])).toEqual(range(0, 5).map((seq) => [String(seq), seq + 1]))
    expect(asked).toEqual(['-2', '2-4'])
  })

  it('are read anew where a line came between those that were there', async () => {
    let seqs = [0, 2]
    const { read } = logOf(() => seqs)
    const pages = new LogPages(read, () => {})
    await pages.load(one(2, 2), null)
    seqs = [0, 1, 2, 3]
    expect((await pages.load(one(3, 4), null)).map(({ seq }) => seq)).toEqual(['0', '1', '2', '3'])
  })

  it('say that the map is old where it says otherwise, and ask no more than once', async () => {
    const { read, asked } = logOf(() => [0, 1])
    const odd = vi.fn()
    const pages = new LogPages(read, odd)
    expect(await pages.load(one(4, 5), null)).toHaveLength(2)
    await pages.load(one(4, 5), null)
    expect(odd).toHaveBeenCalledOnce()
    expect(asked).toHaveLength(1)
  })

  it('forget what was looked at longest ago, and read it again', async () => {
    const { read } = logOf(() => range(0, 50_000))
    const pages = new LogPages(read, () => {})
    const laid = stretches(...range(0, 100).map((at): [number, number] => [at * 500 + 499, 500]))
    for (const stretch of laid) await pages.load(stretch, null)
    const held = laid.filter((stretch) => pages.lines(stretch, null).length > 0)
    expect(held).toHaveLength(60)
    expect(held[0]).toBe(laid[40])
    expect(await pages.load(laid[0] ?? one(0, 0), null)).toHaveLength(500)
  })

  it('ask for no more ranges at once than the server answers', async () => {
    const { read, asked } = logOf(() => range(0, 100))
    const pages = new LogPages(read, () => {})
    pages.want(stretches(...range(0, 100).map((at): [number, number] => [at, 1])), null)
    await vi.waitFor(() => expect(asked).toHaveLength(3))
    expect(asked.every((ranges) => ranges.split(',').length <= 40)).toBe(true)
  })
})

describe('pages that cannot be read', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('say why, rest, and are asked for again', async () => {
    const { read } = logOf(() => [0])
    read.mockRejectedValueOnce(new Error('away'))
    const pages = new LogPages(read, () => {})
    const only = one(0, 1)
    pages.subscribe(() => pages.want([only], null))
    pages.want([only], null)
    await vi.advanceTimersByTimeAsync(100)
    expect(pages.error?.message).toBe('away')
    expect(read).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(pages.error).toBeNull()
    expect(pages.lines(only, null)).toHaveLength(1)
  })

  it('are not asked for again by themselves once they were refused', async () => {
    const { read } = logOf(() => [0])
    read.mockRejectedValueOnce(new ApiError(403, 'forbidden', 'run_read is needed'))
    const pages = new LogPages(read, () => {})
    const only = one(0, 1)
    pages.subscribe(() => pages.want([only], null))
    pages.want([only], null)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(read).toHaveBeenCalledOnce()
    expect(await pages.load(only, null)).toHaveLength(1)
  })

  it('let go of what the reader scrolled past, not of what somebody waits for', async () => {
    const signals: AbortSignal[] = []
    const pages = new LogPages(
      (_, __, signal) => {
        signals.push(signal)
        return new Promise(() => {})
      },
      () => {},
    )
    const [first, second, third] = stretches([499, 500], [999, 500], [1_499, 500])
    if (!first || !second || !third) throw new Error('no stretches')
    pages.want([first], null)
    void pages.load(second, null)
    pages.want([third], null)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false])
  })
})
