import { expect } from 'vitest'
import type { CatalogProfileRecord } from '@/lib/contract/records/catalog-profiles'
import { recordOf } from '@/lib/contract/stored'
import { aDatasetRow, aProfile, aSnapshot, second } from '../../support/catalog'
import { at } from '../../support/clock'
import { suite } from '../../support/suite'

const PROFILES = 'faucet_catalog_profiles'
const SNAPSHOTS = 'faucet_config_snapshots'

const runs = (rows: readonly { columns: Readonly<Record<string, string | null>> }[]) =>
  rows.map((row) => row.columns['run_id'])

const FULL: CatalogProfileRecord = aProfile({
  profile: {
    rows: 4,
    columns: {
      a: {
        rows: 4,
        present: 3,
        nulls: 2,
        null_rate: 0.5,
        types: { null: 1, boolean: 0, integer: 2, number: 0, string: 0, object: 0, array: 0 },
        distinct: 9007199254740993n,
        numeric: { count: 2, min: 1, max: 2, mean: 1.5, stddev: 0.5, p50: 1.5, p95: 1e21 },
        top_values: [{ value: '1', count: 1, share: 0.5 }],
        high_cardinality: false,
      },
    },
    skipped_columns: 3,
  },
  drift: [{ column: 'a', metric: 'null_rate', observed: 1, baseline: 0, detail: 'more nulls' }],
  baseline_runs: 7,
})
const FULL_TEXT =
  `{"run_id":"run-1","pipeline":"orders","row":"row-0","recorded_at":"${second(0)}","profile":{"rows":4,"columns":{"a":` +
  '{"rows":4,"present":3,"nulls":2,"null_rate":0.5,"types":{"null":1,"boolean":0,"integer":2,"number":0,"string":0,"object":0,"array":0},' +
  '"distinct":9007199254740993,"numeric":{"count":2,"min":1.0,"max":2.0,"mean":1.5,"stddev":0.5,"p50":1.5,"p95":1e21},' +
  '"top_values":[{"value":"1","count":1,"share":0.5}],"high_cardinality":false}},"skipped_columns":3},' +
  '"drift":[{"column":"a","metric":"null_rate","observed":1.0,"baseline":0.0,"detail":"more nulls"}],"baseline_runs":7}'

