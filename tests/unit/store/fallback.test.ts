import { describe, expect, it, vi } from 'vitest'
import type { OpenStore } from '@/lib/contract/deps'
import { HistoryError } from '@/lib/contract/errors'
import { METHODS } from '@/lib/contract/methods'
import type { Domain } from '@/lib/contract/run-history'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { createFallbackHistory } from '@/lib/store/fallback/fallback-history'
import { rulesOf } from '@/lib/store/fallback/policy'
import { createMemoryHistory } from '@/lib/store/memory/memory-history'
import { testClock } from '../../support/clock'
import { aRun } from '../../support/records'

const clock = testClock()
const options = { clock, instanceId: 'a', clustered: true, ...STORE_DEFAULTS }
const silence = () => new HistoryError('backend', 'no answer', { transience: 'transient', unreachable: true })

/** A store whose answers and signs of life can be cut off; it counts what reaches it. */
function cuttable() {
  const inner = createMemoryHistory(options)
  const state = { fails: undefined as (() => Error) | undefined, isSilent: false, reached: 0, looks: 0, closed: 0 }
  const passed = async <T>(call: () => Promise<T>): Promise<T> => {
    state.reached++
    if (state.fails) throw state.fails()
    return call()
  }
  const store: OpenStore = {
    ...inner,
    runs: {
      ...inner.runs,
      get: (id) => passed(() => inner.runs.get(id)),
      upsert: (run) => passed(() => inner.runs.upsert(run)),
    },
    tenants: { ...inner.tenants, list: () => passed(() => inner.tenants.list()) },
    look: async () => {
      state.looks++
      if (state.isSilent) throw silence()
    },
    close: async () => {
      state.closed++
    },
  }
  return { store, state }
}

/** Time passes when somebody waits, and waiting is written down. A gate holds the probes until it is opened. */
function around(first: ReturnType<typeof cuttable>, open: () => Promise<OpenStore> = async () => first.store) {
  const waits: number[] = []
  const events: string[] = []
  const history = createFallbackHistory({
    first: first.store,
    open,
    memory: () => createMemoryHistory(options),
    unseen: { kind: 'sqlite', where: 'x' },
    clustered: true,
    clock,
    sleep: async (ms) => {
      waits.push(ms)
      await new Promise((resolve) => setTimeout(resolve, ms >= 1_000 ? 5 : 0))
    },
    tell: ({ kind }) => events.push(kind),
  })
  return { history, waits, events }
}
const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 10_000, interval: 1 })

describe('a store that answers other questions', () => {
  it('is sent a read again, twice at most, and a write never', async () => {
    const one = cuttable()
    const { history, events } = around(one)
    one.state.fails = silence
    await expect(history.runs.get('x')).rejects.toMatchObject({ unreachable: true })
    expect(one.state.reached).toBe(3)
    one.state.reached = 0
    await expect(history.runs.upsert(aRun())).rejects.toMatchObject({ unreachable: true })
    expect(one.state.reached).toBe(1)
    expect(events).toEqual([])
  })

  it('is not away for any other error', async () => {
    const one = cuttable()
    const { history, events } = around(one)
    for (const error of [
      new HistoryError('backend', 'busy', { transience: 'transient', notApplied: true }),
      new HistoryError('backend', 'constraint', { transience: 'permanent' }),
      new HistoryError('missing', 'no such table'),
      new HistoryError('unreadable', 'a body'),
      new TypeError('a defect'),
    ]) {
      one.state.fails = () => error
      await expect(history.runs.get('x')).rejects.toBe(error)
    }
    expect(one.state.looks).toBe(0)
    expect(events).toEqual([])
  })
})

