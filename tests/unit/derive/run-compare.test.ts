import { describe, expect, it } from 'vitest'
import { invocationRow } from '@/lib/derive/invocation-rows'
import { changeOf, isSamePair, pairInvocations, pairLabels } from '@/lib/derive/run-compare'
import { anInvocation } from '../../support/invocations'

describe('a change of a number', () => {
  it('is told in percent, and is notable from a tenth on', () => {
    expect(changeOf(100, 105)).toEqual({ percent: '+5.0%', isNotable: false, isSame: false })
    expect(changeOf(100, 90)).toEqual({ percent: '−10.0%', isNotable: true, isSame: false })
    expect(changeOf(1_000_000, 1_000_001)?.percent).toBe('+<0.1%')
    expect(changeOf(1, 50)?.percent).toBe('+4,900%')
  })

  it('is none where both are equal, and has no percent from nothing', () => {
    expect(changeOf(0, 0)).toEqual({ percent: null, isNotable: false, isSame: true })
    expect(changeOf(0, 7)).toEqual({ percent: null, isNotable: true, isSame: false })
    expect(changeOf(null, 7)).toBeNull()
  })
})

describe('invocations of two runs', () => {
  const rows = (...given: Parameters<typeof anInvocation>[0][]) =>
    given.map((one, n) => invocationRow(anInvocation(one), n))

  it('stand beside each other by row and parent record, several of one in their order', () => {
    const pairs = pairInvocations(
      rows({ row_id: 'a', duration_ms: 5 }, { row_id: 'a', duration_ms: 6 }, { row_id: 'b', parent_record_key: '1' }),
      rows({ row_id: 'a', duration_ms: 7 }, { row_id: 'b', parent_record_key: '2' }),
    )
    expect(
      pairs.map(({ row_id, parent, a, b }) => [row_id, parent, a?.duration_ms ?? null, b?.duration_ms ?? null]),
    ).toEqual(
      expect.arrayContaining([
        ['a', null, 5, 7],
        ['a', null, 6, null],
        ['b', '1', expect.anything(), null],
        ['b', '2', null, expect.anything()],
      ]),
    )
    expect(pairs).toHaveLength(4)
  })

  it('come with another ending first, then those of one run only, then by how much longer they took', () => {
    const pairs = pairInvocations(
      rows(
        { row_id: 'slow', duration_ms: 1 },
        { row_id: 'same', duration_ms: 1 },
        { row_id: 'gone' },
        { row_id: 'broke' },
      ),
      rows({ row_id: 'slow', duration_ms: 900 }, { row_id: 'same', duration_ms: 1 }, { row_id: 'broke', error: 'x' }),
    )
    expect(pairs.map(({ row_id }) => row_id)).toEqual(['broke', 'gone', 'slow', 'same'])
    expect(pairs.filter(isSamePair).map(({ row_id }) => row_id)).toEqual(['slow', 'same'])
  })
})

describe('labels of two runs', () => {
  it('come by key, those that differ first', () => {
    expect(
      pairLabels({ a: '1', b: '2', c: '3' }, { a: '1', b: '9', __proto__: 'x' } as Record<string, string>),
    ).toEqual([
      { key: 'b', a: '2', b: '9' },
      { key: 'c', a: '3', b: null },
      { key: 'a', a: '1', b: '1' },
    ])
  })
})
