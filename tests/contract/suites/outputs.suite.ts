import { expect } from 'vitest'
import { LocalOutputRecord } from '@/lib/contract/records/outputs'
import { readText, recordOf } from '@/lib/contract/stored'
import { anObservation, anOutput, anOutputRow, idOf, second } from '../../support/catalog'
import { at } from '../../support/clock'
import { expectRefused, NUL } from '../../support/refused'
import { suite, type World } from '../../support/suite'

const TABLE = 'faucet_local_outputs'
const ID = idOf('/out/a.jsonl')
const ALL = { include_deleted: false, limit: 0 }

async function outputOf(world: World, id = ID): Promise<LocalOutputRecord> {
  const row = (await world.rows(TABLE)).find((each) => each['id'] === id)
  const read = readText(LocalOutputRecord, row?.['body'] ?? '')
  if (!read.ok) throw new Error(read.reason)
  return read.record
}
const paths = async (world: World, filter: object = {}) =>
  (await world.history.outputs.list({ ...ALL, ...filter })).map((row) => row.columns['path'])

export const outputsSuite = suite('outputs', [
  [
    'notes a new file under the hash of its path',
    'all',
    async (world) => {
      await world.history.outputs.record(anObservation({ retention_days: 30, replaced: true }))
      expect(await world.rows(TABLE)).toEqual([
        {
          id: '6c69f48589b7c331',
          path: '/out/a.jsonl',
          dataset_id: 'd1',
          pipeline: 'orders',
          last_written_at: second(0),
          deleted_at: null,
          body:
            '{"id":"6c69f48589b7c331","path":"/out/a.jsonl","dataset_uri":"file:///out/a.jsonl","dataset_id":"d1","kind":"jsonl",' +
            '"pipeline":"orders","row":"row-0","run_id":"run-1","pre_existing":false,"replaced":false,"retention_days":30,' +
            `"first_written_at":"${second(0)}","last_written_at":"${second(0)}"}`,
        },
      ])
    },
  ],
  [
    'takes the latest writer for everything but when it was first opened and whose it was',
    'all',
    async (world) => {
      await world.history.outputs.record(anObservation({ pre_existing: true, retention_days: 3 }))
      await world.history.outputs.record(
        anObservation({
          dataset_uri: 'file:///other',
          dataset_id: 'd2',
          kind: 'csv',
          pipeline: 'p2',
          row: 'r2',
          run_id: 'run-2',
          observed_at: second(5),
        }),
      )
      const { retention_days: _days, ...expected } = anOutput({
        dataset_uri: 'file:///other',
        dataset_id: 'd2',
        kind: 'csv',
        pipeline: 'p2',
        row: 'r2',
        run_id: 'run-2',
        pre_existing: true,
        last_written_at: second(5),
      })
      expect(await outputOf(world)).toEqual(expected)
      const [row] = await world.rows(TABLE)
      expect(row).toMatchObject({ dataset_id: 'd2', pipeline: 'p2', last_written_at: second(5) })
    },
  ],
  [
    'widens its times to the last digit, and never narrows them',
    'all',
    async (world) => {
      const instants = [
        '2026-11-30T10:00:00.000000005Z',
        '2026-11-30T10:00:00.000000009Z',
        '2026-11-30T10:00:00.000000001Z',
        '2026-11-30T10:00:00Z',
        '2026-11-30T11:00:00.00000001+01:00',
      ]
      for (const observed_at of instants)
        await world.history.outputs.record(anObservation({ observed_at: at(observed_at) }))
      expect(await outputOf(world)).toMatchObject({
        first_written_at: '2026-11-30T10:00:00Z',
        last_written_at: '2026-11-30T11:00:00.00000001+01:00',
      })
      expect((await world.rows(TABLE))[0]?.['last_written_at']).toBe('2026-11-30T10:00:00.000000010Z')
    },
  ],
  [
    'calls a file replaced from the run on that truncated it, and only if it was there before',
    'all',
    async (world) => {
      await world.history.outputs.record(anObservation({ pre_existing: true }))
      expect(await outputOf(world)).toMatchObject({ pre_existing: true, replaced: false })
      await world.history.outputs.record(anObservation({ pre_existing: true, replaced: true }))
      await world.history.outputs.record(anObservation({ pre_existing: true, replaced: false }))
      expect(await outputOf(world)).toMatchObject({ pre_existing: true, replaced: true })
      const ours = anObservation({ path: '/out/ours' })
      await world.history.outputs.record(ours)
      await world.history.outputs.record({ ...ours, pre_existing: true, replaced: true })
      expect(await outputOf(world, idOf('/out/ours'))).toMatchObject({ pre_existing: false, replaced: false })
      await world.history.outputs.record(anObservation({ path: '/out/both', pre_existing: true, replaced: true }))
      expect(await outputOf(world, idOf('/out/both'))).toMatchObject({ pre_existing: true, replaced: true })
    },
  ],
  [
    'lets a deleted file exist again; later engines judge it anew',
    'all',
    async (world, backend) => {
      await world.history.outputs.record(anObservation())
      await world.history.outputs.markDeleted(ID, second(2), 5)
      const again = anObservation({ observed_at: second(9), pre_existing: true, replaced: true, run_id: 'run-2' })
      await world.history.outputs.record(again)
      const {
        deleted_at: _at,
        deleted_bytes: _bytes,
        ...expected
      } = anOutput({
        run_id: 'run-2',
        last_written_at: second(9),
        ...(backend.later && { pre_existing: true, replaced: true, first_written_at: second(9) }),
      })
      expect(await outputOf(world)).toEqual(expected)
      expect((await world.rows(TABLE))[0]?.['deleted_at']).toBeNull()
    },
  ],
  [
    'keeps where and which file it was only from the latest writer',
    'all',
    async (world) => {
      const file_id = { dev: 1, ino: 9007199254740993n }
      await world.history.outputs.record(anObservation({ host: 'h1', file_id }))
      expect(await outputOf(world)).toMatchObject({ host: 'h1', file_id })
      await world.history.outputs.record(anObservation())
      expect(Object.keys(await outputOf(world))).not.toEqual(expect.arrayContaining(['host']))
      expect((await outputOf(world)).file_id).toBeUndefined()
    },
  ],
  [
    'changes nothing but what the fold says: unknown members and digits stay as written',
    'all',
    async (world) => {
      const body =
        `{"future":[1.0],"id":"${ID}","path":"/out/a.jsonl","dataset_uri":"u","dataset_id":"d1","kind":"jsonl","pipeline":"p","row":"r",` +
        '"run_id":"r0","pre_existing":true,"first_written_at":"2026-11-30T09:00:00Z","last_written_at":"2026-11-30T09:00:00.5Z","tail":{"n":12345678901234567890}}'
      await world.plant(TABLE, anOutputRow({}, { body }))
      await world.history.outputs.record(anObservation())
      const [row] = await world.rows(TABLE)
      expect(row?.['body']).toBe(
        body
          .replace('"dataset_uri":"u"', '"dataset_uri":"file:///out/a.jsonl"')
          .replace('"pipeline":"p","row":"r","run_id":"r0"', '"pipeline":"orders","row":"row-0","run_id":"run-1"')
          .replace('2026-11-30T09:00:00.5Z', second(0)),
      )
      await world.history.outputs.markDeleted(ID, second(1), 18446744073709551615n)
      expect((await world.rows(TABLE))[0]?.['body']).toContain(
        `"last_written_at":"${second(0)}","tail":{"n":12345678901234567890},"deleted_at":"${second(1)}","deleted_bytes":18446744073709551615}`,
      )
    },
  ],
  [
    'lists the last written first, then by path in code-unit order',
    'all',
    async (world) => {
      const names = ['_', 'a', 'B', 'z-1', 'z1', 'z_1']
      for (const path of names) await world.plant(TABLE, anOutputRow({ id: idOf(path), path }))
      await world.plant(TABLE, anOutputRow({ id: 'n', path: 'newest', last_written_at: second(5) }))
      const sorted = ['newest', ...[...names].sort()]
      expect(await paths(world)).toEqual(sorted)
      for (const limit of [1, 2, 3, 6, 7, 50]) expect(await paths(world, { limit })).toEqual(sorted.slice(0, limit))
    },
  ],
  [
    'filters by dataset and pipeline, and hides what was deleted unless asked',
    'all',
    async (world) => {
      await world.plant(TABLE, anOutputRow({ id: '1', path: '1', dataset_id: 'd1', pipeline: 'p' }))
      await world.plant(TABLE, anOutputRow({ id: '2', path: '2', dataset_id: 'd2', pipeline: 'p' }))
      await world.plant(
        TABLE,
        anOutputRow({ id: '3', path: '3', dataset_id: 'd1', pipeline: 'P', deleted_at: second(1) }),
      )
      expect(await paths(world)).toEqual(['1', '2'])
      expect(await paths(world, { dataset_id: 'd1' })).toEqual(['1'])
      expect(await paths(world, { dataset_id: 'd1', include_deleted: true })).toEqual(['1', '3'])
      expect(await paths(world, { pipeline: 'P', include_deleted: true })).toEqual(['3'])
      expect(await paths(world, { pipeline: 'p', dataset_id: 'd2', limit: 1 })).toEqual(['2'])
      expect(await paths(world, { dataset_id: '%' })).toEqual([])
    },
  ],
  [
    'lets the body have the last word where it disagrees with the columns',
    'all',
    async (world) => {
      await world.plant(TABLE, anOutputRow({ id: '1', path: '1', deleted_at: second(1) }, { deleted_at: null }))
      await world.plant(TABLE, anOutputRow({ id: '2', path: '2', pipeline: 'q' }, { pipeline: 'p' }))
      await world.plant(TABLE, anOutputRow({ id: '3', path: '3', pipeline: 'p' }))
      expect(await paths(world, { pipeline: 'p' })).toEqual(['3'])
      expect(await paths(world)).toEqual(['2', '3'])
    },
  ],
  [
    'keeps a record that cannot be read in its place, and never overwrites it',
    'all',
    async (world) => {
      await world.plant(TABLE, anOutputRow({ id: '1', path: '1' }))
      await world.plant(TABLE, anOutputRow({ id: ID, path: '2' }, { body: '{"id":7}' }))
      await world.plant(TABLE, anOutputRow({ id: '3', path: '3' }))
      expect(await paths(world, { pipeline: 'orders' })).toEqual(['1', '2', '3'])
      expect((await world.history.outputs.get(ID))?.read().ok).toBe(false)
      await expect(world.history.outputs.record(anObservation())).rejects.toMatchObject({ kind: 'unreadable' })
      await expect(world.history.outputs.markDeleted(ID, second(1), 1)).rejects.toMatchObject({ kind: 'unreadable' })
      expect((await world.history.outputs.get(ID))?.text).toBe('{"id":7}')
    },
  ],
  [
    'gets one record, deleted or not, and nothing for an unknown id',
    'all',
    async (world) => {
      await world.history.outputs.record(anObservation())
      await world.history.outputs.markDeleted(ID, second(1), 5)
      const row = await world.history.outputs.get(ID)
      expect(row && recordOf(row)).toEqual(anOutput({ deleted_at: second(1), deleted_bytes: 5 }))
      expect(await world.history.outputs.get('none')).toBeNull()
    },
  ],
  [
    'marks a record deleted, in body and column, the last mark wins',
    'all',
    async (world) => {
      expect(await world.history.outputs.markDeleted(ID, second(1), 5)).toBe(false)
      expect(await world.rows(TABLE)).toEqual([])
      await world.history.outputs.record(anObservation())
      expect(await world.history.outputs.markDeleted(ID, at('2026-11-30T10:00:01Z'), 5)).toBe(true)
      expect((await world.rows(TABLE))[0]?.['deleted_at']).toBe('2026-11-30T10:00:01.000000000Z')
      expect(await world.history.outputs.markDeleted(ID, at('2026-11-30T10:00:02.5Z'), 6)).toBe(true)
      expect(await outputOf(world)).toMatchObject({ deleted_at: '2026-11-30T10:00:02.5Z', deleted_bytes: 6 })
      const [row] = await world.rows(TABLE)
      expect([row?.['deleted_at'], row?.['last_written_at']].map((text) => text?.length)).toEqual([30, 30])
    },
  ],
  [
    'refuses what an engine could not read',
    'all',
    async (world) => {
      const { outputs } = world.history
      await outputs.record(anObservation())
      await expectRefused(
        () => outputs.record(anObservation({ path: NUL })),
        () => outputs.record(anObservation({ retention_days: 1.5 })),
        () => outputs.markDeleted(ID, second(1), -1),
        () => outputs.markDeleted(NUL, second(1), 1),
        () => outputs.get(NUL),
        () => outputs.list({ ...ALL, dataset_id: NUL }),
        () => outputs.list({ ...ALL, pipeline: NUL }),
      )
      expect(await outputOf(world)).toEqual(anOutput())
    },
  ],
  [
    'loses no write when two instances note the same file at once',
    'clustered',
    async (world) => {
      const peer = await world.peer('instance-b')
      await Promise.all([
        world.history.outputs.record(anObservation({ observed_at: second(1) })),
        peer.outputs.record(anObservation({ observed_at: second(9) })),
        peer.outputs.record(anObservation({ observed_at: second(0), pre_existing: false })),
      ])
      expect(await outputOf(world)).toMatchObject({ first_written_at: second(0), last_written_at: second(9) })
      expect(await world.rows(TABLE)).toHaveLength(1)
    },
  ],
  [
    'is left alone by the purge of runs',
    'all',
    async (world) => {
      await world.history.outputs.record(anObservation())
      await world.history.outputs.markDeleted(ID, second(1), 5)
      const before = await world.rows(TABLE)
      world.advance(10 * 365 * 86_400_000)
      await world.history.runs.purgeExpired(0)
      expect(await world.rows(TABLE)).toEqual(before)
    },
  ],
])