export const catalogProfilesSuite = suite('catalog profiles', [
  [
    'keeps a profile as engines print it, also of a dataset that is not there',
    'all',
    async (world) => {
      await world.history.catalog.recordProfile('d1', FULL)
      expect(await world.rows(PROFILES)).toEqual([
        { dataset_id: 'd1', recorded_at: second(0), run_id: 'run-1', body: FULL_TEXT },
      ])
      const [row] = await world.history.catalog.profileHistory('d1', 10)
      expect(row && recordOf(row)).toEqual(FULL)
      expect(await world.rows('faucet_catalog_datasets')).toEqual([])
    },
  ],
  [
    'lists profiles newest first, as many as asked for',
    'all',
    async (world) => {
      for (const seconds of [3, 1, 2]) {
        await world.history.catalog.recordProfile(
          'd1',
          aProfile({ run_id: `r${seconds}`, recorded_at: second(seconds) }),
        )
      }
      await world.history.catalog.recordProfile('d2', aProfile({ run_id: 'other', recorded_at: second(9) }))
      expect(runs(await world.history.catalog.profileHistory('d1', 10))).toEqual(['r3', 'r2', 'r1'])
      expect(runs(await world.history.catalog.profileHistory('d1', 2))).toEqual(['r3', 'r2'])
      expect(await world.history.catalog.profileHistory('d1', 0)).toEqual([])
      expect(await world.history.catalog.profileHistory('none', 10)).toEqual([])
    },
  ],
  [
    'keeps the first profile of a dataset and instant, however the instant is spelled',
    'all',
    async (world) => {
      await world.history.catalog.recordProfile(
        'd1',
        aProfile({ run_id: 'first', recorded_at: at('2026-11-30T10:00:00Z') }),
      )
      await world.history.catalog.recordProfile(
        'd1',
        aProfile({ run_id: 'second', recorded_at: at('2026-11-30T10:00:00.000Z') }),
      )
      await world.history.catalog.recordProfile(
        'd2',
        aProfile({ run_id: 'other', recorded_at: at('2026-11-30T10:00:00Z') }),
      )
      expect(runs(await world.history.catalog.profileHistory('d1', 10))).toEqual(['first'])
      expect((await world.rows(PROFILES)).map((row) => row['recorded_at'])).toEqual([
        '2026-11-30T10:00:00.000000000Z',
        '2026-11-30T10:00:00.000000000Z',
      ])
    },
  ],
  [
    'keeps the newest 100 profiles of a dataset',
    'all',
    async (world) => {
      for (let seconds = 0; seconds < 100; seconds++) {
        await world.plant(PROFILES, {
          dataset_id: 'd1',
          recorded_at: second(seconds),
          run_id: `r${seconds}`,
          body: '{}',
        })
      }
      await world.plant(PROFILES, { dataset_id: 'd2', recorded_at: second(0), run_id: 'other', body: '{}' })
      await world.history.catalog.recordProfile('d1', aProfile({ run_id: 'new', recorded_at: second(200) }))
      const kept = runs(await world.history.catalog.profileHistory('d1', 1000))
      expect(kept).toHaveLength(100)
      expect([kept[0], kept[1], kept.at(-1)]).toEqual(['new', 'r99', 'r1'])
      expect(await world.history.catalog.profileHistory('d2', 10)).toHaveLength(1)
    },
  ],
  [
    'shows the newest 30 with their dataset, those that cannot be read in their place',
    'all',
    async (world) => {
      await world.plant('faucet_catalog_datasets', aDatasetRow({ id: 'd1' }))
      expect((await world.history.catalog.getDataset('d1'))?.profiles).toEqual([])
      for (let seconds = 0; seconds < 31; seconds++) {
        await world.plant(PROFILES, {
          dataset_id: 'd1',
          recorded_at: second(seconds),
          run_id: `r${seconds}`,
          body: '!',
        })
      }
      const profiles = (await world.history.catalog.getDataset('d1'))?.profiles ?? []
      expect(profiles).toHaveLength(30)
      expect([runs(profiles)[0], runs(profiles)[29]]).toEqual(['r30', 'r1'])
      expect(profiles[0]?.read()).toEqual({ ok: false, reason: 'the body is not JSON' })
    },
  ],
  [
    'refuses a profile that an engine could not read',
    'all',
    async (world) => {
      const drift = [{ column: 'a', metric: 'mood', observed: 1, detail: '' }]
      await expect(world.history.catalog.recordProfile('d1', aProfile({ drift }))).rejects.toMatchObject({
        kind: 'refused',
      })
      await expect(world.history.catalog.recordProfile('d1', aProfile({ row: 'a\u0000b' }))).rejects.toMatchObject({
        kind: 'refused',
      })
      expect(await world.rows(PROFILES)).toEqual([])
    },
  ],
  [
    'keeps the last snapshot of a pipeline, whatever the times say',
    'all',
    async (world) => {
      const row = {
        source: { kind: 'csv', config: { path: '/in', n: 1 } },
        sink: { kind: 'jsonl', config: { token: '<secret:sha256:34731cc48f16>' } },
        transforms: [{ kind: 'cast', config: { fields: {} } }],
        state_key: 'orders::row-0',
        delivery_guarantee: 'AtLeastOnce',
        on_error: 'stop',
        dlq: false,
      }
      await world.history.catalog.recordConfigSnapshot(aSnapshot({ recorded_at: second(9) }))
      const last = aSnapshot({
        recorded_at: at('2026-11-30T10:00:01.5Z'),
        faucet_version: '1.13.0',
        rows: { 'row-0': row },
      })
      await world.history.catalog.recordConfigSnapshot(last)
      const found = await world.history.catalog.lastConfigSnapshot('orders')
      expect(found && recordOf(found)).toEqual(last)
      expect(found?.text).toBe(
        '{"pipeline":"orders","recorded_at":"2026-11-30T10:00:01.5Z","faucet_version":"1.13.0","rows":{"row-0":' +
          '{"source":{"kind":"csv","config":{"path":"/in","n":1}},"sink":{"kind":"jsonl","config":{"token":"<secret:sha256:34731cc48f16>"}},' +
          '"transforms":[{"kind":"cast","config":{"fields":{}}}],"state_key":"orders::row-0","delivery_guarantee":"AtLeastOnce","on_error":"stop","dlq":false}}}',
      )
      const [stored, ...others] = await world.rows(SNAPSHOTS)
      expect(others).toEqual([])
      expect(stored).toMatchObject({
        pipeline: 'orders',
        recorded_at: '2026-11-30T10:00:01.500000000Z',
        faucet_version: '1.13.0',
      })
    },
  ],
  [
    'tells pipelines apart to the letter, and none from nothing',
    'all',
    async (world) => {
      const pipelines = ['_', 'a', 'B', 'A', 'z-1', 'z1', 'z_1', 'acme::a', 'é', 'e\u0301']
      for (const pipeline of pipelines) await world.history.catalog.recordConfigSnapshot(aSnapshot({ pipeline }))
      expect(await world.rows(SNAPSHOTS)).toHaveLength(pipelines.length)
      for (const pipeline of pipelines) {
        const found = await world.history.catalog.lastConfigSnapshot(pipeline)
        expect(found && recordOf(found).pipeline).toBe(pipeline)
      }
      expect(await world.history.catalog.lastConfigSnapshot('b')).toBeNull()
    },
  ],
  [
    'gives back a snapshot that cannot be read as it stands',
    'all',
    async (world) => {
      await world.plant(SNAPSHOTS, { pipeline: 'p', recorded_at: second(0), faucet_version: 'x', body: '{"rows":1}' })
      const found = await world.history.catalog.lastConfigSnapshot('p')
      expect(found?.text).toBe('{"rows":1}')
      expect(found?.read().ok).toBe(false)
    },
  ],
])
