import { describe, expect, it, vi } from 'vitest'
import { shareReads } from '@/lib/runtime/shared-reads'
import { createMemoryHistory } from '@/lib/store/memory/memory-history'
import { storeOptions } from '../../support/backends'
import { testClock } from '../../support/clock'
import { aRun } from '../../support/records'

function world(ageMs: number) {
  const store = createMemoryHistory(storeOptions(testClock(), 'console', false))
  const list = vi.spyOn(store.runs, 'list')
  let now = 0
  const { store: shared, forget } = shareReads(store, { ageMs: () => ageMs, nowMs: () => now })
  const pass = (ms: number) => {
    now += ms
  }
  return { store, list, shared, forget, pass }
}
const ALL = { status: [], limit: 10 }

describe('reads that many share', () => {
  it('are asked once within a moment, each question for itself', async () => {
    const { list, shared, pass } = world(1_000)
    const [a, b] = await Promise.all([shared.runs.list(ALL), shared.runs.list({ ...ALL })])
    expect(a).toBe(b)
    await shared.runs.list({ ...ALL, tenant: 'acme' })
    expect(list).toHaveBeenCalledTimes(2)
    pass(1_001)
    await shared.runs.list(ALL)
    expect(list).toHaveBeenCalledTimes(3)
  })

  it('never overlook what this process wrote', async () => {
    const { shared } = world(60_000)
    expect((await shared.runs.list(ALL)).rows).toHaveLength(0)
    await shared.runs.upsert(aRun({ run_id: 'r' }))
    expect((await shared.runs.list(ALL)).rows).toHaveLength(1)
    expect(await shared.runs.get('r')).not.toBeNull()
  })

  it('are asked anew after somebody noticed a change', async () => {
    const { list, shared, forget } = world(60_000)
    await shared.runs.list(ALL)
    forget()
    await shared.runs.list(ALL)
    expect(list).toHaveBeenCalledTimes(2)
  })

  it('forget what was asked before a write had ended', async () => {
    const { store, shared } = world(60_000)
    let end = () => {}
    const upsert = store.runs.upsert.bind(store.runs)
    store.runs.upsert = async (run) => {
      await new Promise<void>((resolve) => {
        end = resolve
      })
      await upsert(run)
    }
    const writing = shared.runs.upsert(aRun({ run_id: 'r' }))
    expect((await shared.runs.list(ALL)).rows).toHaveLength(0)
    end()
    await writing
    expect((await shared.runs.list(ALL)).rows).toHaveLength(1)
  })

  it('keep no failure, and share nothing where few look', async () => {
    const { list, shared } = world(60_000)
    list.mockRejectedValueOnce(new Error('gone'))
    await expect(shared.runs.list(ALL)).rejects.toThrow('gone')
    expect((await shared.runs.list(ALL)).rows).toEqual([])
    const few = world(0)
    await Promise.all([few.shared.runs.list(ALL), few.shared.runs.list(ALL)])
    expect(few.list).toHaveBeenCalledTimes(2)
  })

  it('tell questions with sets apart', async () => {
    const { shared, store } = world(60_000)
    await store.runs.upsert(aRun({ run_id: 'r' }))
    const find = (id: string) => shared.insight.searchRuns({ status: [], ids: new Set([id]) }, { want: 1, look: 1 })
    expect((await find('x')).rows).toHaveLength(0)
    expect((await find('r')).rows).toHaveLength(1)
  })
})
