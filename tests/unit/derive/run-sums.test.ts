import { describe, expect, it } from 'vitest'
import { parseJson } from '@/lib/contract/json'
import { printRunSums, RunSums } from '@/lib/derive/run-sums'

const sums = (invocations: unknown) => {
  const printed = printRunSums({ invocations })
  return printed === null ? null : RunSums.parse(parseJson(printed))
}
const used = (source_kind: string, sink_kind: string, bytes_written: number, currency = 'USD', total = 0.1) => ({
  error: null,
  usage: { source_kind, sink_kind, usage: { bytes_read: 10, bytes_written }, cost: { currency, total } },
})
const NOTHING = { connectors: [], more_connectors: 0, covered: 0, bytes_read: 0, bytes_written: 0, costs: [] }

describe('sums over the invocations of a run', () => {
  it('adds up bytes and costs, each currency for itself, and names each pair of connectors once', () => {
    const batches = { attempted: 5, committed: 2, dlq_partial: 1, dlq_all: 2, failed: 0 }
    expect(
      sums([
        { ...used('csv', 'jsonl', 100), batches },
        used('csv', 'jsonl', 20),
        { ...used('rest', 'jsonl', 3, 'EUR', 2), error: 'broke' },
        { error: 'broke early' },
      ]),
    ).toEqual({
      invocations: 4,
      failed: 2,
      connectors: ['csv → jsonl', 'rest → jsonl'],
      more_connectors: 0,
      covered: 3,
      bytes_read: 30,
      bytes_written: 123,
      costs: [
        { currency: 'USD', total: 0.2 },
        { currency: 'EUR', total: 2 },
      ],
      dlq_batches: 3,
    })
  })

  it('tells a count of none from nothing that was counted', () => {
    expect(sums([])).toEqual({ ...NOTHING, invocations: 0, failed: 0, dlq_batches: null })
    expect(sums([{ error: null, batches: {} }])).toMatchObject({ invocations: 1, dlq_batches: 0, covered: 0 })
  })

  it('believes the state that later engines write, over the error', () => {
    expect(
      sums([{ status: 'skipped', error: 'x' }, { skipped: true, error: 'x' }, { status: 'failed' }]),
    ).toMatchObject({ invocations: 3, failed: 1 })
  })

  it('stays readable whatever stands there', () => {
    for (const odd of [undefined, null, {}, 'x', 7]) expect(sums(odd)).toBeNull()
    const many = Array.from({ length: 9 }, (_, n) => used(`s${n}`, 't', 2 ** 62, `C${n}`, 1e308))
    expect(sums([...many, null, 3, { usage: 'x' }, { usage: { usage: [], cost: 1 } }])).toMatchObject({
      invocations: 11,
      connectors: ['s0 → t', 's1 → t', 's2 → t'],
      more_connectors: 7,
      bytes_written: Number.MAX_SAFE_INTEGER,
    })
    expect(sums([...many, ...many])?.costs).toHaveLength(5)
  })
})
