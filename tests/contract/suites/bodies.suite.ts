import { expect } from 'vitest'
import { parseJson } from '@/lib/contract/json'
import { recordOf } from '@/lib/contract/stored'
import { BROKEN_BODIES, ENGINE_BODIES, withStatus } from '../../support/bodies'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'
import { aRunRow, aShardRow, rowOf } from '../../support/rows'
import { type Row, suite, type World } from '../../support/suite'

const LAPSED = { owner: 'dead', lease_expires_at: '2026-11-30T11:59:59.000000000Z' }
const END = at('2026-11-30T12:00:00.25Z')

const plant = (world: World, run_id: string, status: string, body: string, columns: Row = {}) =>
  world.plant('faucet_serve_runs', aRunRow({ run_id }, { status, body: withStatus(body, status), ...columns }))
const textOf = async (world: World, run_id: string) => (await rowOf(world, run_id))['body'] ?? ''
const all = Object.entries(ENGINE_BODIES)

/** The text with these members, spelled as printed, in place of those: each must be there exactly once at its depth. */
function swap(text: string, ...members: [string, string][]): string {
  return members.reduce((body, [from, to]) => {
    expect(body, `holds ${from}`).toContain(from)
    return body.replace(from, () => to)
  }, text)
}
const member = (text: string, name: string): string =>
  new RegExp(`,("${name}":(?:"[^"]*"|[^,}]*))`).exec(text)?.[1] ?? ''

