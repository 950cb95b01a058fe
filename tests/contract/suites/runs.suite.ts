import { expect } from 'vitest'
import { shift } from '@/lib/contract/clock'
import { RUN_STATUSES, type RunRecord, TERMINAL_STATUSES } from '@/lib/contract/records/runs'
import { recordOf } from '@/lib/contract/stored'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'
import { aRunRow, aShardRow, rowOf } from '../../support/rows'
import { suite, type World } from '../../support/suite'

const ALL = { status: [], limit: 50 } as const
const LIVE = RUN_STATUSES.filter((status) => !(TERMINAL_STATUSES as readonly string[]).includes(status))

async function add(world: World, ...runs: RunRecord[]): Promise<void> {
  for (const run of runs) await world.history.runs.upsert(run)
}
const ids = (rows: readonly { columns: Readonly<Record<string, string | null>> }[]) =>
  rows.map((row) => row.columns['run_id'])
const keys = async (world: World, table: string, column: string) =>
  (await world.rows(table)).map((row) => row[column]).sort()

const link = (world: World, run_id: string, tenant: string) => world.plant('faucet_tenant_runs', { run_id, tenant })
const claim = (world: World, key: string, run_id: string, claimed_at = '2026-11-30T10:00:00.000000000Z') =>
  world.plant('faucet_serve_idem', { key, run_id, fingerprint: 'f', claimed_at })

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
      expect(await world.history.runs.get('nobody')).toBeNull()
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
      const row = await rowOf(world, 'r')
      expect(row['submitted_at']).toBe('2026-11-30T10:00:00.000000000Z')
      expect(row['finished_at']).toBe('2026-11-30T10:00:01.500000000Z')
      expect(row['body']).toContain('"submitted_at":"2026-11-30T10:00:00Z"')
      expect(row['body']).toContain('"finished_at":"2026-11-30T10:00:01.5Z"')
    },
  ],
  [
    'copies every mirrored member into its column and stamps owner and lease',
    'all',
    async (world) => {
      await add(world, aRun({ run_id: 'r', name: 'orders', status: 'running', idempotency_key: 'k' }))
      const now = world.now()
      const row = await rowOf(world, 'r')
      expect(row).toMatchObject({ name: 'orders', status: 'running', finished_at: null, idempotency_key: 'k' })
      expect(row['owner']).toBe('instance-a')
      const lease = row['lease_expires_at'] ?? ''
      expect(lease).toHaveLength(30)
      expect(lease > shift(now, 29_000) && lease < shift(now, 31_000)).toBe(true)
    },
  ],
  [
    'replaces any run, whoever owns it and however it ended, but never its cancel request',
    'all',
    async (world) => {
      await world.plant(
        'faucet_serve_runs',
        aRunRow(
          { run_id: 'r', status: 'failed', name: 'before', error: 'x', idempotency_key: 'k' },
          { owner: 'somebody', cancel_requested: '2026-11-30T09:00:00.000000000Z' },
        ),
      )
      await add(world, aRun({ run_id: 'r', status: 'running', submitted_at: at('2026-11-30T11:00:00Z') }))
      expect(await rowOf(world, 'r')).toMatchObject({
        name: null,
        status: 'running',
        submitted_at: '2026-11-30T11:00:00.000000000Z',
        idempotency_key: null,
        owner: 'instance-a',
        cancel_requested: '2026-11-30T09:00:00.000000000Z',
      })
      const row = await world.history.runs.get('r')
      expect(row && recordOf(row)).toMatchObject({ status: 'running', error: null })
    },
  ],
  [
    'refuses a body that an engine could not decode, and leaves what is stored',
    'all',
    async (world) => {
      await add(world, aRun({ run_id: 'r' }))
      const [before] = await world.rows('faucet_serve_runs')
      const bad: Partial<RunRecord>[] = [
        { status: 'paused' },
        { records_written: -1 },
        { submitted_at: at('yesterday') },
        { error: 'a\u0000b' },
        { labels: { 'a\u0000': 'b' } },
        { attempt: 2 ** 32 },
      ]
      for (const more of bad)
        await expect(world.history.runs.upsert(aRun({ run_id: 'r', ...more }))).rejects.toMatchObject({
          kind: 'refused',
        })
      expect((await world.rows('faucet_serve_runs'))[0]?.['body']).toBe(before?.['body'])
    },
  ],
  [
    'fills label rows, pool and submitter where the store has them, and blanks no submitter',
    'all',
    async (world, { later }) => {
      const run = aRun({ run_id: 'r', labels: { env: 'prod', team: 'data' }, pool: 'gpu', submitted_by: 'ann' })
      await add(world, run)
      const { submitted_by, pool, ...unnamed } = run
      await add(world, { ...unnamed, labels: { env: 'dev' } })
      const row = await rowOf(world, 'r')
      if (!later) {
        expect(Object.keys(row)).not.toContain('pool')
        return
      }
      expect(row).toMatchObject({ submitted_by, pool: null })
      expect(await world.rows('faucet_serve_run_labels')).toEqual([
        { run_id: 'r', key: 'env', value: 'prod' },
        { run_id: 'r', key: 'team', value: 'data' },
      ])
    },
  ],
  [
    'keeps one row for each of very many labels',
    'clustered',
    async (world, { later }) => {
      const labels = Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`l${n}`, 'x']))
      await add(world, aRun({ run_id: 'r', labels }))
      if (later) expect(await world.rows('faucet_serve_run_labels')).toHaveLength(1500)
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
    'orders by instant to the nanosecond before it orders by id',
    'all',
    async (world) => {
      await add(
        world,
        aRun({ run_id: 'a', submitted_at: at('2026-11-30T10:00:00.000000002Z') }),
        aRun({ run_id: 'b', submitted_at: at('2026-11-30T10:00:00.000000001Z') }),
        aRun({ run_id: 'c', submitted_at: at('2026-11-30T10:00:00Z') }),
        aRun({ run_id: 'd', submitted_at: at('2026-11-30T10:00:00.5Z') }),
      )
      expect(ids((await world.history.runs.list(ALL)).rows)).toEqual(['d', 'a', 'b', 'c'])
    },
  ],
  [
    'offers a next page only when another row exists, and takes a limit below one as one',
    'all',
    async (world) => {
      await add(world, ...['a', 'b'].map((run_id) => aRun({ run_id })))
      expect((await world.history.runs.list({ ...ALL, limit: 2 })).next_cursor).toBeUndefined()
      for (const limit of [0, -5]) {
        const page = await world.history.runs.list({ ...ALL, limit })
        expect(ids(page.rows)).toEqual(['b'])
        expect(page.next_cursor).toBe('b')
      }
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
    'continues after a cursor whose run does not match the filter itself',
    'all',
    async (world) => {
      await add(
        world,
        ...(['completed', 'failed', 'completed'] as const).map((status, n) => aRun({ run_id: `r${n}`, status })),
      )
      const page = await world.history.runs.list({ ...ALL, status: ['completed'], cursor: 'r1' })
      expect(ids(page.rows)).toEqual(['r0'])
    },
  ],
  [
    'filters by any of several statuses, by exact name, and by both ends of a window, inclusively',
    'all',
    async (world) => {
      const times = ['10:00:00.000000001', '10:00:00.000000002', '10:00:00.000000003'] as const
      await add(
        world,
        aRun({ run_id: 'a', name: 'orders', status: 'failed', submitted_at: at(`2026-11-30T${times[0]}Z`) }),
        aRun({ run_id: 'b', name: 'orders daily', status: 'running', submitted_at: at(`2026-11-30T${times[1]}Z`) }),
        aRun({ run_id: 'c', name: 'Orders', status: 'completed', submitted_at: at(`2026-11-30T${times[2]}Z`) }),
      )
      const list = async (more: object) => ids((await world.history.runs.list({ ...ALL, ...more })).rows)
      expect(await list({ status: ['failed', 'completed'] })).toEqual(['c', 'a'])
      expect(await list({ status: ['failed', 'failed'] })).toEqual(['a'])
      expect(await list({ status: ['queued'] })).toEqual([])
      expect(await list({ name: 'orders' })).toEqual(['a'])
      expect(await list({ name: 'orders%' })).toEqual([])
      const [first, second, third] = times.map((time) => at(`2026-11-30T${time}Z`))
      expect(await list({ since: second })).toEqual(['c', 'b'])
      expect(await list({ until: second })).toEqual(['b', 'a'])
      expect(await list({ since: second, until: second })).toEqual(['b'])
      expect(await list({ since: third, until: first })).toEqual([])
      expect(await list({ since: first, status: ['running', 'failed'], name: 'orders' })).toEqual(['a'])
    },
  ],
  [
    'shows a tenant the runs that are linked to it, whatever their bodies say',
    'all',
    async (world) => {
      await add(
        world,
        aRun({ run_id: 'a', tenant: 'acme' }),
        aRun({ run_id: 'b' }),
        aRun({ run_id: 'c', tenant: 'acme' }),
      )
      await link(world, 'b', 'acme')
      await link(world, 'c', 'other')
      const page = await world.history.runs.list({ ...ALL, tenant: 'acme' })
      expect(ids(page.rows)).toEqual(['b'])
      expect((await world.history.runs.list({ ...ALL, tenant: 'acme', status: ['failed'] })).rows).toEqual([])
    },
  ],
  [
    'filters by columns and answers with bodies',
    'all',
    async (world) => {
      await world.plant('faucet_serve_runs', aRunRow({ run_id: 'split', status: 'completed' }, { status: 'failed' }))
      const { rows } = await world.history.runs.list({ ...ALL, status: ['failed'] })
      expect(rows.map((row) => recordOf(row).status)).toEqual(['completed'])
      expect((await world.history.runs.list({ ...ALL, status: ['completed'] })).rows).toEqual([])
    },
  ],
  [
    'keeps an unreadable row in its place',
    'all',
    async (world) => {
      await add(world, aRun({ run_id: 'a' }), aRun({ run_id: 'c' }))
      await world.plant('faucet_serve_runs', aRunRow({ run_id: 'b', name: 'broken' }, { body: '{"run_id":"b"' }))
      const { rows } = await world.history.runs.list(ALL)
      expect(ids(rows)).toEqual(['c', 'b', 'a'])
      expect(rows[1]?.read()).toEqual({ ok: false, reason: 'the body is not JSON' })
      expect(rows[1]?.columns['name']).toBe('broken')
      expect((await world.history.runs.get('b'))?.text).toBe('{"run_id":"b"')
    },
  ],
  [
    'hands out records that are the receiver’s to change',
    'all',
    async (world) => {
      await add(world, aRun({ run_id: 'r', labels: { a: '1' } }))
      const first = await world.history.runs.get('r')
      if (first) recordOf(first).labels['a'] = '2'
      const second = await world.history.runs.get('r')
      expect(second && recordOf(second).labels).toEqual({ a: '1' })
    },
  ],
  [
    'removes only what has ended, and says why not',
    'all',
    async (world) => {
      for (const status of LIVE) {
        await add(world, aRun({ run_id: status, status }))
        expect(await world.history.runs.remove(status)).toBe('still_running')
      }
      for (const status of TERMINAL_STATUSES) {
        await add(world, aRun({ run_id: status, status }))
        expect(await world.history.runs.remove(status)).toBe('deleted')
        expect(await world.history.runs.remove(status)).toBe('not_found')
      }
      await world.plant('faucet_serve_runs', aRunRow({ run_id: 'odd' }, { status: 'paused' }))
      expect(await world.history.runs.remove('odd')).toBe('deleted')
      expect(await keys(world, 'faucet_serve_runs', 'run_id')).toEqual([...LIVE].sort())
    },
  ],
  [
    'decides by the status column what may be removed, not by the body',
    'all',
    async (world) => {
      await world.plant('faucet_serve_runs', aRunRow({ run_id: 'a', status: 'completed' }, { status: 'running' }))
      await world.plant('faucet_serve_runs', aRunRow({ run_id: 'b', status: 'running' }, { status: 'failed' }))
      await world.plant('faucet_serve_runs', aRunRow({ run_id: 'c' }, { body: 'broken' }))
      expect(await world.history.runs.remove('a')).toBe('still_running')
      expect(await world.history.runs.remove('b')).toBe('deleted')
      expect(await world.history.runs.remove('c')).toBe('deleted')
    },
  ],
  [
    'removes link and claims with the run, and keeps logs, audit and usage',
    'all',
    async (world) => {
      await add(world, aRun({ run_id: 'gone' }), aRun({ run_id: 'kept' }))
      for (const id of ['gone', 'kept']) {
        await link(world, id, 'acme')
        await claim(world, `key-of-${id}`, id)
        await world.plant('faucet_serve_run_logs', {
          run_id: id,
          seq: '1'.padStart(20, '0'),
          ts: '',
          level: 'INFO',
          line: 'l',
        })
        await world.plant('faucet_usage', { run_id: id, row_id: 'row-0', pipeline: 'p', recorded_at: '', body: '{}' })
      }
      await claim(world, 'second-key', 'gone')
      await world.history.runs.remove('gone')
      expect(await keys(world, 'faucet_tenant_runs', 'run_id')).toEqual(['kept'])
      expect(await keys(world, 'faucet_serve_idem', 'key')).toEqual(['key-of-kept'])
      expect(await keys(world, 'faucet_serve_run_logs', 'run_id')).toEqual(['gone', 'kept'])
      expect(await keys(world, 'faucet_usage', 'run_id')).toEqual(['gone', 'kept'])
    },
  ],
  [
    'removes shards, label rows and sealed secrets with the run',
    'clustered',
    async (world, { later }) => {
      await add(world, aRun({ run_id: 'gone', labels: { a: 'b' } }), aRun({ run_id: 'kept', labels: { a: 'b' } }))
      for (const run_id of ['gone', 'kept']) {
        await world.plant('faucet_serve_shards', aShardRow({ run_id }))
        if (later) await world.plant('faucet_serve_run_secrets', { run_id, stored_at: '', sealed: 's' })
      }
      await world.history.runs.remove('gone')
      expect(await keys(world, 'faucet_serve_shards', 'run_id')).toEqual(['kept'])
      if (!later) return
      expect(await keys(world, 'faucet_serve_run_labels', 'run_id')).toEqual(['kept'])
      expect(await keys(world, 'faucet_serve_run_secrets', 'run_id')).toEqual(['kept'])
    },
  ],
  [
    'leaves the companions of a run that is not removed',
    'all',
    async (world) => {
      await add(world, aRun({ run_id: 'r', status: 'running' }))
      await link(world, 'r', 'acme')
      await claim(world, 'k', 'r')
      await claim(world, 'claimed-before-its-run-is-written', 'not-yet')
      await world.history.runs.remove('r')
      await world.history.runs.remove('not-yet')
      expect(await keys(world, 'faucet_tenant_runs', 'run_id')).toEqual(['r'])
      expect(await keys(world, 'faucet_serve_idem', 'key')).toEqual(['claimed-before-its-run-is-written', 'k'])
    },
  ],
  [
    'purges what ended strictly before the window and counts it',
    'all',
    async (world) => {
      const edge = shift(world.now(), -60_000)
      const over = shift(edge, -1)
      await add(
        world,
        ...TERMINAL_STATUSES.map((status) => aRun({ run_id: status, status, finished_at: over })),
        aRun({ run_id: 'young', finished_at: shift(edge, 1) }),
        aRun({ run_id: 'endless', finished_at: null }),
        aRun({ run_id: 'running', status: 'running', finished_at: over }),
      )
      await world.plant('faucet_serve_runs', aRunRow({ run_id: 'odd', finished_at: over }, { status: 'paused' }))
      expect(await world.history.runs.purgeExpired(60_000)).toBe(3)
      expect(await keys(world, 'faucet_serve_runs', 'run_id')).toEqual(['endless', 'odd', 'running', 'young'])
      expect(await world.history.runs.purgeExpired(60_000)).toBe(0)
    },
  ],
  [
    'keeps a run that is exactly as old as the window',
    'all',
    async (world) => {
      world.clock.freeze()
      await add(world, aRun({ run_id: 'r', finished_at: shift(world.now(), -60_000) }))
      expect(await world.history.runs.purgeExpired(60_000)).toBe(0)
      world.advance(1)
      expect(await world.history.runs.purgeExpired(60_000)).toBe(1)
    },
  ],
  [
    'sweeps what belongs to nobody: claims by their own window, audit and links by the runs',
    'all',
    async (world) => {
      await add(world, aRun({ run_id: 'r' }))
      const now = world.now()
      const dayAgo = shift(now, -86_400_000)
      await claim(world, 'old', 'r', shift(dayAgo, -1))
      await claim(world, 'new', 'r', shift(dayAgo, 60_000))
      await link(world, 'r', 'acme')
      await link(world, 'nobody', 'acme')
      const entry = {
        principal: 'p',
        role: 'admin',
        action: 'a',
        run_id: null,
        config_fingerprint: null,
        source_ip: null,
      }
      for (const [id, ts] of [
        ['audit-old', shift(now, -61_000)],
        ['audit-new', shift(now, -59_000)],
      ] as const) {
        await world.plant('faucet_serve_audit', { ...entry, id, ts, result: 'ok' })
        await world.plant('faucet_serve_audit_tenants', { id, tenant: 'acme' })
      }
      await world.plant('faucet_usage', { run_id: 'u', row_id: 'r', pipeline: 'p', recorded_at: dayAgo, body: '{}' })
      expect(await world.history.runs.purgeExpired(60_000)).toBe(0)
      expect(await keys(world, 'faucet_serve_idem', 'key')).toEqual(['new'])
      expect(await keys(world, 'faucet_tenant_runs', 'run_id')).toEqual(['r'])
      expect(await keys(world, 'faucet_serve_audit', 'id')).toEqual(['audit-new'])
      expect(await keys(world, 'faucet_serve_audit_tenants', 'id')).toEqual(['audit-new'])
      expect(await keys(world, 'faucet_usage', 'run_id')).toEqual(['u'])
    },
  ],
  [
    'sweeps silent instances and the shards, labels and secrets of runs that are gone',
    'clustered',
    async (world, { later }) => {
      await add(world, aRun({ run_id: 'r', labels: { a: 'b' } }))
      const now = world.now()
      for (const [id, beat] of [
        ['silent', shift(now, -61_000)],
        ['alive', shift(now, -59_000)],
      ] as const) {
        const seen = { started_at: beat, last_heartbeat: beat, listen: null, max_concurrent: null, in_flight: null }
        await world.plant('faucet_serve_instances', { instance_id: id, ...seen })
        await world.plant('faucet_serve_instance_caps', { instance_id: id, state_format: '1' })
      }
      for (const run_id of ['r', 'nobody']) {
        await world.plant('faucet_serve_shards', aShardRow({ run_id }))
        if (!later) continue
        await world.plant('faucet_serve_run_labels', { run_id, key: 'k', value: 'v' })
        await world.plant('faucet_serve_run_secrets', { run_id, stored_at: '', sealed: 's' })
      }
      await world.history.runs.purgeExpired(60_000)
      expect(await keys(world, 'faucet_serve_instances', 'instance_id')).toEqual(['alive'])
      expect(await keys(world, 'faucet_serve_instance_caps', 'instance_id')).toEqual(['alive'])
      expect(await keys(world, 'faucet_serve_shards', 'run_id')).toEqual(['r'])
      if (!later) return
      expect(await keys(world, 'faucet_serve_run_labels', 'run_id')).toEqual(['r', 'r'])
      expect(await keys(world, 'faucet_serve_run_secrets', 'run_id')).toEqual(['r'])
    },
  ],
])
