import { beforeEach, describe, expect, it } from 'vitest'
import type { RunRecord } from '@/lib/contract/records/runs'
import { homeReport } from '@/lib/services/overview/home-report'
import { BACKENDS } from '../../support/backends'
import { at } from '../../support/clock'
import { ACME_BOSS, type CtxWorld, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'
import { aRunRow } from '../../support/rows'
import { aUsage } from '../../support/usage'

let world: CtxWorld
beforeEach(() => {
  world = ctxWorld()
})

const memory = BACKENDS.find(({ name }) => name === 'memory') ?? expect.fail('no memory store')
const today = (time: string) => at(`2026-11-30T${time}Z`)
const add = (run: Partial<RunRecord>) => world.store.runs.upsert(aRun(run))
const read = (input: object = {}, as = VIEWER) => homeReport(world.as(as), { wait_ms: 1_000, ...input })
const priced = (total: number, bytes: number, currency = 'USD') => {
  const { cost, usage, ...rest } = aUsage({ run_id: 'i' })
  return {
    row_id: 'r',
    parent_record_key: null,
    records_written: 0,
    duration_ms: 4_000,
    error: null,
    usage: { ...rest, usage: { ...usage, bytes_written: bytes }, cost: { ...cost, currency, total } },
  }
}

describe('a window in numbers', () => {
  it('counts outcomes, adds up rows, bytes, cost and durations, bucket by bucket', async () => {
    await add({
      run_id: 'a',
      labels: { pipeline: 'orders' },
      submitted_at: today('10:10:00'),
      finished_at: today('10:10:30'),
      records_written: 40,
      invocations: [priced(0.5, 1_000)],
    })
    await add({
      run_id: 'b',
      name: 'orders',
      submitted_at: today('11:10:00'),
      finished_at: today('11:11:30'),
      records_written: 2,
      invocations: [priced(0.25, 24)],
    })
    await add({ run_id: 'c', name: 'late', status: 'failed', submitted_at: today('11:20:00'), error: 'row 17 is bad' })
    await add({ run_id: 'd', status: 'running', submitted_at: today('11:59:00') })
    await add({ run_id: 'old', submitted_at: at('2026-11-29T11:00:00Z'), records_written: 21 })
    const report = await read()
    expect(report).toMatchObject({
      is_now: true,
      reached: null,
      outcomes: { completed: 2, failed: 1, cancelled: 0, open: 1 },
      rows: 42,
      bytes: 1_024,
      cost: { currency: 'USD', amount: 0.75, runs: 2, others: [] },
      durations: { median_ms: 30_000, p95_ms: 90_000, of: 2 },
      before: { outcomes: { completed: 1 }, rows: 21, bytes: null, cost: null },
      pipelines: 3,
    })
    const filled = report.buckets.filter(
      ({ outcomes }) => outcomes !== null && outcomes.completed + outcomes.failed > 0,
    )
    expect(filled.map((bucket) => [bucket.at, bucket.outcomes?.completed, bucket.rows, bucket.cost])).toEqual([
      ['2026-11-30T10:00:00.000Z', 1, 40, 0.5],
      ['2026-11-30T11:00:00.000Z', 1, 2, 0.25],
    ])
    expect(report.buckets[0]?.at).toBe(report.since)
    expect(report.buckets.at(-1)?.until).toBe(report.until)
  })

  it('keeps currencies apart: figures are in the one that most runs have, the others are named', async () => {
    for (const [run_id, currency] of [
      ['a', 'EUR'],
      ['b', 'EUR'],
      ['c', 'USD'],
    ] as const) {
      await add({ run_id, submitted_at: today('11:00:00'), invocations: [priced(2, 1, currency)] })
    }
    expect((await read()).cost).toEqual({ currency: 'EUR', amount: 4, runs: 2, others: ['USD'] })
  })

  it('groups errors that say the same, and ranks pipelines', async () => {
    for (const [n, pipeline] of ['a', 'a', 'b'].entries()) {
      await add({
        run_id: `f${n}`,
        labels: { pipeline },
        status: 'failed',
        submitted_at: today(`11:0${n}:00`),
        error: `row ${n} of 10.0.0.${n}:5432 is bad`,
      })
    }
    await add({ run_id: 'ok', labels: { pipeline: 'b' }, submitted_at: today('11:10:00'), records_written: 9 })
    const { errors, error_count, failures, rankings } = await read()
    expect({ errors, error_count, failures }).toMatchObject({
      errors: [
        {
          count: 3,
          error: 'row 2 of 10.0.0.2:5432 is bad',
          pipelines: [
            { pipeline: 'a', count: 2 },
            { pipeline: 'b', count: 1 },
          ],
          last_run_id: 'f2',
        },
      ],
      error_count: 1,
      failures: 3,
    })
    expect(rankings.failing).toEqual([
      { pipeline: 'a', failed: 2, finished: 2 },
      { pipeline: 'b', failed: 1, finished: 2 },
    ])
    expect(rankings.rows).toEqual([{ pipeline: 'b', rows: 9, runs: 2 }])
    expect(rankings.cost).toEqual([])
  })

  it('says what was held back only where engines record it', async () => {
    const invocation = { row_id: 'r', parent_record_key: null, records_written: 0, duration_ms: 1, error: null }
    await add({
      run_id: 'a',
      submitted_at: today('11:00:00'),
      invocations: [{ ...invocation, batches: { attempted: 3, committed: 1, dlq_partial: 1, dlq_all: 1, failed: 0 } }],
    })
    expect((await read()).governance).toEqual({
      batches: { committed: 1, dlq_partial: 1, dlq_all: 1, failed: 0 },
      totals: null,
      recorded: 0,
      unrecorded: 1,
    })
    const rows = { transform_in: 10, transform_out: 7, quarantined: 2, failed: 1, coalesced: 0, skipped: 0, dropped: 4 }
    await add({
      run_id: 'b',
      submitted_at: today('11:01:00'),
      invocations: [{ ...invocation, rows } as typeof invocation],
    })
    world.clock.advance(2_000)
    expect((await read()).governance).toMatchObject({
      totals: { filtered: 3, quarantined: 2, dlq: 1, coalesced: 0, skipped: 0, dropped: 4 },
      recorded: 1,
      unrecorded: 1,
    })
  })

  it('counts what cannot be read, and adds nothing of it', async () => {
    const { history, plant, close } = await memory.open()
    const row = (run: Partial<RunRecord>, body?: string) =>
      plant('faucet_serve_runs', aRunRow(run, body === undefined ? {} : { body }))
    await row({ run_id: 'good', submitted_at: today('11:00:00'), records_written: 5 })
    await row({ run_id: 'bad', submitted_at: today('11:01:00') }, '{"labels":[3')
    await row(
      { run_id: 'odd', status: 'failed', submitted_at: today('11:02:00') },
      '{"labels":{"pipeline":7},"invocations":[null]}',
    )
    const report = await homeReport(world.as(VIEWER, { insight: history.insight }), {})
    expect(report).toMatchObject({ unreadable: 2, rows: 5, outcomes: { completed: 2, failed: 1 } })
    await close()
  })

  it('keeps to a window with two ends, and refuses one that is none', async () => {
    await add({ run_id: 'in', submitted_at: today('10:30:00') })
    await add({ run_id: 'end', submitted_at: today('11:00:00') })
    const window = { since: '2026-11-30T10:00:00Z', until: '2026-11-30T11:00:00Z' }
    expect(await read(window)).toMatchObject({ is_now: false, outcomes: { completed: 1 } })
    for (const wrong of [{ since: 'soon' }, { since: '1h', until: '2h' }, { since: '900d' }, { range: '2d' }]) {
      await expect(read(wrong)).rejects.toMatchObject({ code: 'bad_config' })
    }
  })

  it('narrows everything to a pipeline, a pool and labels', async () => {
    await add({
      run_id: 'a',
      labels: { pipeline: 'p', team: 'x' },
      submitted_at: today('11:00:00'),
      records_written: 1,
    })
    await add({
      run_id: 'b',
      labels: { pipeline: 'p' },
      pool: 'gpu',
      submitted_at: today('11:00:00'),
      records_written: 2,
    })
    await add({ run_id: 'c', name: 'q', submitted_at: today('11:00:00'), records_written: 4 })
    const rows = async (input: object) => (await read(input)).rows
    expect(await rows({ pipeline: 'p' })).toBe(3)
    expect(await rows({ pipeline: 'q' })).toBe(4)
    expect(await rows({ pool: 'gpu' })).toBe(2)
    expect(await rows({ pool: 'default' })).toBe(5)
    expect(await rows({ labels: [{ key: 'team', value: 'x' }] })).toBe(1)
    expect(await rows({ labels: [{ key: 'team' }, { key: 'toString' }] })).toBe(0)
    expect((await read({ pipeline: 'p' })).outcomes.completed).toBe(2)
  })

  it('begins days at midnight of the zone that it is told', async () => {
    const days = (await read({ range: '30d', zone: 'Asia/Kolkata' })).buckets.map((bucket) => bucket.at)
    expect(days.slice(1).every((day) => day.endsWith('T18:30:00.000Z'))).toBe(true)
    expect(days.length).toBe(31)
  })

  it('shows somebody confined to a tenant their own runs alone', async () => {
    await add({ run_id: 'a', tenant: 'acme', submitted_at: today('11:00:00'), records_written: 3 })
    await world.store.tenants.linkRun('a', 'acme')
    await add({ run_id: 'b', name: 'secret', submitted_at: today('11:00:00'), records_written: 5 })
    expect(await read({}, ACME_BOSS)).toMatchObject({ outcomes: { completed: 1 }, rows: 3, recent: [{ run_id: 'a' }] })
    expect(await read()).toMatchObject({ outcomes: { completed: 2 }, rows: 8 })
    await expect(read({ tenant: 'globex' }, ACME_BOSS)).rejects.toMatchObject({ code: 'not_found' })
  })
})