export const bodiesSuite = suite('bodies', [
  [
    'reads what any engine generation wrote, and gives it out byte for byte',
    'all',
    async (world) => {
      for (const [generation, body] of all) await plant(world, generation, 'completed', body)
      for (const row of (await world.history.runs.list({ status: [], limit: 50 })).rows) {
        const generation = row.columns['run_id'] as keyof typeof ENGINE_BODIES
        expect(row.text).toBe(withStatus(ENGINE_BODIES[generation], 'completed'))
        expect(row.read()).toMatchObject({ ok: true })
      }
      const one = await world.history.runs.get('1.13')
      expect(one && recordOf(one)).toMatchObject({
        records_written: 18446744073709551615n,
        timeout_secs: 9007199254740993n,
      })
    },
  ],
  [
    'loses nothing of a record that is read and written back',
    'all',
    async (world) => {
      for (const [generation, body] of all) {
        await plant(world, generation, 'running', body)
        const row = await world.history.runs.get(generation)
        if (row === null) throw new Error('gone')
        await world.history.runs.upsert({ ...recordOf(row), run_id: generation, status: 'failed' })
        const written = await textOf(world, generation)
        // The oldest bodies lack a member that is always printed now.
        const whole = body.replace('"records_written":40,"error"', '"records_written":40,"duration_ms":0,"error"')
        const expected = parseJson(withStatus(whole, 'failed')) as object
        expect(parseJson(written)).toEqual({ ...expected, run_id: generation })
      }
    },
  ],
  [
    'claims and hands back without touching another byte',
    'clustered',
    async (world) => {
      for (const [generation, body] of all) await plant(world, generation, 'pending', body)
      const claimed = await world.history.leases.claimPending(9)
      expect(claimed).toHaveLength(all.length)
      for (const [generation, body] of all) expect(await textOf(world, generation)).toBe(withStatus(body, 'running'))
      for (const run of claimed) expect(run).toMatchObject({ run_id: 'r', status: 'running' })
      world.advance(60_000)
      expect(await world.history.leases.reclaimOrphans(3)).toEqual({ requeued: all.length, failed: 0 })
      for (const [generation, body] of all) {
        expect(await textOf(world, generation)).toBe(swap(withStatus(body, 'pending'), ['"attempt":0', '"attempt":1']))
      }
    },
  ],
  [
    'fails lost runs without touching another byte',
    'clustered',
    async (world) => {
      for (const [generation, body] of all) {
        await plant(world, `orphan ${generation}`, 'queued', body, LAPSED)
        await plant(world, `poison ${generation}`, 'running', body, LAPSED)
      }
      expect(await world.history.leases.reclaimOrphans(0)).toEqual({ requeued: 0, failed: all.length })
      expect(await world.history.leases.recoverOrphans()).toBe(all.length)
      for (const [generation, body] of all) {
        for (const kind of ['orphan', 'poison']) {
          const text = await textOf(world, `${kind} ${generation}`)
          const error =
            kind === 'orphan'
              ? "owning serve instance's lease expired before the run finished"
              : "run reclaimed 1 times after its owning instance's lease expired; giving up (poison run)"
          const expected = swap(
            withStatus(body, 'failed'),
            ['"finished_at":null', member(text, 'finished_at')],
            ['"elapsed_secs":null', member(text, 'elapsed_secs')],
            ['],"error":null', `],"error":${JSON.stringify(error)}`],
          )
          expect(text).toBe(kind === 'orphan' ? expected : swap(expected, ['"attempt":0', '"attempt":1']))
        }
      }
    },
  ],
  [
    'cancels and ends without touching another byte',
    'all',
    async (world) => {
      for (const [generation, body] of all) {
        await plant(world, `pending ${generation}`, 'pending', body)
        await plant(world, `sharded ${generation}`, 'sharded', body)
        expect(await world.history.leases.cancelPending(`pending ${generation}`)).toBe(true)
        expect(
          await world.history.leases.finalizeShardedParent(`sharded ${generation}`, 'failed', END, '1/2 "x"'),
        ).toBe(true)
        const cancelled = await textOf(world, `pending ${generation}`)
        expect(cancelled).toBe(
          swap(withStatus(body, 'cancelled'), ['"finished_at":null', member(cancelled, 'finished_at')]),
        )
        expect(await textOf(world, `sharded ${generation}`)).toBe(
          swap(
            withStatus(body, 'failed'),
            ['"finished_at":null', `"finished_at":"${END}"`],
            ['],"error":null', '],"error":"1/2 \\"x\\""'],
          ),
        )
      }
    },
  ],
  [
    'ends a parent through its shards without touching another byte',
    'clustered',
    async (world) => {
      for (const [generation, body] of all) {
        await plant(world, generation, 'sharded', body)
        await world.plant('faucet_serve_shards', aShardRow({ run_id: generation, status: 'failed' }))
      }
      expect(await world.history.shards.finalizeCompletedParents()).toBe(all.length)
      for (const [generation, body] of all) {
        const text = await textOf(world, generation)
        expect(text).toBe(
          swap(
            withStatus(body, 'failed'),
            ['"finished_at":null', member(text, 'finished_at')],
            ['],"error":null', '],"error":"1/1 shard(s) failed"'],
          ),
        )
      }
    },
  ],
  [
    'puts a member that an old body lacks where engines print it',
    'clustered',
    async (world) => {
      const old =
        '{"run_id":"r","labels":{},"status":"STATUS","submitted_at":"2026-11-30T10:00:00Z","records_written":0,"invocations":[]}'
      await plant(world, 'r', 'running', old, LAPSED)
      await world.history.leases.reclaimOrphans(0)
      const text = await textOf(world, 'r')
      expect(text).toBe(
        `{"run_id":"r","labels":{},"status":"failed","submitted_at":"2026-11-30T10:00:00Z",${member(text, 'finished_at')},` +
          `"records_written":0,"invocations":[],${member(text, 'error')},"attempt":1}`,
      )
    },
  ],
  [
    'shows what nobody can read in its place, with a reason, and never fails a list',
    'all',
    async (world) => {
      for (const [wrong, body] of Object.entries(BROKEN_BODIES)) await plant(world, wrong, 'completed', body)
      const { rows } = await world.history.runs.list({ status: ['completed'], limit: 50 })
      expect(rows).toHaveLength(Object.keys(BROKEN_BODIES).length)
      for (const row of rows) {
        expect(row.read(), row.columns['run_id'] ?? '').toEqual({
          ok: false,
          reason: expect.stringMatching(/^the body .{8,200}$/),
        })
        expect(() => recordOf(row)).toThrow(expect.objectContaining({ kind: 'unreadable' }))
      }
    },
  ],
  [
    'never rewrites what it cannot read, and is not held up by it',
    'clustered',
    async (world) => {
      for (const [wrong, body] of Object.entries(BROKEN_BODIES)) {
        await plant(world, `pending ${wrong}`, 'pending', body)
        await plant(world, `running ${wrong}`, 'running', body, LAPSED)
        await plant(world, `sharded ${wrong}`, 'sharded', body)
      }
      const before = await world.rows('faucet_serve_runs')
      expect(await world.history.leases.claimPending(100)).toEqual([])
      expect(await world.history.leases.reclaimOrphans(3)).toEqual({ requeued: 0, failed: 0 })
      expect(await world.history.leases.recoverOrphans()).toBe(0)
      for (const wrong of Object.keys(BROKEN_BODIES)) {
        await expect(world.history.leases.cancelPending(`pending ${wrong}`)).rejects.toMatchObject({
          kind: 'unreadable',
        })
        await expect(
          world.history.leases.finalizeShardedParent(`sharded ${wrong}`, 'failed', END, null),
        ).rejects.toMatchObject({ kind: 'unreadable' })
      }
      expect(await world.rows('faucet_serve_runs')).toEqual(before)
    },
  ],
  [
    'keeps a word that only a later engine knows, and will not write it',
    'all',
    async (world) => {
      await plant(world, 'r', 'hibernating', ENGINE_BODIES['1.17'])
      const row = await world.history.runs.get('r')
      if (row === null) throw new Error('gone')
      expect(recordOf(row).status).toBe('hibernating')
      await expect(world.history.runs.upsert(recordOf(row))).rejects.toMatchObject({ kind: 'refused' })
      expect(await textOf(world, 'r')).toBe(withStatus(ENGINE_BODIES['1.17'], 'hibernating'))
    },
  ],
  [
    'refuses members that a strict type does not know, and keeps them when it only reads',
    'all',
    async (world) => {
      const body = ENGINE_BODIES['1.13'].replace('"on":["failed"]', '"on":["failed"],"retries":3')
      await plant(world, 'r', 'pending', body)
      const row = await world.history.runs.get('r')
      if (row === null) throw new Error('gone')
      expect(recordOf(row).callback).toMatchObject({ retries: 3 })
      await expect(world.history.runs.upsert(recordOf(row))).rejects.toMatchObject({ kind: 'refused' })
      await expect(world.history.leases.cancelPending('r')).rejects.toMatchObject({ kind: 'refused' })
      expect(await world.history.leases.claimPending(1)).toEqual([])
      expect(await textOf(world, 'r')).toBe(withStatus(body, 'pending'))
    },
  ],
  [
    'writes half a surrogate pair as a replacement character, since engines could not read it',
    'all',
    async (world) => {
      await world.history.runs.upsert(
        aRun({ run_id: 'r', name: 'a\ud83d', labels: { x: '\ude00 \ud83d\ude00' }, error: '\\ud800' }),
      )
      const text = await textOf(world, 'r')
      expect(text).toContain('"name":"a\\ufffd"')
      expect(text).toContain('"x":"\\ufffd \ud83d\ude00"')
      expect(text).toContain('"error":"\\\\ud800"')
      expect((await world.history.runs.get('r'))?.read()).toMatchObject({ ok: true, record: { name: 'a\ufffd' } })
    },
  ],
  [
    'takes bodies of five megabytes, whole',
    'all',
    async (world) => {
      const config = `# ${'é'.repeat(1_250_000)}${'\\"'.repeat(1_250_000)}`
      const body = ENGINE_BODIES['1.13'].replace('version: 1', () => config.replaceAll('\\"', '\\"'))
      expect(body.length).toBeGreaterThan(3_700_000)
      await plant(world, 'r', 'pending', body)
      expect(await world.history.leases.cancelPending('r')).toBe(true)
      const text = await textOf(world, 'r')
      expect(text.length).toBeGreaterThan(body.length)
      expect(text).toBe(swap(withStatus(body, 'cancelled'), ['"finished_at":null', member(text, 'finished_at')]))
    },
  ],
])
