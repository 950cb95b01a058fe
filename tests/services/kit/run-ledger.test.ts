import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InsightStore } from '@/lib/contract/ports/insight'
import type { RunRecord } from '@/lib/contract/records/runs'
import { readLedger } from '@/lib/services/kit/run-ledger'
import { BACKENDS } from '../../support/backends'
import { at } from '../../support/clock'
import { aRunRow } from '../../support/rows'
import type { Row, World } from '../../support/suite'

const HOUR = 3_600_000
const DAY = 24 * HOUR

for (const backend of BACKENDS.filter(({ name }) => ['memory', 'sqlite'].includes(name))) {
  describe(`runs kept in mind, on ${backend.name}`, () => {
    let world: World
    let searches = 0
    let insight: InsightStore
    let nowMs = 0
    beforeEach(async () => {
      world = await backend.open()
      nowMs = Date.parse(world.now())
      searches = 0
      insight = {
        ...world.history.insight,
        runsWithin: (...asked) => {
          searches++
          return world.history.insight.runsWithin(...asked)
        },
      }
    })
    afterEach(() => world.close())

    const ago = (ms: number) => at(new Date(nowMs - ms).toISOString())
    const plant = (run: Partial<RunRecord>, columns: Row = {}) =>
      world.plant('faucet_serve_runs', aRunRow(run, columns))
    const read = async (spanMs: number, budgetMs = 60_000, tenant?: string) => {
      const view = await readLedger(insight, tenant, { sinceMs: nowMs - spanMs, untilMs: nowMs, nowMs, budgetMs })
      const ids: string[] = []
      view.each(({ run_id }) => ids.push(run_id))
      return { ids, reachedMs: view.reachedMs, isFull: view.isFull }
    }
    const pass = (ms: number) => {
      nowMs += ms
    }

    it('knows every run of a span, newest first, and reads each once', async () => {
      await plant({ run_id: 'new', submitted_at: ago(1_000) })
      await plant({ run_id: 'edge', submitted_at: ago(DAY) })
      await plant({ run_id: 'old', submitted_at: ago(DAY + 1_000) })
      await plant({ run_id: 'mid', submitted_at: ago(5 * HOUR) })
      expect(await read(DAY)).toEqual({ ids: ['new', 'mid', 'edge'], reachedMs: null, isFull: false })
      const before = searches
      expect((await read(DAY)).ids).toEqual(['new', 'mid', 'edge'])
      // The newest hours are looked at again, the others are not.
      expect(searches - before).toBeLessThanOrEqual(3)
      expect((await read(2 * DAY)).ids).toEqual(['new', 'mid', 'edge', 'old'])
    })

    it('sees what comes, what ends and what goes', async () => {
      await plant({ run_id: 'a', status: 'running', submitted_at: ago(3 * HOUR) })
      await read(DAY)
      await plant({ run_id: 'b', submitted_at: ago(0) })
      await world.history.runs.upsert({
        ...(JSON.parse(aRunRow({ run_id: 'a', submitted_at: ago(3 * HOUR) })['body'] ?? '') as RunRecord),
        status: 'failed',
        error: 'ouch',
      })
      const view = await readLedger(insight, undefined, {
        sinceMs: nowMs - DAY,
        untilMs: nowMs + 1_000,
        nowMs: nowMs + 1_000,
        budgetMs: 60_000,
      })
      const seen: unknown[] = []
      view.each(({ run_id, status, error }) => seen.push([run_id, status, error]))
      expect(seen).toEqual([
        ['b', 'completed', null],
        ['a', 'failed', 'ouch'],
      ])
      await world.history.runs.remove('a')
      pass(20_000)
      expect((await read(DAY)).ids).toEqual(['b'])
    })

    it('sees a run that comes with an older time than others, once its hour is counted', async () => {
      await plant({ run_id: 'a', submitted_at: ago(HOUR) })
      await read(DAY)
      await plant({ run_id: 'late', submitted_at: ago(6 * HOUR) })
      pass(20_000)
      expect((await read(DAY)).ids).toEqual(['a', 'late'])
    })

    it('stops when its time is over, says how far it came, and goes on from there, each run once', async () => {
      for (let n = 0; n < 1_300; n++) {
        await plant({ run_id: `r${String(n).padStart(4, '0')}`, submitted_at: ago(n * 60_000 + 1) })
      }
      const first = await read(DAY, 0)
      expect(first.ids).toHaveLength(500)
      expect(first.reachedMs).toBe(nowMs - 499 * 60_000 - 1)
      expect((await read(DAY, 0)).ids).toHaveLength(1_000)
      const last = await read(DAY, 0)
      expect(last.reachedMs).toBeNull()
      expect(last.ids).toEqual(Array.from({ length: 1_300 }, (_, n) => `r${String(n).padStart(4, '0')}`))
    })

    it('keeps the runs of a tenant apart', async () => {
      await plant({ run_id: 'a', submitted_at: ago(HOUR) })
      await plant({ run_id: 'b', submitted_at: ago(HOUR), tenant: 'acme' })
      await world.plant('faucet_tenant_runs', { run_id: 'b', tenant: 'acme' })
      expect((await read(DAY)).ids).toEqual(['b', 'a'])
      expect((await read(DAY, 60_000, 'acme')).ids).toEqual(['b'])
      expect((await read(DAY, 60_000, 'other')).ids).toEqual([])
    })

    it('reads for all who ask at once, and each gets an answer', async () => {
      await plant({ run_id: 'a', submitted_at: ago(HOUR) })
      const answers = await Promise.all([read(DAY), read(DAY), read(7 * DAY)])
      expect(answers.map(({ ids }) => ids)).toEqual([['a'], ['a'], ['a']])
    })

    it('asks anew after a reading that failed', async () => {
      await plant({ run_id: 'a', submitted_at: ago(HOUR) })
      const whole = insight.runsWithin
      insight.runsWithin = () => Promise.reject(new Error('away'))
      await expect(read(DAY)).rejects.toThrow('away')
      insight.runsWithin = whole
      expect((await read(DAY)).ids).toEqual(['a'])
    })
  })
}
