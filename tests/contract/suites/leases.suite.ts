import { expect } from 'vitest'
import { shift } from '@/lib/contract/clock'
import type { InstanceHeartbeat } from '@/lib/contract/records/leases'
import { RUN_STATUSES, type RunRecord, TERMINAL_STATUSES } from '@/lib/contract/records/runs'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'
import { aRunRow, aShardRow, rowOf, shardOf } from '../../support/rows'
import { type Row, suite, type World } from '../../support/suite'

const OWNED = { owner: 'instance-a', lease_expires_at: '2026-11-30T13:00:00.000000000Z' }
const LAPSED = { owner: 'dead', lease_expires_at: '2026-11-30T11:59:59.999999999Z' }
const FLAG = '2026-11-30T11:30:00.000000000Z'
const TIMES = Array.from({ length: 8 }, (_, n) => at(`2026-11-30T10:00:0${n}Z`))
const others = (...kept: string[]) => RUN_STATUSES.filter((status) => !kept.includes(status))

const plant = (world: World, run: Partial<RunRecord>, columns: Row = {}) =>
  world.plant('faucet_serve_runs', aRunRow(run, columns))
const addPending = async (world: World, count: number) => {
  for (let n = 0; n < count; n++) await plant(world, { run_id: `r${n}`, status: 'pending', submitted_at: TIMES[n] })
}
const ids = (runs: readonly { run_id: string }[]) => runs.map((run) => run.run_id)
const bodyOf = async (world: World, runId: string): Promise<Record<string, unknown>> =>
  JSON.parse((await rowOf(world, runId))['body'] ?? 'null')

/** The stored row with what changed replaced: everything else must be as it was, to the byte. */
const swapped = (before: Row, columns: Row, ...body: [string, string][]): Row => ({
  ...before,
  ...columns,
  body: body.reduce((text, [from, to]) => text.replace(from, to), before['body'] ?? ''),
})

