import { expect } from 'vitest'
import type { RunRecord } from '@/lib/contract/records/runs'
import { recordOf } from '@/lib/contract/stored'
import { aRun } from '../../support/records'
import { aRunRow, rowOf } from '../../support/rows'
import { suite, type World } from '../../support/suite'

const aSubmission = (more: Partial<RunRecord> = {}): RunRecord =>
  aRun({
    run_id: 'r',
    name: 'orders',
    status: 'pending',
    labels: { pipeline: 'orders', team: 'data' },
    idempotency_key: 'k',
    config_body: 'name: orders\n',
    config_format: 'yaml',
    ...more,
  })
const enqueue = (world: World, run: RunRecord, isCallerConfig = true) =>
  world.history.queue.enqueue({ run, isCallerConfig })

export const queueSuite = suite('queue', [
  [
    'adds a pending run that nobody owns, with every mirrored column',
    'all',
    async (world, { later }) => {
      expect(await enqueue(world, aSubmission())).toBe(true)
      const row = await rowOf(world, 'r')
      expect(row).toEqual({
        run_id: 'r',
        name: 'orders',
        status: 'pending',
        submitted_at: '2026-11-30T10:00:00.123456789Z',
        finished_at: null,
        idempotency_key: 'k',
        owner: null,
        lease_expires_at: null,
        cancel_requested: null,
        body: row['body'],
        ...(later && { pool: null, submitted_by: null }),
      })
      const stored = await world.history.runs.get('r')
      expect(stored && recordOf(stored)).toEqual({ ...aSubmission(), caller_config: true })
    },
  ],
  [
    'marks the config of a user, and only that, as a caller’s',
    'all',
    async (world) => {
      await enqueue(world, aSubmission({ run_id: 'user' }), true)
      await enqueue(world, aSubmission({ run_id: 'template' }), false)
      expect((await rowOf(world, 'user'))['body']).toContain('"caller_config":true')
      expect((await rowOf(world, 'template'))['body']).not.toContain('caller_config')
    },
  ],
  [
    'links the run to its tenant, in the table and in the body',
    'all',
    async (world) => {
      await enqueue(world, aSubmission({ run_id: 'ours', tenant: 'acme' }))
      await enqueue(world, aSubmission({ run_id: 'free' }))
      expect(await world.rows('faucet_tenant_runs')).toEqual([{ run_id: 'ours', tenant: 'acme' }])
      expect((await rowOf(world, 'ours'))['body']).toContain('"tenant":"acme"')
      const page = await world.history.runs.list({ status: [], limit: 9, tenant: 'acme' })
      expect(page.rows.map((row) => row.columns['run_id'])).toEqual(['ours'])
    },
  ],
  [
    'fills pool, submitter and one row a label where the store has a place for them',
    'all',
    async (world, { later }) => {
      await enqueue(world, aSubmission({ pool: 'gpu', submitted_by: 'ann' }))
      const row = await rowOf(world, 'r')
      expect(row['body']).toContain('"caller_config":true,"pool":"gpu","submitted_by":"ann"')
      if (!later) return
      expect(row).toMatchObject({ pool: 'gpu', submitted_by: 'ann' })
      expect(await world.rows('faucet_serve_run_labels')).toEqual([
        { run_id: 'r', key: 'pipeline', value: 'orders' },
        { run_id: 'r', key: 'team', value: 'data' },
      ])
    },
  ],
  [
    'never overwrites: a run that is there stays as it is, with its link and labels',
    'all',
    async (world, { later }) => {
      await world.plant('faucet_serve_runs', aRunRow({ run_id: 'r', status: 'running' }, { owner: 'somebody' }))
      await world.plant('faucet_tenant_runs', { run_id: 'r', tenant: 'acme' })
      const before = await rowOf(world, 'r')
      expect(await enqueue(world, aSubmission({ tenant: 'other' }))).toBe(false)
      expect(await rowOf(world, 'r')).toEqual(before)
      expect(await world.rows('faucet_tenant_runs')).toEqual([{ run_id: 'r', tenant: 'acme' }])
      if (later) expect(await world.rows('faucet_serve_run_labels')).toEqual([])
    },
  ],
  [
    'lets one of many through who queue the same id at once, link and labels with it',
    'all',
    async (world, { later }) => {
      const peer = await world.peer('instance-b')
      const tenants = ['a', 'b', 'c', 'd', 'e', 'f']
      const added = await Promise.all(
        tenants.map((tenant, n) =>
          (n % 2 === 0 ? world.history : peer).queue.enqueue({
            run: aSubmission({ tenant, labels: { tenant } }),
            isCallerConfig: true,
          }),
        ),
      )
      expect(added.filter(Boolean)).toHaveLength(1)
      const winner = tenants[added.indexOf(true)]
      expect(await world.rows('faucet_tenant_runs')).toEqual([{ run_id: 'r', tenant: winner }])
      expect((await rowOf(world, 'r'))['body']).toContain(`"tenant":"${winner}"`)
      if (later)
        expect(await world.rows('faucet_serve_run_labels')).toEqual([{ run_id: 'r', key: 'tenant', value: winner }])
    },
  ],
  [
    'refuses a run that no engine could start, or that asks for more than a caller may',
    'all',
    async (world) => {
      const { config_body, ...bare } = aSubmission()
      const { config_format, ...formless } = aSubmission()
      const bad: RunRecord[] = [
        bare,
        formless,
        aSubmission({ status: 'running' }),
        aSubmission({ status: 'queued' }),
        aSubmission({ started_at: world.now() }),
        aSubmission({ finished_at: world.now() }),
        Object.assign(aSubmission(), { host_access: true }),
        aSubmission({ config_body: 'a\u0000' }),
        aSubmission({ config_format: 'toml' }),
        aSubmission({ timeout_secs: -1 }),
        aSubmission({ callback: Object.assign({ url: 'https://x/', method: 'POST' }, { retries: 3 }) }),
      ]
      for (const run of bad) await expect(enqueue(world, run)).rejects.toMatchObject({ kind: 'refused' })
      expect([config_body, config_format]).toEqual(['name: orders\n', 'yaml'])
      expect(await world.rows('faucet_serve_runs')).toEqual([])
      expect(await world.rows('faucet_tenant_runs')).toEqual([])
    },
  ],
  [
    'what is queued can be claimed, and cancelled before that',
    'clustered',
    async (world) => {
      await enqueue(world, aSubmission({ run_id: 'a' }))
      await enqueue(world, aSubmission({ run_id: 'b' }))
      expect(await world.history.leases.cancelPending('b')).toBe(true)
      const peer = await world.peer('instance-b')
      const [run, ...more] = await peer.leases.claimPending(9)
      expect(run).toMatchObject({ run_id: 'a', config_body: 'name: orders\n', caller_config: true, status: 'running' })
      expect(more).toEqual([])
    },
  ],
  [
    'queued runs are told apart from lost ones by every sweep',
    'clustered',
    async (world) => {
      await enqueue(world, aSubmission())
      const before = await rowOf(world, 'r')
      world.advance(86_400_000)
      expect(await world.history.leases.recoverOrphans()).toBe(0)
      expect(await world.history.leases.reclaimOrphans(3)).toEqual({ requeued: 0, failed: 0 })
      expect(await world.history.leases.renew()).toBe(0)
      expect(await world.history.runs.purgeExpired(0)).toBe(0)
      expect(await rowOf(world, 'r')).toEqual(before)
    },
  ],
])
