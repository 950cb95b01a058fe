import { expect } from 'vitest'
import type { RunRecord } from '@/lib/contract/records/runs'
import { at } from '../../support/clock'
import { aRunRow } from '../../support/rows'
import { type Row, suite, type World } from '../../support/suite'

const plant = (world: World, run: Partial<RunRecord>, columns: Row = {}) =>
  world.plant('faucet_serve_runs', aRunRow({ name: 'n', ...run }, columns))
const second = (n: number) => at(`2026-11-30T10:00:${String(n).padStart(2, '0')}Z`)
const HERE = { at: second(5), id: 'm' }

const idsBeside = async (
  { history }: World,
  way: 'before' | 'after',
  { limit = 10, tenant }: { limit?: number; tenant?: string } = {},
) => {
  const of = { name: 'n', ...(tenant !== undefined && { tenant }) }
  const { rows, reached } = await history.insight.runsBeside(of, HERE, way, limit)
  expect(reached).toBeNull()
  return rows.map(({ run_id }) => run_id)
}

/** What the page of one run reads beside its row. */
export const insightRunPartsSuite = suite('insight of one run', [
  [
    'finds the runs of a name on both sides of a place, the nearest first, that place itself on neither',
    'all',
    async (world) => {
      await plant(world, { run_id: 'a', submitted_at: second(1) })
      await plant(world, { run_id: 'b', submitted_at: second(4) })
      // The same instant: ids decide.
      await plant(world, { run_id: 'l', submitted_at: second(5) })
      await plant(world, { run_id: 'm', submitted_at: second(5) })
      await plant(world, { run_id: 'z', submitted_at: second(5) })
      await plant(world, { run_id: 'c', submitted_at: second(9) })
      await plant(world, { run_id: 'other', submitted_at: second(4), name: 'N' })
      await plant(world, { run_id: 'nameless', submitted_at: second(6), name: null })
      expect(await idsBeside(world, 'before')).toEqual(['l', 'b', 'a'])
      expect(await idsBeside(world, 'after')).toEqual(['z', 'c'])
      expect(await idsBeside(world, 'before', { limit: 1 })).toEqual(['l'])
      expect(await idsBeside(world, 'after', { limit: 1 })).toEqual(['z'])
    },
  ],
  [
    'tells of them what their columns say, with the body of a small one and the beginning of a large one',
    'all',
    async (world) => {
      const finished_at = second(4)
      await plant(world, { run_id: 'a', submitted_at: second(3), status: 'failed', finished_at }, { body: '{oops' })
      const large = `{"run_id":"b","filler":"${'é'.repeat(70_000)}"}`
      await plant(world, { run_id: 'b', submitted_at: second(2) }, { body: large })
      const { rows } = await world.history.insight.runsBeside({ name: 'n' }, HERE, 'before', 10)
      expect(rows[0]).toEqual({
        run_id: 'a',
        status: 'failed',
        submitted_at: '2026-11-30T10:00:03.000000000Z',
        finished_at: '2026-11-30T10:00:04.000000000Z',
        text: '{oops',
        is_whole: true,
      })
      expect(rows[1]?.is_whole).toBe(false)
      expect(large.startsWith(rows[1]?.text ?? '-')).toBe(true)
    },
  ],
  [
    'shows a tenant those that are linked to it, whatever their bodies say',
    'all',
    async (world) => {
      await plant(world, { run_id: 'a', submitted_at: second(3), tenant: 'acme' })
      await plant(world, { run_id: 'b', submitted_at: second(4) })
      await world.plant('faucet_tenant_runs', { run_id: 'b', tenant: 'acme' })
      expect(await idsBeside(world, 'before', { tenant: 'acme' })).toEqual(['b'])
      expect(await idsBeside(world, 'before', { tenant: 'globex' })).toEqual([])
    },
  ],
])
