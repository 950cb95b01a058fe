import { expect, it } from 'vitest'
import { addToPipelines, isLate, type PipelineSums, p95, pipelineState, usualGap } from '@/lib/derive/pipelines'

const NOW = Date.parse('2026-11-30T10:00:00Z')
const HOUR = 3_600_000
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const hourly = (count: number) => Array.from({ length: count }, (_, index) => ago(index * HOUR))

it('adds up runs by name, newest first, and leaves out runs without one', () => {
  const pipelines = new Map<string, PipelineSums>()
  const add = (run_id: string, name: string | null, status: string, secs: number | null) =>
    addToPipelines(pipelines, {
      run_id,
      name,
      status,
      submitted_at: ago(HOUR),
      finished_at: secs === null ? null : ago(HOUR - secs * 1000),
    })
  add('d', 'orders', 'running', null)
  add('c', 'orders', 'failed', 3)
  add('b', 'orders', 'completed', 2)
  add('a', 'orders', 'completed', 1)
  add('x', null, 'failed', 1)
  expect([...pipelines.values()]).toMatchObject([
    { name: 'orders', completed: 2, failed: 1, open: 1, last_good: { run_id: 'b' }, durations: [2_000, 1_000] },
  ])
})

it('knows a rhythm when most gaps are alike, and none otherwise', () => {
  expect(usualGap(hourly(5))).toBe(HOUR)
  expect(usualGap(hourly(4))).toBeNull()
  expect(usualGap([0, 1, 2, 40, 41, 99].map((hours) => ago(hours * HOUR)))).toBeNull()
  expect(usualGap([0, 1, 2, 3, 4, 5].map((seconds) => ago(seconds * 1_000)))).toBeNull()
})

it('calls late what has missed twice its usual time', () => {
  expect(isLate(ago(2 * HOUR), HOUR, NOW)).toBe(false)
  expect(isLate(ago(2 * HOUR + 1), HOUR, NOW)).toBe(true)
  expect(isLate(ago(99 * HOUR), null, NOW)).toBe(false)
})

it.each([
  [['failed'], 'failing'],
  [['cancelled', 'failed'], 'failing'],
  [['running', 'failed'], 'failing'],
  [['running', 'completed'], 'running'],
  [['completed', 'failed'], 'ok'],
  [['cancelled'], 'quiet'],
  [[], 'quiet'],
] as const)('says in one word how %j stands: %s', (statuses, state) => {
  const recent = statuses.map((status, index) => ({ status, submitted_at: ago(index * HOUR) }))
  expect(pipelineState(recent, null, NOW)).toBe(state)
})

it('says late of what went well but did not come again', () => {
  expect(pipelineState([{ status: 'completed', submitted_at: ago(3 * HOUR) }], HOUR, NOW)).toBe('late')
})

it('takes the 95th percentile by nearest rank', () => {
  expect(p95([])).toBeNull()
  expect(p95(Array.from({ length: 100 }, (_, index) => 100 - index))).toBe(95)
})
