import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { homeReport } from '@/lib/services/overview/home-report'
import { openPrismaHistory, type PrismaHistory } from '@/lib/store/prisma/prisma-history'
import { storeOptions } from '../../support/backends'
import { at } from '../../support/clock'
import { ACME_BOSS, type CtxWorld, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

let folder = ''
let world: CtxWorld
let store: PrismaHistory
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'overview-'))
  world = ctxWorld()
  const url = { kind: 'sqlite', file: path.join(folder, 'history.db'), readonly: false } as const
  store = await openPrismaHistory(url, storeOptions(world.clock, 'member-a'))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

type Run = Parameters<typeof aRun>[0]
const add = (run: Run) => store.runs.upsert(aRun(run))
const read = (input: { range?: '1h' | '24h' | '7d'; tenant?: string } = {}, principal = VIEWER) =>
  homeReport(world.as(principal, store), input)
// The clock of the tests starts at noon.
const morning = (time: string) => at(`2026-11-30T${time}Z`)

it('adds up the window and leaves out what lies before it', async () => {
  await add({ run_id: 'a', status: 'completed', submitted_at: morning('11:30:00'), finished_at: morning('11:30:10') })
  await add({ run_id: 'b', status: 'failed', submitted_at: morning('10:30:00'), error: 'row 1 is bad' })
  await add({ run_id: 'c', status: 'failed', submitted_at: at('2026-11-28T10:30:00Z'), error: 'row 2 is bad' })
  expect(await read()).toMatchObject({ totals: { completed: 1, failed: 1 }, failures_read: 1, reached: null })
  expect(await read({ range: '1h' })).toMatchObject({ totals: { completed: 1, failed: 0 } })
  expect(await read({ range: '7d' })).toMatchObject({
    totals: { completed: 1, failed: 2 },
    errors: [{ error: 'row 1 is bad', count: 2 }],
  })
})

it('names what fails with the error of its last failure', async () => {
  await add({ run_id: 'b', name: 'orders', status: 'failed', submitted_at: morning('11:30:00'), error: 'no such host' })
  await add({ run_id: 'a', name: 'orders', status: 'failed', submitted_at: morning('10:30:00'), error: 'no such file' })
  expect(await read()).toMatchObject({
    failing: [{ name: 'orders', streak: 2, last_failed_run: 'b', error: 'no such host', last_good: null }],
    failing_count: 1,
    error_count: 2,
  })
})

it('tells a slow run from one that takes its time, whenever it was submitted', async () => {
  for (const [run_id, minute] of [
    ['x', '01'],
    ['y', '02'],
    ['z', '03'],
  ] as const) {
    const submitted_at = morning(`11:${minute}:00`)
    const finished_at = morning(`11:${minute}:20`)
    await add({ run_id, name: 'orders', status: 'completed', submitted_at, finished_at })
  }
  await add({ run_id: 'slow', name: 'orders', status: 'running', submitted_at: at('2026-11-29T11:00:00Z') })
  await add({ run_id: 'fresh', name: 'orders', status: 'running', submitted_at: morning('11:59:50') })
  await add({ run_id: 'other', name: 'first ever', status: 'running', submitted_at: morning('09:00:00') })
  const report = await read()
  expect(report.slow).toMatchObject([{ run_id: 'slow', usual_ms: 20_000, usual_of: 3 }])
  expect(report.running.map(({ run_id }) => run_id)).toEqual(['fresh', 'other', 'slow'])
})

it('names the runs whose holder is gone, and those that wait for a member that is not there', async () => {
  await add({ run_id: 'held', status: 'running' })
  await add({ run_id: 'waits', status: 'pending', submitted_at: morning('11:00:00') })
  expect(await read()).toMatchObject({
    expired_count: 0,
    members: 0,
    going: { pending: 1, oldest_waiting: { run_id: 'waits' } },
  })
  world.clock.advance(31_000)
  expect(await read()).toMatchObject({ expired_count: 1, expired: [{ run_id: 'held', owner: 'member-a' }] })
})

it('shows somebody confined to a tenant its own runs, and no members', async () => {
  await add({ run_id: 'a', status: 'failed', submitted_at: morning('11:00:00'), tenant: 'acme' })
  await store.tenants.linkRun('a', 'acme')
  await add({ run_id: 'g', status: 'failed', submitted_at: morning('11:00:00'), tenant: 'globex' })
  await store.tenants.linkRun('g', 'globex')
  expect(await read({}, ACME_BOSS)).toMatchObject({ totals: { failed: 1 }, members: null, recent: [{ run_id: 'a' }] })
  expect(await read()).toMatchObject({ totals: { failed: 2 }, members: 0 })
  await expect(read({ tenant: 'globex' }, ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
})
