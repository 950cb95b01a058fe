import { describe, expect, it } from 'vitest'
import { readLabels } from '@/lib/derive/label-filter'

describe('label filters', () => {
  it.each<[string[], string[], object[]]>([
    [[], [], []],
    [['team:sales'], [], [{ key: 'team', value: 'sales' }]],
    [['team'], [], [{ key: 'team' }]],
    [['team:'], [], [{ key: 'team', value: '' }]],
    [['a:b:c'], [], [{ key: 'a', value: 'b:c' }]],
    [['a=b'], [], [{ key: 'a=b' }]],
    [['a, b'], [], [{ key: 'a, b' }]],
    [[], ['a:1, b,,c:2 '], [{ key: 'a', value: '1' }, { key: 'b' }, { key: 'c', value: '2' }]],
    [[], ['a=1', 'b=2:3'], [{ key: 'b=2', value: '3' }]],
    [['x'], ['y'], [{ key: 'x' }, { key: 'y' }]],
  ])('reads %j and %j', (single, lists, clauses) => {
    expect(readLabels(single, lists)).toEqual({ ok: true, clauses })
  })

  it('refuses a filter without a key, and more than ten', () => {
    expect(readLabels([':sales'], [])).toMatchObject({ ok: false, message: expect.stringContaining("':sales'") })
    expect(readLabels([''], [])).toMatchObject({ ok: false })
    const ten = Array.from({ length: 10 }, (_, at) => `l${at}`)
    expect(readLabels(ten, [])).toMatchObject({ ok: true })
    expect(readLabels(ten, ['one-more'])).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^11 .*at most 10/),
    })
  })
})