export const leasesSuite = suite('leases', [
  [
    'claims the oldest first, with a fresh lease, in columns and body alike',
    'clustered',
    async (world) => {
      for (const [n, run_id] of ['b', 'a', 'c'].entries()) {
        await plant(world, { run_id, status: 'pending', submitted_at: TIMES[2 - n] })
      }
      const before = await rowOf(world, 'c')
      const claimed = await world.history.leases.claimPending(2)
      expect(ids(claimed)).toEqual(['c', 'a'])
      expect(claimed[0]?.status).toBe('running')
      const row = await rowOf(world, 'c')
      const lease = row['lease_expires_at'] ?? ''
      expect(row).toEqual(
        swapped(before, { status: 'running', owner: 'instance-a', lease_expires_at: lease }, [
          '"pending"',
          '"running"',
        ]),
      )
      expect(lease).toHaveLength(30)
      expect(lease > shift(world.now(), 29_000) && lease < shift(world.now(), 31_000)).toBe(true)
      expect((await rowOf(world, 'b'))['status']).toBe('pending')
    },
  ],
  [
    'gives each pending run to exactly one claimant',
    'clustered',
    async (world) => {
      await addPending(world, 8)
      const peer = await world.peer('instance-b')
      const shares = await Promise.all([
        world.history.leases.claimPending(5),
        peer.leases.claimPending(5),
        world.history.leases.claimPending(5),
      ])
      expect(ids(shares.flat()).sort()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'])
      for (const run of shares[1] ?? []) expect((await rowOf(world, run.run_id))['owner']).toBe('instance-b')
    },
  ],
  [
    'claims only pending rows, whoever owned them and whatever lease or cancel request they carry',
    'clustered',
    async (world) => {
      for (const status of others('pending')) await plant(world, { run_id: status, status }, LAPSED)
      await plant(world, { run_id: 'r', status: 'pending' }, { ...OWNED, owner: 'submitter', cancel_requested: FLAG })
      expect(ids(await world.history.leases.claimPending(20))).toEqual(['r'])
      expect(await rowOf(world, 'r')).toMatchObject({ owner: 'instance-a', cancel_requested: FLAG })
      expect(await world.history.leases.claimPending(20)).toEqual([])
    },
  ],
  [
    'claims nothing with a limit of nothing',
    'clustered',
    async (world) => {
      await addPending(world, 1)
      expect(await world.history.leases.claimPending(0)).toEqual([])
      expect((await rowOf(world, 'r0'))['status']).toBe('pending')
    },
  ],
  [
    'passes over a row at the head of the queue that nobody can read: it stays pending and uses up no limit',
    'clustered',
    async (world) => {
      const readable = aRunRow({ run_id: 'x', status: 'pending' })['body'] ?? ''
      const broken: Record<string, string> = {
        'not json': '{"run_id":',
        'wrong shape': readable.replace('"records_written":0', '"records_written":"many"'),
        'float for integer': readable.replace('"records_written":0', '"records_written":10.0'),
        'half a pair': readable.replace('"name":null', '"name":"\\ud800"'),
        'unknown word': readable.replace('"status":"pending"', '"status":"paused"'),
        'unknown word below': readable.replace(
          '"attempt":0',
          '"attempt":0,"selection":{"select":[],"only":[],"skip":[],"tags":[],"status":["retired"],"include_parents":null}',
        ),
        'unknown member of a strict type': readable.replace(
          '"attempt":0',
          '"attempt":0,"callback":{"url":"https://x/","method":"POST","secret":"s"}',
        ),
      }
      for (const [name, body] of Object.entries(broken)) {
        await plant(world, { run_id: name, submitted_at: TIMES[0] }, { status: 'pending', body })
      }
      for (let n = 0; n < 30; n++) {
        await plant(world, { run_id: `broken ${n}`, submitted_at: TIMES[1] }, { status: 'pending', body: 'null' })
      }
      await plant(world, { run_id: 'good', status: 'pending', submitted_at: TIMES[2] })
      expect(ids(await world.history.leases.claimPending(1))).toEqual(['good'])
      expect(await world.history.leases.claimPending(1)).toEqual([])
      for (const [name, body] of Object.entries(broken)) {
        expect(await rowOf(world, name)).toMatchObject({ status: 'pending', owner: null, body })
      }
    },
  ],
  [
    'claims only pools it serves, where runs have pools',
    'clustered',
    async (world, { later }) => {
      for (const [n, pool] of [null, 'default', 'gpu', 'cpu'].entries()) {
        await plant(world, { run_id: `r${n}`, status: 'pending', submitted_at: TIMES[n] }, later ? { pool } : {})
      }
      if (!later) {
        expect(ids(await world.history.leases.claimPending(9))).toEqual(['r0', 'r1', 'r2', 'r3'])
        return
      }
      expect(ids(await world.history.leases.claimPending(9))).toEqual(['r0', 'r1'])
      expect(ids(await world.history.leases.claimPending(9, ['gpu', 'default']))).toEqual(['r2'])
    },
  ],
  [
    'claims nothing, ever',
    'single',
    async (world) => {
      await addPending(world, 1)
      await plant(world, { run_id: 'lost', status: 'running' }, LAPSED)
      const { leases } = world.history
      expect(await leases.claimPending(8)).toEqual([])
      expect(await leases.recoverOrphans()).toBe(0)
      expect(await leases.renew()).toBe(0)
      expect(await leases.reclaimOrphans(3)).toEqual({ requeued: 0, failed: 0 })
      await leases.requestCancel('lost')
      expect(await leases.pendingCancellations()).toEqual([])
      await leases.heartbeat(aBeat(world))
      expect(await leases.liveInstances(60_000)).toEqual([])
      expect((await rowOf(world, 'r0'))['status']).toBe('pending')
      expect(await rowOf(world, 'lost')).toMatchObject({ status: 'running', cancel_requested: null, ...LAPSED })
    },
  ],
  [
    'renews the leases of its own queued and running runs, and no other',
    'clustered',
    async (world) => {
      for (const status of RUN_STATUSES) await plant(world, { run_id: status, status }, OWNED)
      await plant(world, { run_id: 'foreign', status: 'running' }, { ...OWNED, owner: 'instance-b' })
      expect(await world.history.leases.renew()).toBe(2)
      const fresh = (await world.rows('faucet_serve_runs'))
        .filter((row) => row['lease_expires_at'] !== OWNED.lease_expires_at)
        .map((row) => row['run_id'])
      expect(fresh.sort()).toEqual(['queued', 'running'])
      expect((await rowOf(world, 'running'))['lease_expires_at']).toHaveLength(30)
    },
  ],
  [
    'fails queued and running runs whose lease expired, in columns and body alike',
    'clustered',
    async (world) => {
      const started = at('2026-11-30T11:59:50.5Z')
      await plant(world, { run_id: 'r', status: 'running', started_at: started }, { ...LAPSED, cancel_requested: FLAG })
      const before = await rowOf(world, 'r')
      expect(await world.history.leases.recoverOrphans()).toBe(1)
      const row = await rowOf(world, 'r')
      const body = await bodyOf(world, 'r')
      expect(row).toMatchObject({ status: 'failed', owner: 'instance-a', cancel_requested: FLAG })
      expect(row['finished_at']).toHaveLength(30)
      expect((row['lease_expires_at'] ?? '') > world.now()).toBe(true)
      expect(row['finished_at']?.startsWith(String(body['finished_at']).slice(0, -1))).toBe(true)
      expect(body['elapsed_secs']).toBeCloseTo(9.5, 3)
      expect(row).toEqual(
        swapped(
          before,
          {
            status: 'failed',
            finished_at: row['finished_at'] ?? null,
            owner: 'instance-a',
            lease_expires_at: row['lease_expires_at'] ?? null,
          },
          ['"running"', '"failed"'],
          ['"finished_at":null', `"finished_at":${JSON.stringify(body['finished_at'])}`],
          ['"elapsed_secs":null', `"elapsed_secs":${body['elapsed_secs']}`],
          ['"error":null', `"error":"owning serve instance's lease expired before the run finished"`],
        ),
      )
    },
  ],
  [
    'recovers exactly what is queued or running with no lease or a past one',
    'clustered',
    async (world) => {
      for (const status of RUN_STATUSES) {
        await plant(world, { run_id: `${status} past`, status }, LAPSED)
        await plant(world, { run_id: `${status} none`, status }, { owner: 'dead' })
        await plant(world, { run_id: `${status} alive`, status }, OWNED)
      }
      await plant(world, { run_id: 'unreadable' }, { ...LAPSED, status: 'running', body: '{}' })
      expect(await world.history.leases.recoverOrphans()).toBe(4)
      const failed = (await world.rows('faucet_serve_runs')).filter(
        (row) => row['owner'] === 'instance-a' && row['lease_expires_at'] !== OWNED.lease_expires_at,
      )
      expect(failed.map((row) => row['run_id']).sort()).toEqual([
        'queued none',
        'queued past',
        'running none',
        'running past',
      ])
      expect(await rowOf(world, 'unreadable')).toMatchObject({ status: 'running', owner: 'dead' })
    },
  ],
  [
    'leaves elapsed seconds alone where they stand or cannot be told',
    'clustered',
    async (world) => {
      await plant(world, { run_id: 'known', status: 'running', elapsed_secs: 3, started_at: TIMES[0] }, LAPSED)
      await plant(world, { run_id: 'ahead', status: 'running', started_at: at('2027-01-01T00:00:00Z') }, LAPSED)
      await plant(world, { run_id: 'never', status: 'running' }, LAPSED)
      expect(await world.history.leases.recoverOrphans()).toBe(3)
      expect((await rowOf(world, 'known'))['body']).toContain('"elapsed_secs":3.0')
      expect((await rowOf(world, 'ahead'))['body']).toContain('"elapsed_secs":null')
      expect((await rowOf(world, 'never'))['body']).toContain('"elapsed_secs":null')
    },
  ],
  [
    'lets only one of two racing sweeps recover a run',
    'clustered',
    async (world) => {
      for (let n = 0; n < 6; n++) await plant(world, { run_id: `r${n}`, status: 'running' }, LAPSED)
      const peer = await world.peer('instance-b')
      const [a, b] = await Promise.all([world.history.leases.recoverOrphans(), peer.leases.recoverOrphans()])
      expect(a + b).toBe(6)
    },
  ],
  [
    'requeues a lost run with one attempt more, without owner or lease, and keeps its cancel request',
    'clustered',
    async (world) => {
      await plant(
        world,
        { run_id: 'r', status: 'running', attempt: 1, started_at: TIMES[0] },
        { ...LAPSED, cancel_requested: FLAG },
      )
      const before = await rowOf(world, 'r')
      expect(await world.history.leases.reclaimOrphans(2)).toEqual({ requeued: 1, failed: 0 })
      expect(await rowOf(world, 'r')).toEqual(
        swapped(
          before,
          { status: 'pending', owner: null, lease_expires_at: null },
          ['"running"', '"pending"'],
          ['"attempt":1', '"attempt":2'],
        ),
      )
    },
  ],
  [
    'fails a run that has had its attempts, and leaves its lapsed lease',
    'clustered',
    async (world) => {
      await plant(
        world,
        { run_id: 'r', status: 'running', attempt: 2, started_at: at('2026-11-30T11:59:58Z') },
        { ...LAPSED, cancel_requested: FLAG },
      )
      expect(await world.history.leases.reclaimOrphans(2)).toEqual({ requeued: 0, failed: 1 })
      const row = await rowOf(world, 'r')
      expect(row).toMatchObject({
        status: 'failed',
        owner: null,
        lease_expires_at: LAPSED.lease_expires_at,
        cancel_requested: FLAG,
      })
      expect(row['finished_at']).toHaveLength(30)
      expect(await bodyOf(world, 'r')).toMatchObject({
        status: 'failed',
        attempt: 3,
        error: "run reclaimed 3 times after its owning instance's lease expired; giving up (poison run)",
        elapsed_secs: expect.closeTo(2, 3),
      })
    },
  ],
  [
    'reclaims running rows only, only with an expired lease, and passes over what it cannot read',
    'clustered',
    async (world) => {
      for (const status of RUN_STATUSES) await plant(world, { run_id: status, status }, LAPSED)
      await plant(world, { run_id: 'none', status: 'running' }, { owner: 'dead' })
      await plant(world, { run_id: 'alive', status: 'running' }, OWNED)
      await plant(world, { run_id: 'broken' }, { ...LAPSED, status: 'running', body: 'x' })
      expect(await world.history.leases.reclaimOrphans(3)).toEqual({ requeued: 2, failed: 0 })
      const row = async (id: string) => (await rowOf(world, id))['status']
      expect(await row('running')).toBe('pending')
      expect(await row('none')).toBe('pending')
      expect(await row('alive')).toBe('running')
      expect(await row('broken')).toBe('running')
      for (const status of others('running')) expect(await row(status)).toBe(status)
    },
  ],
  [
    'reclaims each lost run once, however many sweep at a time and however many there are',
    'clustered',
    async (world) => {
      for (let n = 0; n < 120; n++) await plant(world, { run_id: `r${n}`, status: 'running' }, LAPSED)
      const peer = await world.peer('instance-b')
      const reports = await Promise.all([world.history.leases.reclaimOrphans(3), peer.leases.reclaimOrphans(3)])
      expect(reports.reduce((sum, report) => sum + report.requeued, 0)).toBe(120)
      for (const row of await world.rows('faucet_serve_runs')) expect(row['body']).toContain('"attempt":1')
    },
  ],
  [
    'a lease that runs out this very instant still holds',
    'clustered',
    async (world) => {
      world.clock.freeze()
      await plant(world, { run_id: 'r', status: 'running' }, { owner: 'b', lease_expires_at: world.now() })
      expect(await world.history.leases.reclaimOrphans(3)).toEqual({ requeued: 0, failed: 0 })
      world.advance(1)
      expect(await world.history.leases.reclaimOrphans(3)).toEqual({ requeued: 1, failed: 0 })
    },
  ],
  [
    'a renewed lease is not reclaimed, and one that is not renewed is',
    'clustered',
    async (world) => {
      await addPending(world, 1)
      const peer = await world.peer('instance-b')
      await world.history.leases.claimPending(1)
      world.advance(20_000)
      expect(await world.history.leases.renew()).toBe(1)
      world.advance(20_000)
      expect(await peer.leases.reclaimOrphans(3)).toEqual({ requeued: 0, failed: 0 })
      world.advance(20_000)
      expect(await peer.leases.reclaimOrphans(3)).toEqual({ requeued: 1, failed: 0 })
      expect(await world.history.leases.renew()).toBe(0)
    },
  ],
  [
    'finalizes only what it owns and what has not ended',
    'clustered',
    async (world) => {
      for (const status of TERMINAL_STATUSES) await plant(world, { run_id: status, status }, OWNED)
      await plant(world, { run_id: 'foreign', status: 'running' }, { ...OWNED, owner: 'instance-b' })
      await plant(world, { run_id: 'nobody', status: 'running' })
      for (const run_id of [...TERMINAL_STATUSES, 'foreign', 'nobody', 'missing']) {
        const before = await rowOf(world, run_id)
        expect(await world.history.leases.finalizeOwned(aRun({ run_id, status: 'failed', error: 'late' }))).toBe(false)
        expect(await rowOf(world, run_id)).toEqual(before)
      }
    },
  ],
  [
    'writes status, finish time, lease and body of a run it finalizes, and nothing else',
    'clustered',
    async (world) => {
      const run = aRun({ run_id: 'r', name: 'before', status: 'running', idempotency_key: 'k' })
      await plant(world, run, { ...OWNED, cancel_requested: FLAG })
      const before = await rowOf(world, 'r')
      const done = {
        ...run,
        name: 'after',
        idempotency_key: null,
        status: 'completed',
        finished_at: at('2026-11-30T12:00:00.5Z'),
        submitted_at: TIMES[0] ?? run.submitted_at,
      }
      expect(await world.history.leases.finalizeOwned(done)).toBe(true)
      const row = await rowOf(world, 'r')
      expect(row).toEqual({
        ...before,
        status: 'completed',
        finished_at: '2026-11-30T12:00:00.500000000Z',
        lease_expires_at: row['lease_expires_at'],
        body: row['body'],
      })
      expect((row['lease_expires_at'] ?? '') < OWNED.lease_expires_at).toBe(true)
      expect(await bodyOf(world, 'r')).toMatchObject({
        status: 'completed',
        name: 'after',
        finished_at: '2026-11-30T12:00:00.5Z',
      })
      expect(await world.history.leases.finalizeOwned({ ...done, status: 'failed' })).toBe(false)
    },
  ],
  [
    'stamps the finish of a run that ends without one, in body and column',
    'all',
    async (world) => {
      const run = aRun({ run_id: 'r', status: 'running' })
      await plant(world, run, OWNED)
      expect(await world.history.leases.finalizeOwned({ ...run, status: 'cancelled' })).toBe(true)
      const row = await rowOf(world, 'r')
      expect(row['finished_at']).toHaveLength(30)
      expect(row['finished_at']?.startsWith(String((await bodyOf(world, 'r'))['finished_at']).slice(0, -1))).toBe(true)
    },
  ],
  [
    'writes whatever it finalizes and says true',
    'single',
    async (world) => {
      await plant(world, { run_id: 'r', status: 'completed' }, { owner: 'somebody' })
      expect(await world.history.leases.finalizeOwned(aRun({ run_id: 'r', status: 'failed' }))).toBe(true)
      expect((await rowOf(world, 'r'))['status']).toBe('failed')
    },
  ],
  [
    'refuses to finalize with a body that an engine could not decode',
    'all',
    async (world) => {
      const run = aRun({ run_id: 'r', status: 'running' })
      await plant(world, run, OWNED)
      for (const status of ['paused', 'COMPLETED']) {
        await expect(world.history.leases.finalizeOwned({ ...run, status })).rejects.toMatchObject({ kind: 'refused' })
      }
      expect((await rowOf(world, 'r'))['status']).toBe('running')
    },
  ],
  [
    'ends a sharded parent once, keeps its owner and lease, and overwrites its error even with none',
    'all',
    async (world) => {
      await plant(world, { run_id: 'r', status: 'sharded', error: 'earlier' }, { ...LAPSED, cancel_requested: FLAG })
      const before = await rowOf(world, 'r')
      const end = at('2026-11-30T12:00:00.25Z')
      expect(await world.history.leases.finalizeShardedParent('r', 'completed', end, null)).toBe(true)
      expect(await rowOf(world, 'r')).toEqual(
        swapped(
          before,
          { status: 'completed', finished_at: '2026-11-30T12:00:00.250000000Z' },
          ['"sharded"', '"completed"'],
          ['"finished_at":null', `"finished_at":"${end}"`],
          ['"error":"earlier"', '"error":null'],
        ),
      )
      expect(await world.history.leases.finalizeShardedParent('r', 'failed', end, 'late')).toBe(false)
    },
  ],
  [
    'ends a sharded parent only while body and column both say so',
    'all',
    async (world) => {
      await plant(world, { run_id: 'column', status: 'completed' }, { status: 'sharded' })
      await plant(world, { run_id: 'body', status: 'sharded' }, { status: 'running' })
      for (const run_id of ['column', 'body', 'missing']) {
        const before = await rowOf(world, run_id)
        expect(await world.history.leases.finalizeShardedParent(run_id, 'failed', world.now(), 'x')).toBe(false)
        expect(await rowOf(world, run_id)).toEqual(before)
      }
    },
  ],
  [
    'lets one of two racing finalizers end a sharded parent',
    'clustered',
    async (world) => {
      await plant(world, { run_id: 'r', status: 'sharded' })
      const peer = await world.peer('instance-b')
      const won = await Promise.all(
        [world.history, peer, world.history, peer].map(({ leases }, n) =>
          leases.finalizeShardedParent('r', 'failed', world.now(), `by ${n}`),
        ),
      )
      expect(won.filter(Boolean)).toHaveLength(1)
      expect((await bodyOf(world, 'r'))['error']).toBe(`by ${won.indexOf(true)}`)
    },
  ],
  [
    'cancels a pending run in column and body, and nothing else of it',
    'all',
    async (world) => {
      await plant(world, { run_id: 'r', status: 'pending' }, { ...OWNED, owner: 'submitter' })
      const before = await rowOf(world, 'r')
      expect(await world.history.leases.cancelPending('r')).toBe(true)
      const row = await rowOf(world, 'r')
      const finished = String((await bodyOf(world, 'r'))['finished_at'])
      expect(row['finished_at']).toHaveLength(30)
      expect(row['finished_at']?.startsWith(finished.slice(0, -1))).toBe(true)
      expect(row).toEqual(
        swapped(
          before,
          { status: 'cancelled', finished_at: row['finished_at'] ?? null },
          ['"pending"', '"cancelled"'],
          ['"finished_at":null', `"finished_at":"${finished}"`],
        ),
      )
      expect(await world.history.leases.cancelPending('r')).toBe(false)
    },
  ],
  [
    'cancels only while body and column both say pending',
    'all',
    async (world) => {
      for (const status of others('pending')) await plant(world, { run_id: status, status })
      await plant(world, { run_id: 'column', status: 'running' }, { status: 'pending' })
      await plant(world, { run_id: 'body', status: 'pending' }, { status: 'running' })
      for (const run_id of [...others('pending'), 'column', 'body', 'missing']) {
        const before = await rowOf(world, run_id)
        expect(await world.history.leases.cancelPending(run_id)).toBe(false)
        expect(await rowOf(world, run_id)).toEqual(before)
      }
    },
  ],
  [
    'does not rewrite a pending run it cannot read: it says so',
    'all',
    async (world) => {
      const later = aRunRow({ run_id: 'x', status: 'pending' })['body']?.replace('"name":null', '"name":"\\udc00"')
      for (const [run_id, body] of [
        ['broken', '{}'],
        ['half', later ?? ''],
      ] as const) {
        await plant(world, { run_id }, { status: 'pending', body })
        await expect(world.history.leases.cancelPending(run_id)).rejects.toMatchObject({ kind: 'unreadable' })
        expect(await rowOf(world, run_id)).toMatchObject({ status: 'pending', body })
      }
    },
  ],
  [
    'a run is either claimed or cancelled, never both',
    'clustered',
    async (world) => {
      await addPending(world, 8)
      const peer = await world.peer('instance-b')
      const [claimed, ...cancelled] = await Promise.all([
        world.history.leases.claimPending(8),
        ...Array.from({ length: 8 }, (_, n) => peer.leases.cancelPending(`r${7 - n}`)),
      ])
      expect(claimed.length + cancelled.filter(Boolean).length).toBe(8)
      for (const row of await world.rows('faucet_serve_runs')) {
        const status = ids(claimed).includes(row['run_id'] ?? '') ? 'running' : 'cancelled'
        expect(row['status']).toBe(status)
        expect(row['body']).toContain(`"status":"${status}"`)
      }
    },
  ],
  [
    'flags running and sharded runs only, and no row is no error',
    'clustered',
    async (world) => {
      for (const status of RUN_STATUSES) {
        await plant(world, { run_id: status, status })
        await world.history.leases.requestCancel(status)
      }
      await world.history.leases.requestCancel('missing')
      const flagged = (await world.rows('faucet_serve_runs')).filter((row) => row['cancel_requested'] !== null)
      expect(flagged.map((row) => row['run_id']).sort()).toEqual(['running', 'sharded'])
      for (const row of flagged) {
        expect(row['cancel_requested']).toHaveLength(30)
        expect(row['body']).toContain(`"status":"${row['status']}"`)
      }
    },
  ],
  [
    'ends the pending shards of a flagged run where engines know cancelled shards',
    'clustered',
    async (world, { later }) => {
      await plant(world, { run_id: 'r', status: 'sharded' })
      await plant(world, { run_id: 'done', status: 'completed' })
      for (const [shard_id, status] of [
        ['0', 'pending'],
        ['1', 'running'],
        ['2', 'failed'],
      ] as const) {
        await world.plant('faucet_serve_shards', aShardRow({ run_id: 'r', shard_id, status }))
      }
      for (const run_id of ['other', 'done']) await world.plant('faucet_serve_shards', aShardRow({ run_id }))
      await world.history.leases.requestCancel('r')
      await world.history.leases.requestCancel('done')
      const first = await shardOf(world, 'r', '0')
      expect(first['status']).toBe(later ? 'cancelled' : 'pending')
      expect(first['finished_at']?.length).toBe(later ? 30 : undefined)
      expect((await shardOf(world, 'r', '1'))['status']).toBe('running')
      expect((await shardOf(world, 'r', '2'))['status']).toBe('failed')
      expect((await shardOf(world, 'other', '0'))['status']).toBe('pending')
      expect((await shardOf(world, 'done', '0'))['status']).toBe('pending')
    },
  ],
  [
    'tells an instance which of its running runs are to be cancelled',
    'clustered',
    async (world) => {
      const flagged = { ...OWNED, cancel_requested: FLAG }
      for (const status of RUN_STATUSES) await plant(world, { run_id: status, status }, flagged)
      await plant(world, { run_id: 'second', status: 'running' }, flagged)
      await plant(world, { run_id: 'foreign', status: 'running' }, { ...flagged, owner: 'instance-b' })
      await plant(world, { run_id: 'wanted', status: 'running' }, OWNED)
      expect((await world.history.leases.pendingCancellations()).sort()).toEqual(['running', 'second'])
    },
  ],
  [
    'a cancel request survives being requeued and claimed again',
    'clustered',
    async (world) => {
      await addPending(world, 1)
      const peer = await world.peer('instance-b')
      await world.history.leases.claimPending(1)
      await peer.leases.requestCancel('r0')
      world.advance(60_000)
      await peer.leases.reclaimOrphans(3)
      expect(ids(await peer.leases.claimPending(1))).toEqual(['r0'])
      expect(await peer.leases.pendingCancellations()).toEqual(['r0'])
    },
  ],
  [
    'writes the start of an instance once and everything else at each beat',
    'clustered',
    async (world) => {
      const beat = aBeat(world)
      await world.history.leases.heartbeat(beat)
      const [before] = await world.rows('faucet_serve_instances')
      world.advance(1000)
      await world.history.leases.heartbeat({
        started_at: world.now(),
        listen: null,
        max_concurrent: 8,
        in_flight: 3,
        state_format: 2,
      })
      const [after] = await world.rows('faucet_serve_instances')
      expect(before).toMatchObject({
        instance_id: 'instance-a',
        listen: '127.0.0.1:8080',
        max_concurrent: '4',
        in_flight: '1',
      })
      expect(before?.['started_at']).toHaveLength(30)
      expect(after).toMatchObject({
        started_at: before?.['started_at'],
        listen: null,
        max_concurrent: '8',
        in_flight: '3',
      })
      expect((after?.['last_heartbeat'] ?? '') > (before?.['last_heartbeat'] ?? '')).toBe(true)
      expect(await world.rows('faucet_serve_instance_caps')).toMatchObject([
        { instance_id: 'instance-a', state_format: '2' },
      ])
    },
  ],
  [
    'lists members that beat within the window, with zero for what they did not tell',
    'clustered',
    async (world, { later }) => {
      world.clock.freeze()
      const now = world.now()
      const edge = shift(now, -10_000)
      const recent = shift(now, -1)
      const rows: Row[] = [
        { instance_id: 'edge', started_at: edge, last_heartbeat: edge, max_concurrent: '4', in_flight: '1' },
        {
          instance_id: 'garbled',
          started_at: 'long ago',
          last_heartbeat: recent,
          max_concurrent: 'x',
          in_flight: '-1',
        },
        {
          instance_id: 'silent',
          started_at: edge,
          last_heartbeat: shift(now, -10_001),
          max_concurrent: '4',
          in_flight: '0',
        },
      ]
      for (const row of rows) await world.plant('faucet_serve_instances', { ...row, listen: null })
      const caps = { instance_id: 'edge', state_format: '1' }
      await world.plant('faucet_serve_instance_caps', later ? { ...caps, pools: 'default,gpu' } : caps)
      const live = await world.history.leases.liveInstances(10_000)
      expect(live.sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1))).toEqual([
        {
          instance_id: 'edge',
          started_at: edge,
          last_heartbeat: edge,
          listen: null,
          max_concurrent: 4,
          in_flight: 1,
          state_format: 1,
          ...(later && { pools: ['default', 'gpu'] }),
        },
        {
          instance_id: 'garbled',
          started_at: now,
          last_heartbeat: recent,
          listen: null,
          max_concurrent: 0,
          in_flight: 0,
          state_format: 0,
          ...(later && { pools: null }),
        },
      ])
    },
  ],
])

const aBeat = (world: World): InstanceHeartbeat => ({
  started_at: world.now(),
  listen: '127.0.0.1:8080',
  max_concurrent: 4,
  in_flight: 1,
  state_format: 1,
})
