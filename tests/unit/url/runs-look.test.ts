import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  moveColumn,
  RUN_COLUMNS,
  type RunColumn,
  readRunsLook,
  USUAL_LOOK,
  withColumn,
  writeRunsLook,
} from '@/lib/url/runs-look'

const aLook = fc.record({
  columns: fc
    .shuffledSubarray([...RUN_COLUMNS])
    .map((some): RunColumn[] => (some.includes('run') ? some : ['run', ...some])),
  isCompact: fc.boolean(),
  hasChart: fc.boolean(),
  wide: fc.integer({ min: 48, max: 800 }),
})

describe('how the list of runs is drawn', () => {
  it('is kept in a cookie to the letter', () => {
    fc.assert(
      fc.property(aLook, ({ columns, isCompact, hasChart, wide }) => {
        const look = { columns, isCompact, hasChart, widths: { [columns[0] ?? 'run']: wide } }
        const text = writeRunsLook(look)
        expect(text).toMatch(/^[a-z0-9.~-]+$/)
        expect(readRunsLook(text)).toEqual(look)
      }),
    )
  })

  it('is what is left of a text that somebody else wrote', () => {
    expect(readRunsLook('status.nothing.run.status.rows-9999.age-abc~huge')).toEqual({
      columns: ['status', 'run', 'rows', 'age'],
      widths: { rows: 800 },
      isCompact: false,
      hasChart: true,
    })
    expect(readRunsLook('status.rows~compact')?.columns).toEqual(['run', 'status', 'rows'])
    for (const text of [undefined, '', 'nothing', '~compact', 'run.'.repeat(200)]) expect(readRunsLook(text)).toBeNull()
  })

  it('takes a column in where it stood before anybody moved one', () => {
    const look = { ...USUAL_LOOK, columns: ['run', 'rows', 'status', 'submitted'] as const }
    expect(withColumn(look, 'rate', true).columns).toEqual(['run', 'rows', 'rate', 'status', 'submitted'])
    expect(withColumn({ ...look, columns: ['run', 'age'] }, 'status', true).columns).toEqual(['status', 'run', 'age'])
    expect(withColumn(look, 'rows', false).columns).toEqual(['run', 'status', 'submitted'])
    expect(withColumn(look, 'run', false)).toBe(look)
    expect(withColumn(look, 'rows', true)).toBe(look)
  })

  it('moves a column step by step, and no further than the ends', () => {
    const look = { ...USUAL_LOOK, columns: ['status', 'run', 'age'] as const }
    expect(moveColumn(look, 'age', -1).columns).toEqual(['status', 'age', 'run'])
    expect(moveColumn(look, 'status', 1).columns).toEqual(['run', 'status', 'age'])
    expect(moveColumn(look, 'age', 1)).toBe(look)
    expect(moveColumn(look, 'cost', 1)).toBe(look)
  })
})
