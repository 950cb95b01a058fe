import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBells } from '@/lib/runtime/bells'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

/** A store whose topics the test changes, and how often it was asked. */
function store() {
  const state: Record<string, string | Error> = {}
  const looks: string[] = []
  const bells = createBells(async (topic) => {
    looks.push(topic)
    const now = state[topic] ?? ''
    if (now instanceof Error) throw now
    return now
  })
  return { state, looks, bells }
}

it('rings once for what came before it listened, then at each change', async () => {
  const { state, bells } = store()
  const rings: number[] = []
  bells.listen('runs', () => rings.push(Date.now()))
  await seconds(3)
  expect(rings).toHaveLength(1)
  state['runs'] = 'b'
  await seconds(1)
  expect(rings).toHaveLength(2)
})

it('looks once a second and topic, however many listen, and not at all when nobody does', async () => {
  const { looks, bells } = store()
  const stops = Array.from({ length: 500 }, () => bells.listen('runs', () => undefined))
  await seconds(5)
  expect(looks).toHaveLength(6)
  for (const stop of stops) stop()
  await seconds(5)
  expect(looks).toHaveLength(6)
  expect(vi.getTimerCount()).toBe(0)
})

it('does not ask again while an answer is outstanding', async () => {
  let open = 0
  let most = 0
  const bells = createBells(async () => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    open--
    return ''
  })
  bells.listen('runs', () => undefined)
  await seconds(25)
  expect(most).toBe(1)
})

it('rings when the store goes away and when it comes back', async () => {
  const { state, bells } = store()
  let rings = 0
  bells.listen('runs', () => rings++)
  await seconds(1)
  state['runs'] = new Error('gone')
  await seconds(3)
  expect(rings).toBe(2)
  state['runs'] = ''
  await seconds(1)
  expect(rings).toBe(3)
})

it('keeps rings until somebody asks which they were', async () => {
  const { state, bells } = store()
  const gone = new AbortController()
  const bell = bells.hear(['runs', 'changes'], gone.signal)
  await seconds(1)
  expect((await bell.next()).sort()).toEqual(['changes', 'runs'])
  state['changes'] = 'b'
  await seconds(2)
  expect(await bell.next()).toEqual(['changes'])
})

it('ends a wait with the signal, and stops looking', async () => {
  const { looks, bells } = store()
  const gone = new AbortController()
  const bell = bells.hear(['runs'], gone.signal)
  await seconds(1)
  await bell.next()
  const waiting = bell.next()
  gone.abort()
  expect(await waiting).toEqual([])
  const count = looks.length
  await seconds(5)
  expect(looks).toHaveLength(count)
  expect(await bells.hear(['runs'], gone.signal).next()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

it('rings many pages less often than few, and tells them together what rang meanwhile', async () => {
  const { state, bells } = store()
  const gone = new AbortController()
  const heard = Array.from({ length: 200 }, () => bells.hear(['runs', 'changes'], gone.signal))
  expect(bells.viewers()).toBe(200)
  const [one] = heard
  await seconds(1)
  await one?.next()
  const times: number[] = []
  const topics: string[][] = []
  const follow = async () => {
    for (let n = 0; n < 3; n++) {
      topics.push((await one?.next()) ?? [])
      times.push(Date.now())
    }
  }
  const following = follow()
  for (let n = 0; n < 40; n++) {
    state['runs'] = String(n)
    state['changes'] = String(n)
    await seconds(1)
  }
  await following
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(3_750)
  for (const gap of gaps) expect(gap).toBeLessThan(8_000)
  expect(topics.at(-1)?.sort()).toEqual(['changes', 'runs'])
  gone.abort()
  expect(bells.viewers()).toBe(0)
})

it('keeps nobody waiting who is about to leave', async () => {
  const { state, bells } = store()
  const gone = new AbortController()
  const [one] = Array.from({ length: 100 }, () => bells.hear(['runs'], gone.signal))
  await seconds(1)
  await one?.next()
  state['runs'] = 'b'
  await seconds(1)
  const next = one?.next()
  await seconds(0.1)
  gone.abort()
  await expect(next).resolves.toEqual([])
})
