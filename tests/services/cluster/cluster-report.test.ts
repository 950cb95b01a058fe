import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clusterReport } from '@/lib/services/cluster/cluster-report'
import { storeReport } from '@/lib/services/cluster/store-report'
import { openPrismaHistory, type PrismaHistory } from '@/lib/store/prisma/prisma-history'
import { storeOptions } from '../../support/backends'
import { at } from '../../support/clock'
import { ACME_BOSS, type CtxWorld, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

let folder = ''
let world: CtxWorld
let member: PrismaHistory
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cluster-'))
  world = ctxWorld()
  const url = { kind: 'sqlite', file: path.join(folder, 'history.db'), readonly: false } as const
  member = await openPrismaHistory(url, storeOptions(world.clock, 'member-a'))
})
afterEach(async () => {
  await member.close()
  rmSync(folder, { recursive: true, force: true })
})

const BEAT = {
  started_at: at('2026-11-30T09:00:00Z'),
  listen: ':8080',
  max_concurrent: 4,
  in_flight: 1,
  state_format: 1,
}
const read = () => clusterReport(world.as(VIEWER, member), {})

it('says who beats, what each holds, what waits and since when', async () => {
  await member.leases.heartbeat({ ...BEAT, started_at: world.clock.now() })
  await member.runs.upsert(aRun({ run_id: 'old', status: 'pending', submitted_at: at('2026-11-30T09:00:00Z') }))
  await member.runs.upsert(aRun({ run_id: 'new', status: 'pending', submitted_at: at('2026-11-30T09:30:00Z') }))
  await member.runs.upsert(aRun({ run_id: 'busy', status: 'running' }))
  const report = await read()
  expect(report.members).toMatchObject([{ instance_id: 'member-a', max_concurrent: 4, in_flight: 1 }])
  expect(report.waiting).toMatchObject({ count: 2, oldest: { run_id: 'old' }, is_cut: false })
  expect(report.held).toMatchObject({ total: 1, owners: { 'member-a': 1 }, expired: 0, expired_runs: [] })
})

it('names the runs whose lease has run out', async () => {
  await member.runs.upsert(aRun({ run_id: 'busy', status: 'running' }))
  world.clock.advance(31_000)
  expect((await read()).held).toMatchObject({ expired: 1, expired_runs: [{ run_id: 'busy', owner: 'member-a' }] })
})

it('counts the parts of runs in parts, and those that nobody renews', async () => {
  await member.runs.upsert(aRun({ run_id: 'parent', status: 'sharded' }))
  await member.shards.insert('parent', [
    { shard_id: '0', descriptor: '{}', size_estimate: null },
    { shard_id: '1', descriptor: '{}', size_estimate: null },
  ])
  await member.shards.claim(1)
  expect((await read()).parents.runs).toMatchObject([
    { run_id: 'parent', shards: { running: 1, pending: 1 }, shard_owners: ['member-a'], expired_shards: 0 },
  ])
  world.clock.advance(31_000)
  expect((await read()).parents.runs).toMatchObject([{ expired_shards: 1 }])
})

it('is about the installation, so nobody confined to a tenant reads it', async () => {
  await expect(clusterReport(world.as(ACME_BOSS, member), {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(storeReport(world.as(ACME_BOSS, member), {})).rejects.toMatchObject({ code: 'forbidden' })
})

it('says what the store is and lacks', async () => {
  expect(await storeReport(world.as(VIEWER, member), {})).toMatchObject({
    ...{ kind: 'sqlite', stamp: null, missing: [], newest_run_at: null },
  })
  await member.runs.upsert(aRun({ run_id: 'busy', status: 'running', submitted_at: at('2026-11-30T09:00:00Z') }))
  const { runs, newest_run_at } = await storeReport(world.as(VIEWER, member), {})
  expect(runs?.filter(({ count }) => count > 0)).toEqual([{ status: 'running', count: 1, capped: false }])
  expect(newest_run_at).toContain('2026-11-30T09:00:00')
  await member.env.db.$executeRaw`DROP TABLE faucet_serve_instances`
  member.env.shape.forget()
  expect((await storeReport(world.as(VIEWER, member), {})).missing).toEqual(['faucet_serve_instances'])
  expect((await read()).members).toBeNull()
})
