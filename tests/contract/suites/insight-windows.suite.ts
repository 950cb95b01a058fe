import { expect } from 'vitest'
import type { RunRecord } from '@/lib/contract/records/runs'
import { at } from '../../support/clock'
import { reshape } from '../../support/database'
import { aRunRow } from '../../support/rows'
import { type Row, suite, type World } from '../../support/suite'

const NONE = { queued: 0, pending: 0, running: 0, sharded: 0, completed: 0, failed: 0, cancelled: 0, other: 0 }
const minute = (n: number, rest = '00Z') => at(`2026-11-30T10:${String(n).padStart(2, '0')}:${rest}`)
const plant = (world: World, run: Partial<RunRecord>, columns: Row = {}) =>
  world.plant('faucet_serve_runs', aRunRow(run, columns))
const ids = (rows: readonly { columns: Row }[]) => rows.map((row) => row.columns['run_id'])

export const insightWindowsSuite = suite('insight windows', [
  [
    'counts the runs of each stretch by status, its beginning in and its end not, bodies unread',
    'all',
    async (world) => {
      await plant(world, { run_id: 'before', submitted_at: minute(0, '59.999999999Z') })
      await plant(world, { run_id: 'a', submitted_at: minute(1), status: 'failed' }, { body: 'broken' })
      await plant(world, { run_id: 'b', submitted_at: minute(1, '59.999999999Z') })
      await plant(world, { run_id: 'c', submitted_at: minute(2) }, { status: 'paused' })
      await plant(world, { run_id: 'd', submitted_at: minute(2, '30Z'), status: 'sharded' })
      await plant(world, { run_id: 'after', submitted_at: minute(4) })
      const edges = [minute(1), minute(2), minute(3), minute(4)]
      expect(await world.history.insight.countWindows(edges, 1_000)).toEqual([
        { ...NONE, failed: 1, completed: 1 },
        { ...NONE, sharded: 1, other: 1 },
        NONE,
      ])
      expect(await world.history.insight.countWindows([], 1_000)).toEqual([])
      expect(await world.history.insight.countWindows([minute(1)], 1_000)).toEqual([])
    },
  ],
  [
    'counts the newest stretches whatever the time allowed, and says nothing of those it did not come to',
    'clustered',
    async (world) => {
      for (let n = 0; n < 50; n++) await plant(world, { run_id: `r${n}`, submitted_at: minute(n) })
      const edges = Array.from({ length: 51 }, (_, n) => minute(n))
      const counts = await world.history.insight.countWindows(edges, 0)
      const counted = counts.filter((count) => count !== null)
      expect(counted.length).toBeGreaterThan(0)
      expect(counted.length).toBeLessThan(50)
      expect(counts.slice(-counted.length)).toEqual(counted)
      expect(counted.every(({ completed }) => completed === 1)).toBe(true)
      expect((await world.history.insight.countWindows(edges, 60_000)).every((count) => count?.completed === 1)).toBe(
        true,
      )
    },
  ],
  [
    'hands over the runs of a stretch with their text, newest first, page by page',
    'all',
    async (world) => {
      await plant(world, { run_id: 'before', submitted_at: minute(0, '59.999999999Z') })
      await plant(world, { run_id: 'a', submitted_at: minute(1) }, { body: 'broken' })
      await plant(world, { run_id: 'c', submitted_at: minute(2) })
      await plant(world, { run_id: 'b', submitted_at: minute(2) })
      await plant(world, { run_id: 'd', submitted_at: minute(3) })
      await plant(world, { run_id: 'end', submitted_at: minute(4) })
      const { insight } = world.history
      const page = (limit: number, after?: { submitted_at: string; run_id: string }) =>
        insight.runsWithin(minute(1), minute(4), limit, after)
      const first = await page(2)
      expect(ids(first)).toEqual(['d', 'c'])
      expect(first[0]?.read().ok).toBe(true)
      const last = { submitted_at: first[1]?.columns['submitted_at'] ?? '', run_id: 'c' }
      const rest = await page(9, last)
      expect(ids(rest)).toEqual(['b', 'a'])
      expect(rest[1]?.text).toBe('broken')
      expect(await page(9, { submitted_at: minute(1, '00.000000000Z'), run_id: 'a' })).toEqual([])
    },
  ],
  [
    'tells which runs of some statuses were submitted longest ago',
    'all',
    async (world) => {
      await plant(world, { run_id: 'c', status: 'running', submitted_at: minute(3) })
      await plant(world, { run_id: 'a', status: 'sharded', submitted_at: minute(1) })
      await plant(world, { run_id: 'b', status: 'running', submitted_at: minute(2) }, { owner: 'x', body: 'broken' })
      await plant(world, { run_id: 'over', submitted_at: minute(0) })
      const { insight } = world.history
      expect(ids(await insight.oldestRuns(['running', 'sharded'], 9))).toEqual(['a', 'b', 'c'])
      expect(ids(await insight.oldestRuns(['running', 'sharded'], 2))).toEqual(['a', 'b'])
      expect(ids(await insight.oldestRuns(['running'], 9))).toEqual(['b', 'c'])
      expect(await insight.oldestRuns([], 9)).toEqual([])
      const [first] = await insight.oldestRuns(['running'], 1)
      expect(first?.columns).toMatchObject({ run_id: 'b', owner: 'x', submitted_at: minute(2, '00.000000000Z') })
      expect(first?.text).toBe('')
    },
  ],
  [
    'finds queued and running runs whose lease has ended or was never given, longest ended first',
    'all',
    async (world) => {
      const lease = (n: number) => ({ lease_expires_at: minute(n, '00.000000000Z') })
      await plant(world, { run_id: 'ended', status: 'running' }, lease(4))
      await plant(world, { run_id: 'earlier', status: 'queued' }, lease(3))
      await plant(world, { run_id: 'never', status: 'running' })
      await plant(world, { run_id: 'now', status: 'running' }, lease(5))
      await plant(world, { run_id: 'held', status: 'running' }, lease(6))
      await plant(world, { run_id: 'waits', status: 'pending' })
      await plant(world, { run_id: 'parent', status: 'sharded' })
      await plant(world, { run_id: 'over', status: 'failed' }, lease(1))
      const { insight } = world.history
      expect(ids(await insight.lapsedRuns(minute(5), 9))).toEqual(['never', 'earlier', 'ended'])
      expect(ids(await insight.lapsedRuns(minute(5), 2))).toEqual(['never', 'earlier'])
    },
  ],
  [
    'tells how many datasets nobody has seen for long, those longest ago first',
    'all',
    async (world) => {
      const seen = (id: string, n: number, body = '{') =>
        world.plant('faucet_catalog_datasets', {
          id,
          uri: `file:///${id}`,
          kind: 'jsonl',
          last_seen: minute(n, '00.000000000Z'),
          body,
        })
      await seen('c', 3)
      await seen('a', 1)
      await seen('b', 1)
      await seen('d', 4)
      const { insight } = world.history
      const found = await insight.catalogFreshness(minute(4), 2, 10)
      expect(found).toMatchObject({ datasets: 4, stale: 3, capped: false })
      expect(found?.oldest.map((row) => [row.columns['id'], row.columns['uri'], row.read().ok])).toEqual([
        ['a', 'file:///a', false],
        ['b', 'file:///b', false],
      ])
      expect(await insight.catalogFreshness(minute(5), 0, 3)).toMatchObject({ datasets: 3, stale: 3, capped: true })
      expect(await insight.catalogFreshness(minute(0), 5, 10)).toMatchObject({ datasets: 4, stale: 0, oldest: [] })
    },
  ],
  [
    'counts templates, not their versions',
    'all',
    async (world) => {
      const { insight } = world.history
      expect(await insight.templateCounts()).toEqual({ templates: 0, launched: 0, deprecated: 0 })
      const version = (id: string, number: string) =>
        world.plant('faucet_templates', { id, version: number, name: null, created_at: minute(1), body: '{}' })
      await version('a', '1')
      await version('a', '2')
      await version('b', '1')
      const launched = (seq: string) =>
        world.plant('faucet_template_launches', {
          id: 'a',
          seq,
          version: '1',
          launched_at: minute(1),
          launched_by: null,
        })
      await launched('1')
      await launched('2')
      expect(await insight.templateCounts()).toEqual({ templates: 2, launched: 1, deprecated: 0 })
    },
  ],
  [
    'has neither where the store has no table for them',
    'clustered',
    async (world) => {
      await reshape(world, 'DROP TABLE faucet_catalog_datasets')
      await reshape(world, 'DROP TABLE faucet_template_launches')
      expect(await world.history.insight.catalogFreshness(minute(1), 1, 1)).toBeNull()
      expect(await world.history.insight.templateCounts()).toMatchObject({ templates: 0, launched: 0 })
      await reshape(world, 'DROP TABLE faucet_templates')
      expect(await world.history.insight.templateCounts()).toBeNull()
    },
  ],
])
