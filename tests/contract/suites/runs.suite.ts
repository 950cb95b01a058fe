import { expect } from 'vitest'
import type { RunRecord } from '@/lib/contract/records/runs'
import { recordOf } from '@/lib/contract/stored'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'
import { suite, type World } from '../../support/suite'

const ALL = { status: [], limit: 50 } as const

async function add(world: World, ...runs: RunRecord[]): Promise<void> {
  for (const run of runs) await world.history.runs.upsert(run)
}
const ids = (rows: readonly { columns: Readonly<Record<string, string | null>> }[]) =>
  rows.map((row) => row.columns['run_id'])

export const runsSuite = suite('runs', [
  [
    'returns the body it was given, byte for byte',
    'all',
    async (world) => {
      const run = aRun({ elapsed_secs: 1, records_written: 18446744073709551615n, labels: { a: 'ü' } })
      await add(world, run)
      const row = await world.history.runs.get(run.run_id)
      expect(row?.text).toContain('"elapsed_secs":1.0')
      expect(row?.text).toContain('"records_written":18446744073709551615')
      expect(row && recordOf(row)).toEqual(run)
    },
  ],
  [
    'writes column timestamps at full width and bodies as given',
    'all',
    async (world) => {
      await add(
        world,
        aRun({ run_id: 'r', submitted_at: at('2026-11-30T10:00:00Z'), finished_at: at('2026-11-30T10:00:01.5Z') }),
      )
      const [row] = await world.rows('faucet_serve_runs')
      expect(row?.['submitted_at']).toBe('2026-11-30T10:00:00.000000000Z')
      expect(row?.['finished_at']).toBe('2026-11-30T10:00:01.500000000Z')
      expect(row?.['body']).toContain('"submitted_at":"2026-11-30T10:00:00Z"')
    },
  ],
  [
    'lists newest first, ties by run id, and pages to the end',
    'all',
    async (world) => {
      await add(world, ...['a', 'b', 'c', 'd', 'e'].map((run_id) => aRun({ run_id })))
      const first = await world.history.runs.list({ ...ALL, limit: 2 })
      expect(ids(first.rows)).toEqual(['e', 'd'])
      expect(first.next_cursor).toBe('d')
      const second = await world.history.runs.list({ ...ALL, limit: 2, cursor: 'd' })
      expect(ids(second.rows)).toEqual(['c', 'b'])
      const last = await world.history.runs.list({ ...ALL, limit: 2, cursor: 'b' })
      expect(ids(last.rows)).toEqual(['a'])
      expect(last.next_cursor).toBeUndefined()
    },
  ],
  [
    'continues after a long cursor whose run is gone, and starts over after an unknown bare one',
    'all',
    async (world) => {
      await add(world, ...['a', 'b', 'c'].map((run_id) => aRun({ run_id })))
      await world.history.runs.remove('b')
      const long = await world.history.runs.list({ ...ALL, cursor: '2026-11-30T10:00:00.123456789Z~b' })
      expect(ids(long.rows)).toEqual(['a'])
      const bare = await world.history.runs.list({ ...ALL, cursor: 'b' })
      expect(ids(bare.rows)).toEqual(['c', 'a'])
    },
  ],
  [
    'keeps an unreadable row in its place',
    'all',
    async (world) => {
      await add(world, aRun({ run_id: 'a' }), aRun({ run_id: 'c' }))
      await world.plant('faucet_serve_runs', {
        run_id: 'b',
        name: 'broken',
        status: 'completed',
        submitted_at: '2026-11-30T10:00:00.123456789Z',
        finished_at: null,
        idempotency_key: null,
        owner: null,
        lease_expires_at: null,
        cancel_requested: null,
        body: '{"run_id":"b"',
      })
      const { rows } = await world.history.runs.list(ALL)
      expect(ids(rows)).toEqual(['c', 'b', 'a'])
      expect(rows[1]?.read()).toEqual({ ok: false, reason: 'the body is not JSON' })
      expect(rows[1]?.columns['name']).toBe('broken')
    },
  ],
])
