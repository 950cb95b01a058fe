import { describe, expect, it } from 'vitest'
import type { RunLogLine } from '@/lib/contract/records/logs'
import { TRUNCATED_LINE, TRUNCATED_SEQ } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { exportRunLogs } from '@/lib/services/logs/export-run-logs'
import { mapRunLogs } from '@/lib/services/logs/map-run-logs'
import { readLogLines } from '@/lib/services/logs/read-log-lines'
import { type LogSearch, searchRunLogs } from '@/lib/services/logs/search-run-logs'
import { tailRunLogs } from '@/lib/services/logs/tail-run-logs'
import { aLine, seq } from '../../support/audit'
import { ACME_BOSS, type CtxWorld, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

const SENTINEL: RunLogLine = { seq: TRUNCATED_SEQ, ts: '', level: 'WARN', line: TRUNCATED_LINE }
const run_id = 'r'

async function worldWith(lines: readonly RunLogLine[]): Promise<CtxWorld> {
  const world = ctxWorld()
  await world.store.runs.upsert(aRun({ run_id }))
  await world.store.logs.record(run_id, lines)
  return world
}
const many = (count: number, more: (at: number) => Partial<RunLogLine> = () => ({})) =>
  Array.from({ length: count }, (_, at) => aLine(at, more(at)))
const errorsAt =
  (...places: number[]) =>
  (at: number) =>
    places.includes(at) ? { level: 'ERROR' } : {}

describe('the map of a log', () => {
  it('counts every line once and opens at the first', async () => {
    const world = await worldWith(many(1_200, errorsAt(700)))
    const map = await mapRunLogs(world.as(VIEWER), { run_id, at: 'start' })
    expect(map.stretches.map(({ to, counts }) => [to, counts[0], counts[2]])).toEqual([
      ['499', 0, 500],
      ['999', 1, 499],
      ['1199', 0, 200],
    ])
    expect(map).toMatchObject({ isKept: true, isTruncated: false, hasMore: false, oldestAt: null })
    expect(map.opened?.index).toBe(0)
    expect(map.opened?.lines.map(({ place }) => place)).toEqual(Array.from({ length: 500 }, (_, at) => at + 1))
  })

  it.each([
    ['a line', seq(700), 1],
    ['a line that is gone: the next one', seq(1_150), 2],
    ['what lies behind the end', seq(99_999), 2],
    ['the first error', 'first-error', 0],
    ['the last error', 'last-error', 2],
    ['the end', 'end', 2],
    ['no place at all', 'nowhere', 0],
  ])('opens at %s', async (_, at, index) => {
    const lines = many(1_300, errorsAt(10, 1_250)).filter(({ seq: number }) => number !== '1150')
    const world = await worldWith(lines)
    const { opened } = await mapRunLogs(world.as(VIEWER), { run_id, at: at as 'start' })
    expect(opened?.index).toBe(index)
    expect(opened?.lines[0]?.seq).toBe(String(index * 500))
  })

  it('of a log without errors opens for an error where it ends', async () => {
    const world = await worldWith(many(600))
    expect((await mapRunLogs(world.as(VIEWER), { run_id, at: 'last-error' })).opened?.index).toBe(1)
  })

  it('stops after ten thousand lines for a page that is being made, and goes on from there', async () => {
    const world = await worldWith(many(12_345))
    const first = await mapRunLogs(world.as(VIEWER), { run_id, at: 'start' })
    expect([first.hasMore, first.stretches.length]).toEqual([true, 20])
    const rest = await mapRunLogs(world.as(VIEWER), { run_id, after: first.stretches.at(-1)?.to ?? null })
    expect(rest).toMatchObject({ hasMore: false, opened: null })
    const counted = [...first.stretches, ...rest.stretches].flatMap(({ counts }) => counts)
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(12_345)
    const last = await mapRunLogs(world.as(VIEWER), { run_id, at: 'end' })
    expect(last.opened?.lines.at(-1)?.seq).toBe('12344')
  })

  it('says that a log was cut, and of an empty one how old the oldest line of all is', async () => {
    const world = await worldWith([aLine(1), SENTINEL])
    expect((await mapRunLogs(world.as(VIEWER), { run_id, at: 'start' })).isTruncated).toBe(true)
    await world.store.runs.upsert(aRun({ run_id: 'quiet' }))
    const empty = await mapRunLogs(world.as(VIEWER), { run_id: 'quiet', at: 'start' })
    expect(empty).toMatchObject({ isKept: true, stretches: [], opened: null, oldestAt: aLine(1).ts })
  })

  it('says that a store keeps no lines, and asks it for none', async () => {
    const world = await worldWith([])
    const { faucet_serve_run_logs: _, ...tables } = (await world.store.store.capabilities()).tables
    const store = { capabilities: async () => ({ ...(await world.store.store.capabilities()), tables }) }
    const ctx = world.as(VIEWER, { store })
    expect(await mapRunLogs(ctx, { run_id, at: 'end' })).toMatchObject({ isKept: false, stretches: [] })
    expect(await readLogLines(ctx, { run_id, ranges: [{ after: null, to: seq(1) }] })).toEqual([[]])
    expect(await searchRunLogs(ctx, { run_id, q: 'a' })).toEqual({ hits: [], reached: null })
    expect(await tailRunLogs(ctx, { run_id })).toEqual({ isKept: false, lines: [] })
  })
})

it('reads the lines of stretches with their places, that level and above', async () => {
  const world = await worldWith(many(1_000, (at) => ({ level: at % 100 === 50 ? 'WARN' : 'INFO' })))
  const [first, second] = await readLogLines(world.as(VIEWER), {
    run_id,
    ranges: [
      { after: null, to: seq(199) },
      { after: seq(499), to: seq(699) },
    ],
    level: 'WARN',
  })
  expect(first?.map(({ place, seq: number }) => [place, number])).toEqual([
    [51, '50'],
    [151, '150'],
  ])
  expect(second?.map(({ place, seq: number }) => [place, number])).toEqual([
    [51, '550'],
    [151, '650'],
  ])
})

describe('the search', () => {
  const lines = [
    aLine(0, { line: '2026-11-30T10:00:00.123Z INFO app: Batch 7 done' }),
    aLine(1, { level: 'DEBUG', line: '2026-11-30T10:00:00.123Z DEBUG app: batch 8 begins' }),
    aLine(2, { line: '2026-11-30T10:00:00.123Z INFO app: other' }),
  ]

  it('finds words with their places, in all lines or those of a level and above', async () => {
    const ctx = (await worldWith(lines)).as(VIEWER)
    expect(await searchRunLogs(ctx, { run_id, q: 'batch' })).toEqual({
      hits: [
        { seq: '0', places: [5, 10] },
        { seq: '1', places: [5, 10] },
      ],
      reached: null,
    })
    const numbers = async (more: object) =>
      (await searchRunLogs(ctx, { run_id, q: 'batch', ...more })).hits.map((hit) => hit.seq)
    expect(await numbers({ level: 'INFO' })).toEqual(['0'])
    expect(await numbers({ case: true })).toEqual(['1'])
    expect(await numbers({ after: seq(0) })).toEqual(['1'])
    expect(await numbers({ q: 'batch \\d (done|ends)', regex: true })).toEqual(['0'])
  })

  it('goes on where it stopped for time, until everything was searched', async () => {
    const world = await worldWith(many(9_000, (at) => ({ line: at % 3_000 === 0 ? 'x-1' : 'y' })))
    const ctx = world.as(VIEWER)
    ctx.now = () => {
      world.clock.advance(200)
      return world.clock.now()
    }
    const found: string[] = []
    let asked = 0
    for (let after: Seq | null = null; ; asked++) {
      const part: LogSearch = await searchRunLogs(ctx, { run_id, q: '[x].[12]', regex: true, after })
      found.push(...part.hits.map((hit) => hit.seq))
      after = part.reached
      if (after === null) break
    }
    expect(found).toEqual(['0', '3000', '6000'])
    expect(asked).toBeGreaterThan(0)
  })

  it('gives five thousand hits at most and goes on behind the last', async () => {
    const ctx = (await worldWith(many(5_003))).as(VIEWER)
    const first = await searchRunLogs(ctx, { run_id, q: 'line' })
    expect([first.hits.length, first.reached]).toEqual([5_000, '4999'])
    expect((await searchRunLogs(ctx, { run_id, q: 'line', after: seq(4_999) })).hits).toHaveLength(3)
  })

  it('refuses a pattern that cannot be read, and questions without an end', async () => {
    const ctx = (await worldWith(lines)).as(VIEWER)
    await expect(searchRunLogs(ctx, { run_id, q: '(', regex: true })).rejects.toMatchObject({ code: 'bad_config' })
    await expect(searchRunLogs(ctx, { run_id, q: 'x'.repeat(201) })).rejects.toMatchObject({ code: 'bad_config' })
  })
})

it('gives the whole log page by page, each line once, and the mark at its end', async () => {
  const world = await worldWith([...many(4_100), SENTINEL])
  const numbers: string[] = []
  let isCut = false
  for await (const page of await exportRunLogs(world.as(VIEWER), { run_id })) {
    numbers.push(...page.lines.map((line) => line.seq))
    isCut = page.truncated
  }
  expect(numbers).toEqual(Array.from({ length: 4_100 }, (_, at) => String(at)))
  expect(isCut).toBe(true)
})

it('gives the last lines', async () => {
  const world = await worldWith(many(20))
  const { lines } = await tailRunLogs(world.as(VIEWER), { run_id, limit: 3 })
  expect(lines.map((line) => line.seq)).toEqual(['17', '18', '19'])
})

it('ends behind a number that cannot be read, whatever is asked', async () => {
  // A row at the end whose number reads as 0: asking after it would begin anew, for ever.
  const world = await worldWith(many(5_000))
  const { insight, logs } = world.store
  const ctx = world.as(VIEWER, {
    insight: {
      ...insight,
      logStretches: async () =>
        Array.from({ length: 10 }, () => ({ to: seq(0), at: '', counts: [0, 0, 500, 0, 0, 0] })),
      logCandidates: async () => ({ lines: [], reached: seq(0) }),
    },
    logs: { ...logs, list: async () => ({ lines: Array.from({ length: 2_000 }, () => aLine(0)), truncated: false }) },
  })
  expect((await mapRunLogs(ctx, { run_id, after: seq(1) })).hasMore).toBe(false)
  expect((await searchRunLogs(ctx, { run_id, q: 'x', after: seq(1) })).reached).toBeNull()
  let pages = 0
  for await (const _ of await exportRunLogs(ctx, { run_id })) pages++
  expect(pages).toBeLessThan(4)
})

it('knows no run of another tenant', async () => {
  const world = await worldWith([aLine(1)])
  await world.store.runs.upsert(aRun({ run_id, tenant: 'globex' }))
  const ctx = world.as(ACME_BOSS)
  const asked = [
    mapRunLogs(ctx, { run_id, at: 'start' }),
    readLogLines(ctx, { run_id, ranges: [] }),
    searchRunLogs(ctx, { run_id, q: 'a' }),
    tailRunLogs(ctx, { run_id }),
    exportRunLogs(ctx, { run_id }),
  ]
  for (const answer of asked) await expect(answer).rejects.toMatchObject({ code: 'not_found' })
})
