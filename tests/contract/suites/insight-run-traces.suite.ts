import { expect } from 'vitest'
import { VOLUMES_KEPT } from '@/lib/contract/ports/insight-run-traces'
import { ts9 } from '@/lib/store/kit/ts9'
import { anEntry } from '../../support/audit'
import {
  anObservation,
  anOutputRow,
  anUpdate,
  aProfile,
  idOf,
  schemaOf,
  second,
  sink,
  source,
} from '../../support/catalog'
import { at } from '../../support/clock'
import { aShardRow } from '../../support/rows'
import { suite, type World } from '../../support/suite'
import { aUsage } from '../../support/usage'

const B = idOf('file://b')
const LATE = at('2026-11-30T23:00:00Z')
const BOUND = { limit: 10, look: 100 }
const known = <T>(answer: T | null): T => {
  if (answer === null) throw new Error('the store has the tables of it')
  return answer
}

const file = (world: World, id: string, seconds: number, run_id?: string) =>
  world.history.audit.record(anEntry({ id, timestamp: second(seconds), action: id, ...(run_id && { run_id }) }))

/** What other tables know of one run. */
export const insightRunTracesSuite = suite('insight of what a run left', [
  [
    'counts the shards of a run by their own words, and lists those of one',
    'clustered',
    async (world) => {
      for (const [shard_id, status] of Object.entries({ a: 'failed', b: 'completed', c: 'failed', d: 'odd' }))
        await world.plant('faucet_serve_shards', aShardRow({ shard_id, status }))
      await world.plant('faucet_serve_shards', aShardRow({ run_id: 'other', status: 'failed' }))
      const counts = await world.history.insight.shardCounts('r')
      expect(Object.fromEntries(counts.map(({ status, count }) => [status, count]))).toEqual({
        failed: 2,
        completed: 1,
        odd: 1,
      })
      const failed = async (after?: string) =>
        (await world.history.insight.shardRows('r', 10, after, 'failed')).map(({ shard_id }) => shard_id)
      expect(await failed()).toEqual(['a', 'c'])
      expect(await failed('a')).toEqual(['c'])
      expect(await world.history.insight.shardRows('r', 10, undefined, 'running')).toEqual([])
    },
  ],
  [
    'has no shards to count',
    'single',
    async (world) => expect(await world.history.insight.shardCounts('r')).toEqual([]),
  ],
  [
    'finds what invocations used by their own ids, readable or not',
    'all',
    async (world) => {
      await world.history.usage.record(aUsage({ run_id: 'one', row: 'x' }))
      await world.history.usage.record(aUsage({ run_id: 'two', row: 'y' }))
      await world.history.usage.record(aUsage({ run_id: 'three', row: 'z' }))
      await world.plant('faucet_usage', {
        run_id: 'four',
        row_id: 'w',
        pipeline: 'p',
        recorded_at: ts9(second(0)),
        body: '{oops',
      })
      const rows = known(await world.history.insight.usageOf(['two', 'one', 'four', 'nobody']))
      expect(rows.map(({ columns }) => `${columns['run_id']}/${columns['row_id']}`).sort()).toEqual([
        'four/w',
        'one/x',
        'two/y',
      ])
      expect(rows.filter((row) => !row.read().ok)).toHaveLength(1)
      expect(await world.history.insight.usageOf([])).toEqual([])
    },
  ],
  [
    'lists the entries that name a run, oldest first, of those filed since then',
    'all',
    async (world) => {
      await file(world, 'before', 1, 'r')
      await file(world, 'submit', 2, 'r')
      await file(world, 'other', 3, 'q')
      await file(world, 'none', 4)
      await file(world, 'delete', 6, 'r')
      await file(world, 'cancel', 5, 'r')
      const { entries, reached } = known(await world.history.insight.auditOf('r', second(2), BOUND))
      expect(entries.map(({ action }) => action)).toEqual(['submit', 'cancel', 'delete'])
      expect(reached).toBeNull()
      const few = known(await world.history.insight.auditOf('r', second(2), { limit: 2, look: 100 }))
      expect(few.entries.map(({ action }) => action)).toEqual(['submit', 'cancel'])
    },
  ],
  [
    'looks at so many entries of the trail only, and says how far that was',
    'all',
    async (world) => {
      await file(world, 'submit', 1, 'r')
      await file(world, 'other', 2)
      await file(world, 'cancel', 3, 'r')
      const look = async (count: number) => {
        const { entries, reached } = known(
          await world.history.insight.auditOf('r', second(1), { limit: 10, look: count }),
        )
        return [entries.map(({ action }) => action), reached]
      }
      expect(await look(2)).toEqual([['submit'], second(3)])
      expect(await look(3)).toEqual([['submit', 'cancel'], null])
    },
  ],
  [
    'finds what a run left in the catalog: volumes, edges, the schema it made, what was profiled',
    'all',
    async (world) => {
      const { catalog, insight } = world.history
      const wrote = (columns: Record<string, string>, records: number) =>
        sink('file://b', { records, schema: schemaOf(columns) })
      await catalog.record(anUpdate({ run_id: 'r0', sink: wrote({ id: 'integer' }, 5) }))
      await catalog.record(
        anUpdate({
          run_id: 'r1',
          recorded_at: second(10),
          sources: [source('csv://a', { records: 8 })],
          sink: wrote({ id: 'integer', name: 'string' }, 7),
        }),
      )
      await catalog.record(anUpdate({ run_id: 'r2', recorded_at: second(20), sink: wrote({ id: 'integer' }, 6) }))
      await catalog.record(anUpdate({ run_id: 'r1', recorded_at: second(10), sink: sink('file://elsewhere') }))
      await catalog.recordProfile(B, aProfile({ run_id: 'r1', recorded_at: second(10) }))
      await catalog.recordProfile(B, aProfile({ run_id: 'r2', recorded_at: second(20) }))

      const found = known(await insight.catalogOf('r1', [B], second(10)))
      expect(found.datasets.map(({ columns }) => columns['uri']).sort()).toEqual(['csv://a', 'file://b'])
      expect(found.edges.map(({ columns }) => columns['src_id'])).toEqual([idOf('csv://a')])
      const volumes = (uri: string) =>
        found.volumes
          .filter(({ dataset_id }) => dataset_id === idOf(uri))
          .map(({ run_id, records }) => `${run_id} ${records}`)
      expect(volumes('file://b')).toEqual(['r1 7', 'r0 5'])
      expect(volumes('csv://a')).toEqual(['r1 8', 'r0 10'])
      expect(found.versions.map(({ columns }) => `${columns['dataset_id']} ${columns['version']}`)).toEqual([`${B} 2`])
      expect(found.profiles.map(({ columns }) => columns['run_id'])).toEqual(['r1'])
      expect(known(await insight.catalogOf('r1', [], LATE)).datasets).toEqual([])
    },
  ],
  [
    'tells the newest few volumes of a dataset, however many there are',
    'all',
    async (world) => {
      for (let n = 0; n < VOLUMES_KEPT + 5; n++)
        await world.plant('faucet_catalog_stats', {
          dataset_id: B,
          recorded_at: ts9(second(n)),
          run_id: `r${n}`,
          records: String(n),
        })
      const { volumes } = known(await world.history.insight.catalogOf('r', [B], LATE))
      expect(volumes).toHaveLength(VOLUMES_KEPT)
      expect(volumes[0]?.run_id).toBe(`r${VOLUMES_KEPT + 4}`)
    },
  ],
  [
    'finds the files that a run was the last to open, deleted ones too',
    'all',
    async (world) => {
      const { outputs, insight } = world.history
      const open = (path: string, run_id: string, dataset_id = 'd1') =>
        outputs.record(anObservation({ path, run_id, dataset_id }))
      await open('/out/b', 'r')
      await open('/out/a', 'r')
      await open('/out/c', 'r')
      await open('/out/c', 'later')
      await open('/out/d', 'r', 'd2')
      await outputs.markDeleted(idOf('/out/b'), second(9), 3)
      await world.plant('faucet_local_outputs', anOutputRow({ path: '/out/e', id: 'odd' }, { body: '{"run_id":"r"' }))
      const found = async (ids: readonly string[], limit = 10) =>
        known(await insight.outputsOf('r', ids, limit)).map(({ columns }) => columns['path'])
      expect(await found(['d1'])).toEqual(['/out/a', '/out/b'])
      expect(await found(['d1', 'd2'])).toEqual(['/out/a', '/out/b', '/out/d'])
      expect(await found(['d1', 'd2'], 1)).toEqual(['/out/a'])
      expect(await found([])).toEqual([])
    },
  ],
])
