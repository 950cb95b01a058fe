import { describe, expect, it } from 'vitest'
import type { RunRecord } from '@/lib/contract/records/runs'
import { getRunRecord } from '@/lib/services/runs/get-run-record'
import { getRunSnapshot } from '@/lib/services/runs/get-run-snapshot'
import { getRunUsage } from '@/lib/services/runs/get-run-usage'
import { listRunAudit } from '@/lib/services/runs/list-run-audit'
import { listRunDatasets } from '@/lib/services/runs/list-run-datasets'
import { listRunOutputs } from '@/lib/services/runs/list-run-outputs'
import { anEntry } from '../../support/audit'
import { anObservation, anUpdate, aSnapshot, idOf, schemaOf, second, sink, source } from '../../support/catalog'
import { at } from '../../support/clock'
import { ACME_BOSS, ADMIN, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'
import { anInvocation } from '../../support/invocations'
import { aRun } from '../../support/records'
import { aUsage } from '../../support/usage'

async function holding(run: Partial<RunRecord> = {}) {
  const world = ctxWorld()
  await world.store.runs.upsert(aRun({ run_id: 'r', submitted_at: second(0), ...run }))
  if (run.tenant !== undefined) await world.store.tenants.linkRun('r', run.tenant)
  return world
}
const R = { run_id: 'r' }

const line = (amount: number, rate = 1) => ({ item: 'compute', quantity: 2, unit: 's', rate, amount })
const cost = (amount: number, rate?: number) => ({
  currency: 'USD',
  total: amount,
  lines: [line(amount, rate)],
  hosted_equivalent: 0,
})

describe('the usage of a run', () => {
  it('is what its invocations say, and what is filed of those that do not', async () => {
    const world = await holding({
      invocations: [
        anInvocation({ row_id: 'a', run_id: 'i1', usage: aUsage({ run_id: 'i1', row: 'a', cost: cost(1) }) }),
        anInvocation({ row_id: 'b', run_id: 'i2' }),
        anInvocation({ row_id: 'c', run_id: 'i3' }),
      ],
    })
    await world.store.usage.record(aUsage({ run_id: 'i2', row: 'b', cost: cost(2, 3) }))
    await world.store.usage.record(aUsage({ run_id: 'i3', row: 'another row' }))
    const usage = await getRunUsage(world.as(VIEWER), R)
    expect(usage.units.map(({ row_id, cost: amount }) => [row_id, amount])).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect(usage.invocations).toBe(3)
    expect(usage.lines).toEqual([{ item: 'compute', unit: 's', currency: 'USD', quantity: 4, rate: null, amount: 3 }])
  })

  it('is nobody’s of another tenant', async () => {
    const world = await holding({ tenant: 'globex' })
    await expect(getRunUsage(world.as(ACME_BOSS), R)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the datasets of a run', () => {
  const wrote = { dataset_id: idOf('file://b'), dataset_uri: 'file://b' }
  const run = {
    finished_at: second(10),
    invocations: [anInvocation({ row_id: 'row-0', records_written: 7, usage: aUsage(wrote) })],
  }

  it('are what it wrote, what fed that, and how schema and volume moved', async () => {
    const world = await holding(run)
    const { catalog } = world.store
    for (const [n, records] of [5, 6, 90].entries())
      await catalog.record(
        anUpdate({
          run_id: `before-${n}`,
          recorded_at: second(n),
          sink: sink('file://b', { records, schema: schemaOf({ id: 'integer', gone: 'string' }) }),
        }),
      )
    await catalog.record(
      anUpdate({
        run_id: 'r',
        recorded_at: second(10),
        sources: [source('csv://a', { records: 8 })],
        sink: sink('file://b', { records: 7, schema: schemaOf({ id: 'integer', name: 'string' }) }),
      }),
    )
    const { catalog: state, datasets } = await listRunDatasets(world.as(VIEWER), R)
    expect(state).toBe('read')
    expect(datasets).toMatchObject([
      { role: 'read', uri: 'csv://a', rows: 8 },
      {
        role: 'written',
        uri: 'file://b',
        rows: 7,
        usual: 6,
        schema: [{ version: 2, is_first: false, added: ['name'], removed: ['gone'] }],
      },
    ])
  })

  it('do not name what other runs read into the same dataset', async () => {
    const world = await holding(run)
    await world.store.catalog.record(anUpdate({ run_id: 'other', recorded_at: second(5) }))
    const { datasets } = await listRunDatasets(world.as(VIEWER), R)
    expect(datasets.map(({ role }) => role)).toEqual(['written'])
  })

  it('are without the catalog for somebody confined to a tenant', async () => {
    const world = await holding({ ...run, tenant: 'acme' })
    await world.store.catalog.record(anUpdate({ run_id: 'r', recorded_at: second(10) }))
    expect(await listRunDatasets(world.as(ACME_BOSS), R)).toMatchObject({
      catalog: 'closed',
      datasets: [{ role: 'written', uri: 'file://b', rows: 7, schema: [] }],
    })
  })
})

describe('the files of a run', () => {
  it('are those it was the last to write', async () => {
    const world = await holding({ invocations: [anInvocation({ usage: aUsage({ dataset_id: 'd1' }) })] })
    await world.store.outputs.record(anObservation({ path: '/mine', run_id: 'r' }))
    await world.store.outputs.record(anObservation({ path: '/theirs', run_id: 'other' }))
    const found = await listRunOutputs(world.as(VIEWER), R)
    expect(found?.rows.map(({ columns }) => columns['path'])).toEqual(['/mine'])
  })

  it('are not for somebody confined to a tenant', async () => {
    const world = await holding({ tenant: 'acme' })
    await expect(listRunOutputs(world.as(ACME_BOSS), R)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('the audit trail of a run', () => {
  it('is what names it, oldest first, for whoever may read the trail', async () => {
    const world = await holding()
    const file = (id: string, seconds: number, run_id: string) =>
      world.store.audit.record(anEntry({ id, timestamp: second(seconds), action: id, run_id }))
    await file('cancel', 9, 'r')
    await file('submit', 0, 'r')
    await file('else', 3, 'other')
    const trail = await listRunAudit(world.as(ADMIN), R)
    expect(trail?.entries.map(({ action }) => action)).toEqual(['submit', 'cancel'])
    expect(trail?.is_cut).toBe(false)
  })

  it('is refused to everybody else', async () => {
    const world = await holding({ tenant: 'acme' })
    for (const principal of [VIEWER, OPERATOR, ACME_BOSS])
      await expect(listRunAudit(world.as(principal), R)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('the stored record', () => {
  it('is shown as it is to admins who see everything, readable or not, and to nobody else', async () => {
    const world = await holding({ tenant: 'acme', submitted_at: at('2026-11-30T10:00:00Z') })
    expect((await getRunRecord(world.as(ADMIN), R))?.text).toContain('"run_id":"r"')
    for (const principal of [VIEWER, OPERATOR, ACME_BOSS]) expect(await getRunRecord(world.as(principal), R)).toBeNull()
    const other = await holding({ tenant: 'globex' })
    await expect(getRunRecord(other.as(ACME_BOSS), R)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the snapshot of its pipeline', () => {
  it('is that of the pipeline its label names, a tenant’s own first', async () => {
    const world = await holding({ labels: { pipeline: 'orders' }, tenant: 'acme' })
    expect(await getRunSnapshot(world.as(VIEWER), R)).toBeNull()
    await world.store.catalog.recordConfigSnapshot(aSnapshot({ pipeline: 'orders' }))
    expect((await getRunSnapshot(world.as(VIEWER), R))?.columns['pipeline']).toBe('orders')
    await world.store.catalog.recordConfigSnapshot(aSnapshot({ pipeline: 'acme::orders' }))
    expect((await getRunSnapshot(world.as(VIEWER), R))?.columns['pipeline']).toBe('acme::orders')
    await expect(getRunSnapshot(world.as(ACME_BOSS), R)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