describe('a store that is silent', () => {
  it('is away after two more looks, made once for all calls that failed together', async () => {
    const one = cuttable()
    const { history, waits, events } = around(one, () => new Promise(() => undefined))
    one.state.fails = silence
    one.state.isSilent = true
    const answers = await Promise.all(Array.from({ length: 20 }, () => history.runs.get('x')))
    expect(answers).toEqual(Array.from({ length: 20 }, () => null))
    expect(one.state.looks).toBe(2)
    expect(waits.slice(0, 2)).toEqual([50, 200])
    expect(events).toEqual(['away'])
    expect(history.health.degraded()).toBe(true)
    await history.close()
  })

  it('is asked after 1, 2, 5 and then every 10 seconds', async () => {
    const one = cuttable()
    const { history, waits } = around(one, async () => {
      throw silence()
    })
    one.state.fails = silence
    one.state.isSilent = true
    await history.runs.get('x')
    await until(() => waits.length >= 8)
    const probes = waits.slice(2, 8).map((ms) => Math.round(ms / 500) / 2)
    expect(probes).toEqual([1, 2, 5, 10, 10, 10])
    await history.close()
    const before = waits.length
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(waits.length - before).toBeLessThanOrEqual(1)
  })

  it('comes back as the store that was opened last, and memory is forgotten', async () => {
    const [one, two] = [cuttable(), cuttable()]
    const { history, events } = around(one, async () => two.store)
    one.state.fails = silence
    one.state.isSilent = true
    const meanwhile = aRun()
    await history.runs.upsert(meanwhile)
    expect(await history.runs.get(meanwhile.run_id)).not.toBeNull()
    await expect(history.tenants.list()).rejects.toMatchObject({ kind: 'degraded' })
    await until(() => events.length === 2)
    expect(events).toEqual(['away', 'back'])
    expect(await history.runs.get(meanwhile.run_id)).toBeNull()
    await until(() => one.state.closed === 1)

    two.state.fails = silence
    two.state.isSilent = true
    expect(await history.runs.get(meanwhile.run_id)).toBeNull()
    await history.close()
  })

  it('is described as last seen, and asking never fails', async () => {
    const one = cuttable()
    const { history } = around(one, () => new Promise(() => undefined))
    expect(await history.store.capabilities()).toMatchObject({ kind: 'memory', degradedSince: null })
    one.state.fails = silence
    one.state.isSilent = true
    const seen = await history.store.capabilities()
    expect(seen.degradedSince).not.toBeNull()
    expect(Object.keys(seen.tables)).toHaveLength(27)
    await history.close()
  })
})

describe('a call that hangs', () => {
  it('is waited for while the store gives signs of life, and nobody looks on once it is answered', async () => {
    vi.useFakeTimers()
    try {
      const one = cuttable()
      let answer: (run: null) => void = () => undefined
      const hangs = { ...one.store, runs: { ...one.store.runs, get: () => new Promise<null>((ok) => (answer = ok)) } }
      const { history, events } = around({ ...one, store: hangs })
      const asked = history.runs.get('x')
      await vi.advanceTimersByTimeAsync(12_000)
      expect(one.state.looks).toBe(2)
      answer(null)
      expect(await asked).toBeNull()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(one.state.looks).toBe(2)
      expect(events).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is answered from memory once the store is silent, too', async () => {
    vi.useFakeTimers()
    try {
      const one = cuttable()
      const hangs = { ...one.store, runs: { ...one.store.runs, get: () => new Promise<null>(() => undefined) } }
      const { history, events } = around({ ...one, store: hangs }, () => new Promise(() => undefined))
      one.state.isSilent = true
      const asked = history.runs.get('x')
      await vi.advanceTimersByTimeAsync(6_000)
      expect(await asked).toBeNull()
      expect(events).toEqual(['away'])
      await history.close()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the rules', () => {
  it('name every method of every port, and send again only what reads', () => {
    for (const domain of Object.keys(METHODS) as Domain[]) {
      const rules = rulesOf(domain)
      expect([...rules.keys()]).toEqual(Object.keys(METHODS[domain]))
      for (const [method, { again }] of rules) {
        expect([method, again]).toEqual([method, (METHODS[domain] as Record<string, string>)[method] === 'read'])
      }
    }
    expect([...rulesOf('insight').values()].every((rule) => rule.again)).toBe(true)
    expect([...rulesOf('queue').values()]).toEqual([{ away: 'refuse', again: false }])
  })

  it('cover what both stores offer beside the trait', () => {
    const memory = createMemoryHistory(options)
    expect([...rulesOf('insight').keys()].sort()).toEqual(Object.keys(memory.insight).sort())
    expect([...rulesOf('queue').keys()].sort()).toEqual(Object.keys(memory.queue).sort())
    expect([...rulesOf('console').keys()].sort()).toEqual(Object.keys(memory.console).sort())
  })
})
