import { describe, expect, it } from 'vitest'
import type { RunClause } from '@/lib/contract/records/run-clauses'
import { findRuns } from '@/lib/services/runs/find-runs'
import { anEntry } from '../../support/audit'
import { at } from '../../support/clock'
import { ACME_BOSS, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

const RUNS = [
  { run_id: 'a', tenant: 'acme', name: 'orders', error: 'boom', submitted_by: 'ann' },
  { run_id: 'g', tenant: 'globex', name: 'orders', error: 'boom', submitted_by: 'viewer-one' },
  { run_id: 'n', name: 'other', submitted_by: 'viewer-one' },
  { run_id: 'm', name: 'orders', submitted_by: 'tenant-a-boss', tenant: 'acme' },
]

async function world() {
  const made = ctxWorld()
  for (const [n, { tenant, submitted_by, ...run }] of RUNS.entries()) {
    const submitted_at = at(`2026-11-30T10:00:0${n}Z`)
    await made.store.runs.upsert(aRun({ ...run, submitted_at, ...(tenant && { tenant }) }))
    if (tenant) await made.store.tenants.linkRun(run.run_id, tenant)
    await made.store.audit.record(anEntry({ principal: submitted_by, run_id: run.run_id, timestamp: submitted_at }))
  }
  const ids = async (asked: Parameters<typeof findRuns>[1], principal = VIEWER) =>
    (await findRuns(made.as(principal), asked)).rows.map(({ columns }) => columns['run_id'])
  return { ...made, ids }
}

const boom: RunClause = { field: 'error', text: 'boom' }

describe('finding runs', () => {
  it('asks everything at once, and confines whoever is confined', async () => {
    const { ids } = await world()
    expect(await ids({})).toEqual(['m', 'n', 'g', 'a'])
    expect(await ids({ clauses: [boom] })).toEqual(['g', 'a'])
    expect(await ids({ name: 'orders', tenant: 'acme' })).toEqual(['m', 'a'])
    expect(await ids({}, ACME_BOSS)).toEqual(['m', 'a'])
    expect(await ids({ clauses: [boom] }, ACME_BOSS)).toEqual(['a'])
    expect(await ids({ clauses: [{ field: 'tenant', any: ['acme'], not: true }] }, ACME_BOSS)).toEqual([])
    expect(await ids({ clauses: [{ field: 'tenant', any: ['globex'] }] }, ACME_BOSS)).toEqual([])
    expect(await ids({ by: ['viewer-one'] }, ACME_BOSS)).toEqual([])
    await expect(ids({ tenant: 'globex', clauses: [boom] }, ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('knows from the trail who submitted what, where runs do not say', async () => {
    const { ids } = await world()
    expect(await ids({ by: ['ann'] })).toEqual(['a'])
    expect(await ids({ by: ['ann', 'viewer-one'] })).toEqual(['n', 'g', 'a'])
    expect(await ids({ mine: true })).toEqual(['n', 'g'])
    expect(await ids({ mine: true }, ACME_BOSS)).toEqual(['m'])
    expect(await ids({ not_by: ['viewer-one', 'ann'] })).toEqual(['m'])
    expect(await ids({ by: ['nobody'] })).toEqual([])
  })

  it('says since when it is known who submitted, where the trail is longer than it is read', async () => {
    const { ids, store, as } = await world()
    for (let n = 0; n < 5_001; n++) {
      const timestamp = at(`2026-11-30T11:${String(Math.floor(n / 100)).padStart(2, '0')}:00Z`)
      await store.audit.record(anEntry({ principal: 'bot', run_id: n === 0 ? 'a' : `b${n}`, timestamp }))
    }
    const found = await findRuns(as(VIEWER), { by: ['bot'] })
    expect(found).toMatchObject({ rows: [], known_since: '2026-11-30T11:00:00Z' })
    expect(await ids({ by: ['ann'] })).toEqual(['a'])
  })

  it('narrows a list to a piece of it: above, below, page by page', async () => {
    const { ids, as } = await world()
    expect(await ids({ name: 'orders', from: at('2026-11-30T10:00:01Z') })).toEqual(['m', 'g'])
    expect(await ids({ name: 'orders', upto: at('2026-11-30T10:00:01Z'), since: at('2026-11-30T10:00:00Z') })).toEqual([
      'g',
      'a',
    ])
    expect(await ids({ until: at('2026-11-30T10:00:00Z'), upto: at('2026-11-30T10:00:02Z') })).toEqual(['a'])
    const first = await findRuns(as(VIEWER), { name: 'orders', limit: 2 })
    expect(first).toMatchObject({ next_cursor: '2026-11-30T10:00:01.000000000Z~g' })
    expect(first.reached).toBeUndefined()
    const second = await findRuns(as(VIEWER), { name: 'orders', limit: 2, cursor: first.next_cursor ?? '' })
    expect(second.rows.map(({ columns }) => columns['run_id'])).toEqual(['a'])
    expect(second.next_cursor).toBeUndefined()
  })

  it('says how far a search came that stopped for time', async () => {
    const { as, store } = await world()
    const asked: unknown[] = []
    const insight = {
      ...store.insight,
      searchRuns: async (...question: Parameters<typeof store.insight.searchRuns>) => {
        asked.push(question[1])
        return {
          rows: [],
          looked: 41_000,
          unreadable: 0,
          reached: at('2026-11-28T03:10:00Z'),
          next: '2026-11-28T03:10:00Z~',
        }
      },
    }
    const found = await findRuns(as(VIEWER, { insight }), { clauses: [boom] })
    expect(found).toEqual({
      rows: [],
      looked: 41_000,
      reached: '2026-11-28T03:10:00Z',
      next_cursor: '2026-11-28T03:10:00Z~',
    })
    expect(asked).toEqual([{ want: 51, ms: 150, look: expect.any(Number) }])
  })

  it('refuses questions without an end', async () => {
    const { ids } = await world()
    const clauses = Array.from({ length: 500 }, () => boom)
    await expect(ids({ clauses })).rejects.toMatchObject({ code: 'bad_config' })
  })
})
