import { beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '@/lib/contract/deps'
import type { RunStatus } from '@/lib/contract/records/runs'
import { recordOf } from '@/lib/contract/stored'
import type { Outgoing } from '@/lib/services/kit/ctx'
import { cancelRun } from '@/lib/services/runs/cancel-run'
import { deleteRun } from '@/lib/services/runs/delete-run'
import { ACME_BOSS, type CtxWorld, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'
import { engineSaying, withMember } from '../../support/write-world'

let world: CtxWorld
beforeEach(() => {
  world = ctxWorld()
})

const add = (status: RunStatus, more: Partial<Parameters<typeof aRun>[0]> = {}) =>
  world.store.runs.upsert(aRun({ run_id: 'r', status, ...more }))
const statusOf = async () => (await world.store.runs.get('r'))?.columns['status']
/** Who executes the run, as its columns say. */
const ownedBy = (owner: string | null): Partial<Deps> => ({
  insight: {
    ...world.store.insight,
    runColumns: async () => [{ run_id: 'r', owner, lease_expires_at: null, cancel_requested: null }],
  },
})

describe('cancelling', () => {
  it('ends what nobody has begun, for good, and files it', async () => {
    await add('pending')
    expect(await cancelRun(world.as(OPERATOR), { run_id: 'r' })).toEqual({ run_id: 'r', asked: true })
    expect(await statusOf()).toBe('cancelled')
    expect(await world.filed()).toMatchObject([{ action: 'run.cancel', run_id: 'r', principal: 'ops-one' }])
  })

  it('tells whoever wanted to hear of the end, since nobody else would', async () => {
    await add('pending', { callback: { url: 'https://hooks.example/x', method: 'POST', extra_fields: { a: 1 } } })
    const sent: Outgoing[] = []
    const ctx = {
      ...world.as(OPERATOR),
      async send(out: Outgoing) {
        sent.push(out)
        return { status: 200, text: '' }
      },
    }
    await cancelRun(ctx, { run_id: 'r' })
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]).toMatchObject({ url: 'https://hooks.example/x', method: 'POST' })
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      event: 'run.cancelled',
      status: 'cancelled',
      run_id: 'r',
      a: 1,
    })
  })

  it('calls no metadata address, whatever a row says', async () => {
    await add('pending', { callback: { url: 'http://169.254.169.254/', method: 'POST' } })
    await cancelRun(world.as(OPERATOR), { run_id: 'r' })
    expect(world.warnings).toEqual([])
  })

  it('asks a member of the cluster to stop', async () => {
    await add('running')
    const told: string[] = []
    const { leases = world.store.leases } = withMember(world)
    const requestCancel: typeof leases.requestCancel = async (runId) => {
      told.push(runId)
      return leases.requestCancel(runId)
    }
    const deps = { ...ownedBy('member-1'), leases: { ...leases, requestCancel } }
    await cancelRun(world.as(OPERATOR, deps), { run_id: 'r' })
    expect(told).toEqual(['r'])
    expect(await statusOf()).toBe('running')
    expect(await world.filed()).toMatchObject([{ action: 'run.cancel' }])
  })

  it.each(['running', 'queued'] as const)(
    'says that a %s run of an engine outside a cluster hears nothing',
    async (status) => {
      await add(status)
      await expect(cancelRun(world.as(OPERATOR, ownedBy('alone')), { run_id: 'r' })).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('cancel it at that engine'),
      })
      expect(await world.filed()).toEqual([])
    },
  )

  it('asks that engine itself where one is configured, which files it', async () => {
    await add('queued')
    const { engine, asked } = engineSaying(202, '')
    expect(await cancelRun(world.as(OPERATOR, { ...ownedBy('alone'), engine }), { run_id: 'r' })).toMatchObject({
      asked: true,
    })
    expect(asked).toMatchObject([{ method: 'POST', target: '/v1/runs/r/cancel', body: null }])
    expect(await world.filed()).toEqual([])
    const refusing = engineSaying(404, '{}')
    await expect(
      cancelRun(world.as(OPERATOR, { ...ownedBy('alone'), engine: refusing.engine }), { run_id: 'r' }),
    ).rejects.toMatchObject({ code: 'unavailable' })
  })

  it.each(['completed', 'failed', 'cancelled'] as const)(
    'leaves a %s run as it is, and files nothing',
    async (status) => {
      await add(status)
      expect(await cancelRun(world.as(OPERATOR), { run_id: 'r' })).toEqual({ run_id: 'r', asked: false })
      expect([await statusOf(), await world.filed()]).toEqual([status, []])
    },
  )

  it('is nobody’s whose run it is not', async () => {
    await add('pending', { tenant: 'globex' })
    await expect(cancelRun(world.as(ACME_BOSS), { run_id: 'r' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(cancelRun(world.as(VIEWER), { run_id: 'r' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(cancelRun(world.as(OPERATOR), { run_id: 'other' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await statusOf()).toBe('pending')
  })
})

describe('deleting', () => {
  it('removes what is over', async () => {
    await add('failed')
    await deleteRun(world.as(OPERATOR), { run_id: 'r' })
    expect(await world.store.runs.get('r')).toBeNull()
    expect(await world.filed()).toMatchObject([{ action: 'run.delete', run_id: 'r' }])
  })

  it.each(['pending', 'queued', 'running', 'sharded'] as const)('keeps a %s run', async (status) => {
    await add(status)
    await expect(deleteRun(world.as(OPERATOR), { run_id: 'r' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'run is still in flight — cancel it before deleting',
    })
    const row = await world.store.runs.get('r')
    expect(row && recordOf(row).status).toBe(status)
    expect(await world.filed()).toEqual([])
  })
})
