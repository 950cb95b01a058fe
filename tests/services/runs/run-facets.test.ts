import { describe, expect, it } from 'vitest'
import type { RunClause } from '@/lib/contract/records/run-clauses'
import type { RunRecord } from '@/lib/contract/records/runs'
import { countFound } from '@/lib/services/runs/count-found'
import { countOverTime } from '@/lib/services/runs/count-over-time'
import { listRunValues } from '@/lib/services/runs/list-run-values'
import { anEntry } from '../../support/audit'
import { at } from '../../support/clock'
import { ACME_BOSS, ADMIN, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

const RUNS: Partial<RunRecord>[] = [
  { run_id: 'a', tenant: 'acme', name: 'orders', status: 'failed', labels: { pipeline: 'p', team: 'data' } },
  { run_id: 'b', tenant: 'globex', name: 'orders', status: 'completed', labels: { pipeline: 'p', team: 'web' } },
  { run_id: 'c', name: 'other', status: 'completed', labels: { template: 'bill', template_version: '4' } },
  { run_id: 'd', status: 'running', labels: { 'faucet.trigger.name': 'nightly' } },
]

async function world() {
  const made = ctxWorld()
  for (const [n, { tenant, ...run }] of RUNS.entries()) {
    const submitted_at = at(`2026-11-30T10:00:0${n}Z`)
    await made.store.runs.upsert(aRun({ ...run, submitted_at, ...(tenant && { tenant }) }))
    if (tenant) await made.store.tenants.linkRun(run.run_id ?? '', tenant)
    await made.store.audit.record(
      anEntry({ principal: n < 3 ? 'ann' : 'bob', run_id: run.run_id ?? '', timestamp: submitted_at }),
    )
  }
  const counts = async (asked: Parameters<typeof countFound>[1], principal = VIEWER) =>
    Object.fromEntries(
      (await countFound(made.as(principal), asked)).counts
        .filter(({ count }) => count > 0)
        .map((one) => [one.status, one.count]),
    )
  const values = async (asked: Parameters<typeof listRunValues>[1], principal = VIEWER) =>
    (await listRunValues(made.as(principal), asked)).values.map(({ key, value, runs }) =>
      key === undefined ? `${value} ${runs}` : `${key}=${value} ${runs}`,
    )
  return { ...made, counts, values }
}
const orders: RunClause = { field: 'words', text: 'order' }

describe('counting what a list shows', () => {
  it('tells of every status what choosing it would show, whichever is chosen', async () => {
    const { counts } = await world()
    expect(await counts({})).toEqual({ completed: 2, failed: 1, running: 1 })
    expect(await counts({ status: ['failed'] })).toEqual({ completed: 2, failed: 1, running: 1 })
    expect(await counts({ clauses: [orders] })).toEqual({ completed: 1, failed: 1 })
    expect(await counts({ name: 'other' })).toEqual({ completed: 1 })
    expect(await counts({ since: at('2026-11-30T10:00:01Z'), until: at('2026-11-30T10:00:02Z') })).toEqual({
      completed: 2,
    })
  })

  it('counts nothing of others for whoever is confined, and says so of another tenant', async () => {
    const { counts } = await world()
    expect(await counts({}, ACME_BOSS)).toEqual({ failed: 1 })
    expect(await counts({ clauses: [orders] }, ACME_BOSS)).toEqual({ failed: 1 })
    await expect(counts({ tenant: 'globex' }, ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('says how many it looked at, and how far it came where there was no time for all', async () => {
    const { as, store } = await world()
    const all = await countFound(as(VIEWER), { clauses: [orders] })
    expect(all).toMatchObject({ looked: 4 })
    expect(all.reached).toBeUndefined()
    const fold = store.insight.foldRuns
    store.insight.foldRuns = (search, look, sum) =>
      fold(search, typeof look === 'number' ? look : { ...look, look: 3 }, sum)
    const some = await countFound(as(VIEWER), { clauses: [{ field: 'words', text: 'orders' }] })
    expect(some).toMatchObject({ looked: 3, reached: expect.stringContaining('10:00:01') })
    expect(some.counts).toEqual([{ status: 'completed', count: 1, capped: true }])
  })
})

describe('what stands in a field of runs', () => {
  it('is counted, the most frequent first, among the runs that the rest of the question fits', async () => {
    const { values } = await world()
    expect(await values({ field: 'name' })).toEqual(['orders 2', 'other 1'])
    expect(await values({ field: 'name', status: ['completed'] })).toEqual(['orders 1', 'other 1'])
    expect(await values({ field: 'pipeline' })).toEqual(['p 2', 'other 1'])
    expect(await values({ field: 'label', clauses: [orders] })).toEqual(['team 2', 'team=data 1', 'team=web 1'])
    expect(await values({ field: 'template' })).toEqual(['bill 1', 'bill=bill@4 1'])
    expect(await values({ field: 'trigger' })).toEqual(['nightly 1'])
    expect(await values({ field: 'origin' })).toEqual(['manual 2', 'template 1', 'trigger 1'])
    expect(await values({ field: 'tenant' })).toEqual(['acme 1', 'globex 1'])
    expect(await values({ field: 'pool' })).toEqual(['default 4'])
  })

  it('is told only to whoever may know it', async () => {
    const { values } = await world()
    expect(await values({ field: 'tenant' }, ACME_BOSS)).toEqual(['acme 1'])
    expect(await values({ field: 'label' }, ACME_BOSS)).toEqual(['team 1', 'team=data 1'])
    expect(await values({ field: 'owner' }, ACME_BOSS)).toEqual([])
    expect(await values({ field: 'owner' })).toHaveLength(1)
    // Who submitted stands in the trail, which not everybody may read.
    expect(await values({ field: 'by' }, ADMIN)).toEqual(['ann 3', 'bob 1'])
    expect(await values({ field: 'by' })).toEqual([])
    expect(await values({ field: 'by' }, ACME_BOSS)).toEqual([])
    await expect(values({ field: 'name', tenant: 'globex' }, ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('leaves out what is too long for a menu, and bodies that nobody can read', async () => {
    const { store, values } = await world()
    await store.runs.upsert(aRun({ run_id: 'long', name: 'x'.repeat(301), labels: { pipeline: 'y'.repeat(301) } }))
    expect(await values({ field: 'name' })).toEqual(['orders 2', 'other 1'])
    expect(await values({ field: 'pipeline' })).toEqual(['p 2', 'other 1'])
  })
})

describe('runs over time', () => {
  const sums = ({ counts }: Awaited<ReturnType<typeof countOverTime>>) => {
    const sum = { completed: 0, failed: 0, cancelled: 0, open: 0 }
    for (const one of counts) {
      for (const part of ['completed', 'failed', 'cancelled', 'open'] as const) sum[part] += one?.[part] ?? 0
    }
    return sum
  }
  const window = { since: at('2026-11-30T09:00:00Z'), until: at('2026-11-30T11:00:00Z') }

  it('are counted by the window of the list, the same by index and one by one', async () => {
    const { as } = await world()
    const all = { completed: 2, failed: 1, cancelled: 0, open: 1 }
    expect(sums(await countOverTime(as(VIEWER), window))).toEqual(all)
    expect(
      sums(await countOverTime(as(VIEWER), { ...window, clauses: [{ field: 'has', what: 'shards', not: true }] })),
    ).toEqual(all)
    expect(sums(await countOverTime(as(VIEWER), { ...window, status: ['failed'] }))).toEqual({
      ...all,
      completed: 0,
      open: 0,
    })
    expect(sums(await countOverTime(as(VIEWER), { ...window, clauses: [orders] }))).toEqual({
      ...all,
      completed: 1,
      open: 0,
    })
    expect(sums(await countOverTime(as(ACME_BOSS), window))).toEqual({ ...all, completed: 0, open: 0 })
    await expect(countOverTime(as(ACME_BOSS), { ...window, tenant: 'globex' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('begin and end with the window, and with the last days of a list that has none', async () => {
    const { as } = await world()
    const asked = await countOverTime(as(VIEWER), window)
    expect([asked.edges[0], asked.edges.at(-1)]).toEqual([Date.parse(window.since), Date.parse(window.until) + 1])
    expect(asked.is_cut).toBe(false)
    const open = await countOverTime(as(VIEWER), {})
    expect(open.is_cut).toBe(true)
    expect((open.edges.at(-1) ?? 0) - (open.edges[0] ?? 0)).toBe(7 * 86_400_000)
    expect(open.counts).toHaveLength(open.edges.length - 1)
  })

  it('are not known of stretches that there was no time for', async () => {
    const { as, store } = await world()
    const fold = store.insight.foldRuns
    store.insight.foldRuns = (search, look, sum) =>
      fold(search, typeof look === 'number' ? look : { ...look, look: 2 }, sum)
    const short = {
      since: at('2026-11-30T10:00:00Z'),
      until: at('2026-11-30T10:10:00Z'),
      clauses: [{ field: 'has' as const, what: 'shards' as const, not: true }],
    }
    const { counts } = await countOverTime(as(VIEWER), short)
    expect(counts[0]).toBeNull()
    expect(counts.slice(1).every((count) => count !== null)).toBe(true)
  })
})
