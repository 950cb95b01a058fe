import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { record } from '@/lib/contract/records/primitives'
import { stored } from '@/lib/contract/stored'
import { type Cursor, parseRunCursor } from '@/lib/derive/cursor'
import { type Looked, scan } from '@/lib/store/kit/scan'

const Thing = record({ hit: z.boolean() })
type Thing = z.infer<typeof Thing>

/** Rows of one second each, newest first; every tenth cannot be read, those with a null are ruled out by their columns. */
const rowsOf = (hits: readonly (boolean | null)[]): Looked<Thing>[] =>
  hits.map((hit, n) => ({
    at: new Date(1_790_000_000_000 - n * 1000).toISOString().replace('.000Z', '.000000000Z'),
    id: `r${n}`,
    row: hit === null ? null : stored(Thing, { id: `r${n}` }, n % 10 === 9 ? '{' : JSON.stringify({ hit })),
  }))

function source(rows: readonly Looked<Thing>[]) {
  const asked: number[] = []
  const chunk = async (after: Cursor | null, count: number) => {
    asked.push(count)
    const from = after === null ? 0 : rows.findIndex((row) => row.id === after.id) + 1
    return rows.slice(from, from + count)
  }
  const fits = (row: ReturnType<typeof stored<typeof Thing>>) => {
    const read = row.read()
    return read.ok ? read.record.hit : null
  }
  return { asked, chunk, fits }
}

describe('a bounded scan', () => {
  it('reads in chunks of 500 and never more than the budget', async () => {
    const { asked, chunk, fits } = source(rowsOf(Array.from({ length: 2_000 }, () => false)))
    const found = await scan({ budget: { want: 5, look: 1_200 }, after: null, chunk, fits })
    expect(asked).toEqual([500, 500, 200])
    expect(found).toMatchObject({ rows: [], looked: 1_200, unreadable: 120 })
    expect(found.next).toContain('~r1199')
  })

  it('gives others their turn between chunks', async () => {
    const { chunk, fits } = source(rowsOf(Array.from({ length: 1_500 }, () => false)))
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    await scan({ budget: { want: 1, look: 5_000 }, after: null, chunk: async (...args) => chunk(...args), fits })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })

  it('continued until its end it has found every row once, whatever the budget', async () => {
    const hits = fc.array(fc.option(fc.boolean()), { maxLength: 60 })
    const budget = fc.record({ want: fc.integer({ min: 1, max: 7 }), look: fc.integer({ min: 0, max: 20 }) })
    await fc.assert(
      fc.asyncProperty(hits, budget, async (marks, spend) => {
        const rows = rowsOf(marks)
        const { chunk, fits } = source(rows)
        const seen: unknown[] = []
        let looked = 0
        let unreadable = 0
        for (let after: Cursor | null = null; ; ) {
          const found = await scan({ budget: spend, after, chunk, fits })
          seen.push(...found.rows.map((row) => row.columns['id']))
          looked += found.looked
          unreadable += found.unreadable
          expect(found.rows.length).toBeLessThanOrEqual(spend.want)
          if (found.next === null) break
          after = parseRunCursor(found.next)
        }
        expect(seen).toEqual(rows.flatMap(({ id, row }) => (row !== null && fits(row) ? [id] : [])))
        expect(looked).toBe(rows.length)
        expect(unreadable).toBe(rows.filter(({ row }) => row !== null && fits(row) === null).length)
      }),
    )
  })
})
