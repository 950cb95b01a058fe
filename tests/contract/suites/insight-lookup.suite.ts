import { expect } from 'vitest'
import { at } from '../../support/clock'
import { aRunRow } from '../../support/rows'
import { suite, type World } from '../../support/suite'

const plant = (world: World, run_id: string, minute: number, body?: string) =>
  world.plant(
    'faucet_serve_runs',
    aRunRow(
      { run_id, name: `run ${run_id}`, submitted_at: at(`2026-11-30T10:${minute}:00Z`) },
      { ...(body && { body }) },
    ),
  )

export const insightLookupSuite = suite('insight lookup', [
  [
    'finds runs by the beginning of their id, newest first, readable or not, hyphens and all',
    'all',
    async (world) => {
      await plant(world, '0193a1b2-7c00-7000-8000-000000000001', 11)
      await plant(world, '0193a1b2-7c00-7000-8000-000000000002', 13, 'broken')
      await plant(world, '0193a1b2-7d00-7000-8000-000000000003', 12)
      await plant(world, '0193a1b3-0000-7000-8000-000000000004', 14)
      await plant(world, '0193a1b', 15)
      await plant(world, 'f193a1b2', 16)
      const { insight } = world.history
      const found = async (prefix: string, limit = 9) =>
        (await insight.runsByIdPrefix(prefix, limit)).map(({ columns }) => columns['run_id']?.slice(-3))
      expect(await found('0193a1b2')).toEqual(['002', '003', '001'])
      expect(await found('0193a1b2-7c')).toEqual(['002', '001'])
      expect(await found('0193a1b2-7c', 1)).toEqual(['002'])
      expect(await found('0193a1b27c')).toEqual([])
      expect(await found('0193a1b')).toEqual(['a1b', '004', '002', '003', '001'])
      expect(await found('%')).toEqual([])
      expect(await found('0193A1B2')).toEqual([])
      expect(await found('')).toEqual([])
      const [first] = await insight.runsByIdPrefix('f193', 9)
      expect(first?.columns).toMatchObject({ run_id: 'f193a1b2', name: 'run f193a1b2', status: 'completed' })
      expect(first?.text).toBe('')
    },
  ],
  [
    'finds for a tenant only what is linked to it',
    'all',
    async (world) => {
      await plant(world, 'abc-1', 11)
      await plant(world, 'abc-2', 12)
      await plant(world, 'abc-3', 13)
      await world.plant('faucet_tenant_runs', { run_id: 'abc-1', tenant: 'acme' })
      await world.plant('faucet_tenant_runs', { run_id: 'abc-2', tenant: 'other' })
      const found = async (tenant: string) =>
        (await world.history.insight.runsByIdPrefix('abc', 9, tenant)).map(({ columns }) => columns['run_id'])
      expect(await found('acme')).toEqual(['abc-1'])
      expect(await found('nobody')).toEqual([])
    },
  ],
])
