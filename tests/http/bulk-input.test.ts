import { beforeEach, describe, expect, it } from 'vitest'
import type { RunRecord } from '@/lib/contract/records/runs'
import { readBulkInput } from '@/lib/http/bulk-input'
import { at } from '../support/clock'
import { ACME_BOSS, type CtxWorld, ctxWorld, OPERATOR } from '../support/ctx'
import { aRun } from '../support/records'

let world: CtxWorld
beforeEach(() => {
  world = ctxWorld()
})
async function add(run_id: string, more: Partial<RunRecord> = {}) {
  await world.store.runs.upsert(aRun({ run_id, submitted_at: at('2026-11-30T10:00:00Z'), ...more }))
  if (more.tenant !== undefined) await world.store.tenants.linkRun(run_id, more.tenant)
}

describe('the runs that a page means', () => {
  it('are those that were chosen, as they are named', async () => {
    const input = await readBulkInput(world.as(OPERATOR), { kind: 'delete', ids: ['a', 'b'] })
    expect(input).toMatchObject({ kind: 'delete', ids: ['a', 'b'], asked: { search: null, is_capped: false } })
  })

  it('are all that a filter fits and the action could be done to, over all pages', async () => {
    for (let n = 0; n < 1_203; n++)
      await add(`r${String(n).padStart(4, '0')}`, { status: n % 2 === 0 ? 'failed' : 'running' })
    const search = 'limit=25&cursor=r0100'
    const over = await readBulkInput(world.as(OPERATOR), { kind: 'delete', search })
    expect(over.ids).toHaveLength(602)
    expect(over.asked).toMatchObject({ search: '', reached: null, is_capped: false })
    const active = await readBulkInput(world.as(OPERATOR), { kind: 'cancel', search })
    expect(active.ids).toHaveLength(601)
    expect(active.ids[0]).toBe('r1201')
  })

  it('are none where the filter asks for others', async () => {
    await add('a', { status: 'failed' })
    expect((await readBulkInput(world.as(OPERATOR), { kind: 'cancel', search: 'status=failed' })).ids).toEqual([])
    expect((await readBulkInput(world.as(OPERATOR), { kind: 'delete', search: 'status=failed,running' })).ids).toEqual([
      'a',
    ])
  })

  it('are none that came after the plan, and none that it did not look at', async () => {
    await add('old', { submitted_at: at('2026-11-30T08:00:00Z') })
    await add('mid', { submitted_at: at('2026-11-30T09:00:00Z') })
    await add('new', { submitted_at: at('2026-11-30T10:00:00Z') })
    const ids = async (more: object) => (await readBulkInput(world.as(OPERATOR), { kind: 'delete', ...more })).ids
    expect(await ids({ until: '2026-11-30T09:00:00Z' })).toEqual(['mid', 'old'])
    expect(await ids({ reached: '2026-11-30T09:00:00Z' })).toEqual(['new', 'mid'])
    expect(await ids({ search: 'until=2026-11-30T08:30:00Z', until: '2026-11-30T09:00:00Z' })).toEqual(['old'])
    expect(await ids({ search: 'since=2026-11-30T09:30:00Z', reached: '2026-11-30T08:30:00Z' })).toEqual(['new'])
    // The clock of a page may be ahead.
    const { asked } = await readBulkInput(world.as(OPERATOR), { kind: 'delete', until: '2030-01-01T00:00:00Z' })
    expect(asked.until < '2027').toBe(true)
  })

  it('mean by "the last hour" the hour before the plan', async () => {
    await add('in', { submitted_at: at('2026-11-30T09:30:00Z') })
    await add('before', { submitted_at: at('2026-11-30T08:30:00Z') })
    const input = await readBulkInput(world.as(OPERATOR), {
      ...{ kind: 'delete', search: 'since=1h', until: '2026-11-30T10:00:00Z' },
    })
    expect(input.ids).toEqual(['in'])
    expect(input.asked.search).toBe('since=1h')
  })

  it('are the caller’s own', async () => {
    await add('a', { tenant: 'acme' })
    await add('g', { tenant: 'globex' })
    const mine = await readBulkInput(world.as(ACME_BOSS), { kind: 'delete', search: '' })
    expect(mine.ids).toEqual(['a'])
    await expect(readBulkInput(world.as(ACME_BOSS), { kind: 'delete', search: 'tenant=globex' })).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    )
  })

  it('are refused where part of the filter cannot be used: more would be done than was meant', async () => {
    for (const search of ['status=finished', 'since=yesterday']) {
      await expect(readBulkInput(world.as(OPERATOR), { kind: 'delete', search })).rejects.toMatchObject({
        code: 'bad_config',
        message: `this filter cannot be used: ${search}`,
      })
    }
  })

  it.each([
    { kind: 'explode' },
    { kind: 'delete', ids: 'all' },
    { kind: 'delete', until: 'tomorrow' },
    { kind: 'delete', ids: Array.from({ length: 10_001 }, String) },
    null,
  ])('are refused in any other shape', async (sent) => {
    await expect(readBulkInput(world.as(OPERATOR), sent as never)).rejects.toMatchObject({ code: 'bad_config' })
  })

  it('are at most as many as one action takes, and it says so', { timeout: 60_000 }, async () => {
    for (let n = 0; n < 10_001; n++)
      await add(`r${n}`, { submitted_at: at(`2026-11-30T10:00:00.${String(n).padStart(9, '0')}Z`) })
    const { ids, asked } = await readBulkInput(world.as(OPERATOR), { kind: 'delete', search: '' })
    expect([ids.length, ids[0], asked.is_capped]).toEqual([10_000, 'r10000', true])
  })
})
