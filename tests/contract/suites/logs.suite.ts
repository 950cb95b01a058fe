import { expect } from 'vitest'
import type { RunLogLine } from '@/lib/contract/records/logs'
import { TRUNCATED_LINE, TRUNCATED_SEQ } from '@/lib/contract/records/logs'
import { aLine, seq } from '../../support/audit'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'
import { expectRefused, NUL } from '../../support/refused'
import { type Row, suite, type World } from '../../support/suite'

const TABLE = 'faucet_serve_run_logs'
const SENTINEL: RunLogLine = { seq: TRUNCATED_SEQ, ts: '', level: 'WARN', line: TRUNCATED_LINE }
/** The largest number a line can have, and one far beyond 2^53. */
const LAST = '18446744073709551614'
const LARGE = 7238556057600000005n

const add = (world: World, run: string, ...lines: RunLogLine[]) => world.history.logs.record(run, lines)
const all = (world: World, run = 'r') => world.history.logs.list(run, null, 10_000)
const numbers = ({ lines }: { lines: readonly RunLogLine[] }) => lines.map((line) => line.seq)
const texts = ({ lines }: { lines: readonly RunLogLine[] }) => lines.map(({ seq, line }) => `${seq} ${line}`)
const range = (from: number, count: number, step = 1) => Array.from({ length: count }, (_, at) => from + at * step)

export const logsSuite = suite('logs', [
  [
    'lists by number, from 0 on when nothing came before',
    'all',
    async (world) => {
      await add(world, 'r', aLine(10), aLine(9), aLine(0), aLine(2))
      expect(numbers(await all(world))).toEqual(['0', '2', '9', '10'])
      expect(numbers(await world.history.logs.list('r', seq(0), 10))).toEqual(['2', '9', '10'])
      expect(numbers(await world.history.logs.list('r', seq(9), 1))).toEqual(['10'])
      expect(numbers(await world.history.logs.list('r', seq(10), 10))).toEqual([])
    },
  ],
  [
    'keeps numbers beyond 2^53 to the last digit, up to 2^64 - 2',
    'all',
    async (world) => {
      const large = [LARGE, LARGE + 1n, LARGE + 2n, BigInt(LAST)]
      await add(world, 'r', ...large.map((number) => aLine(number)))
      expect(numbers(await all(world))).toEqual(large.map(String))
      const paged = await world.history.logs.list('r', seq(LARGE), 2)
      expect(numbers(paged)).toEqual([`${LARGE + 1n}`, `${LARGE + 2n}`])
      expect(numbers(await world.history.logs.list('r', seq(LAST), 2))).toEqual([])
    },
  ],
  [
    'returns a line as it was written and stores its number with 20 digits',
    'all',
    async (world) => {
      const line = aLine(5, { level: 'ERROR', line: 'tab\t ünï 😀 \u2028 <script> \\u0000' })
      await add(world, 'r', line)
      expect((await all(world)).lines).toEqual([line])
      const [row] = await world.rows(TABLE)
      expect(row).toMatchObject({ run_id: 'r', seq: '00000000000000000005', ts: '2026-11-30T10:00:00.123Z' })
    },
  ],
  [
    'never lists the sentinel and reports it outside the page too',
    'all',
    async (world) => {
      await add(world, 'r', ...range(0, 3).map((number) => aLine(number)))
      expect((await all(world)).truncated).toBe(false)
      await add(world, 'r', SENTINEL)
      expect(await world.history.logs.list('r', seq(0), 1)).toEqual({ lines: [aLine(1)], truncated: true })
      expect(numbers(await all(world))).toEqual(['0', '1', '2'])
      expect(await world.history.logs.list('other', null, 10)).toEqual({ lines: [], truncated: false })
    },
  ],
  [
    'lists as many lines as asked for, at least one',
    'all',
    async (world) => {
      await add(world, 'r', aLine(1), aLine(2), aLine(3))
      expect(numbers(await world.history.logs.list('r', null, 2))).toEqual(['1', '2'])
      expect(numbers(await world.history.logs.list('r', null, 0))).toEqual(['1'])
    },
  ],
  [
    'does nothing with no lines',
    'all',
    async (world) => {
      await add(world, 'r')
      expect(await world.rows(TABLE)).toEqual([])
    },
  ],
  [
    'takes thousands of lines in one call',
    'all',
    async (world) => {
      await add(world, 'r', ...range(0, 2_701).map((number) => aLine(number)))
      expect(numbers(await all(world))).toEqual(range(0, 2_701).map(String))
    },
  ],
  [
    'stores all lines of a call or none',
    'clustered',
    async (world) => {
      const broken = aLine(1_000, { level: null as unknown as string })
      await expect(add(world, 'r', ...range(0, 1_000).map((number) => aLine(number)), broken)).rejects.toThrow()
      expect(await world.rows(TABLE)).toEqual([])
    },
  ],
  [
    'drops a line whose number is taken, or moves it to the next free one on later stores',
    'clustered',
    async (world, backend) => {
      await add(world, 'r', aLine(1, { line: 'first' }), aLine(3, { line: 'first' }))
      await add(world, 'r', aLine(1, { line: 'second' }), aLine(2, { line: 'second' }))
      expect(texts(await all(world))).toEqual(
        backend.later ? ['1 first', '2 second', '3 first', '4 second'] : ['1 first', '2 second', '3 first'],
      )
    },
  ],
  [
    'tries 16 numbers for a line and one for the sentinel',
    'clustered',
    async (world, backend) => {
      await add(world, 'r', ...range(1, 15).map((number) => aLine(number)), SENTINEL)
      await add(world, 'r', aLine(1, { line: 'moved' }))
      await add(world, 'r', aLine(1, { line: 'lost' }), ...['again', 'twice'].map((line) => ({ ...SENTINEL, line })))
      const { lines, truncated } = await all(world)
      expect(lines.filter(({ line }) => line === 'lost')).toEqual([])
      expect(lines.filter(({ line }) => line === 'moved').map((line) => line.seq)).toEqual(backend.later ? ['16'] : [])
      expect(truncated).toBe(true)
      const last = (await world.rows(TABLE)).filter((row) => (row['seq'] ?? '') >= TRUNCATED_SEQ)
      expect(last).toMatchObject([{ seq: TRUNCATED_SEQ, line: TRUNCATED_LINE }])
    },
  ],
  [
    'never turns a line into the sentinel',
    'clustered',
    async (world) => {
      await add(world, 'r', aLine(LAST, { line: 'first' }))
      await add(world, 'r', aLine(LAST, { line: 'second' }))
      expect(texts(await all(world))).toEqual([`${LAST} first`])
      expect((await all(world)).truncated).toBe(false)
    },
  ],
  [
    'loses no line of two writers that use the same numbers at once, on later stores',
    'clustered',
    async (world, backend) => {
      const peer = await world.peer('instance-b')
      const lines = range(0, 40, 20).map((number) => aLine(number))
      await Promise.all([add(world, 'r', ...lines), peer.logs.record('r', lines), add(world, 'r', ...lines)])
      expect((await all(world)).lines).toHaveLength(backend.later ? 120 : 40)
    },
  ],
  [
    'keeps both lines of one number',
    'single',
    async (world) => {
      await add(world, 'r', aLine(1, { line: 'first' }))
      await add(world, 'r', aLine(1, { line: 'second' }))
      expect(texts(await all(world))).toEqual(['1 first', '1 second'])
    },
  ],
  [
    'keeps attributes where the store has a place for them, and none for an empty set',
    'all',
    async (world, backend) => {
      await add(world, 'r', aLine(1, { attrs: { target: 'faucet_core', row: 'ünï' } }), aLine(2, { attrs: {} }))
      const [first, second] = (await all(world)).lines
      const kept = backend.later || backend.name === 'memory'
      expect(first?.attrs).toEqual(kept ? { target: 'faucet_core', row: 'ünï' } : undefined)
      expect(second && 'attrs' in second).toBe(false)
    },
  ],
  [
    'reads odd rows leniently: a number that is none is 0, attributes that are none are left out',
    'all',
    async (world, backend) => {
      const row = { run_id: 'r', ts: 'later', level: 'LOUD', line: 'x' }
      const attrs = (text: string): Row => (backend.later ? { attrs: text } : {})
      await world.plant(TABLE, { ...row, seq: '0000000000000000000x', ...attrs('{"a":1,"b":"c"}') })
      await world.plant(TABLE, { ...row, seq: '00000000000000000007', ...attrs('["a"]') })
      await world.plant(TABLE, { ...row, seq: '00000000000000000008', ...attrs('{"a"') })
      const { lines } = await all(world)
      expect(numbers({ lines }).sort()).toEqual(['0', '7', '8'])
      expect(lines.every(({ ts, level }) => ts === 'later' && level === 'LOUD')).toBe(true)
      expect(lines.flatMap((line) => (line.attrs ? [line.attrs] : []))).toEqual(backend.later ? [{ b: 'c' }] : [])
    },
  ],
  [
    'keeps the lines of a run that is deleted, and those of others apart',
    'all',
    async (world) => {
      await world.history.runs.upsert(aRun({ run_id: 'r', finished_at: at('2026-11-30T10:00:00Z') }))
      await add(world, 'r', aLine(1))
      await add(world, 'rr', aLine(2))
      await world.history.runs.remove('r')
      expect(numbers(await all(world))).toEqual(['1'])
      expect(numbers(await all(world, 'rr'))).toEqual(['2'])
    },
  ],
  [
    'purges what is older, of every run, and says how much',
    'all',
    async (world) => {
      const lineAt = (number: number, time: string) => aLine(number, { ts: `2026-11-30T${time}Z` })
      await add(world, 'a', lineAt(1, '11:58:59.999'), lineAt(2, '11:59:00.999'))
      await add(world, 'b', lineAt(3, '11:58:00.000'))
      expect(await world.history.logs.purge(60_000)).toBe(2)
      expect(numbers(await all(world, 'a'))).toEqual(['2'])
      expect(numbers(await all(world, 'b'))).toEqual([])
      expect(await world.history.logs.purge(60_000)).toBe(0)
    },
  ],
  [
    'purges the sentinel the first time, whatever the age',
    'clustered',
    async (world) => {
      await add(world, 'r', aLine(1), SENTINEL)
      expect(await world.history.logs.purge(365 * 86_400_000)).toBe(1)
      expect(await all(world)).toEqual({ lines: [aLine(1)], truncated: false })
    },
  ],
  [
    'keeps the sentinel and every line whose time cannot be read',
    'single',
    async (world) => {
      await add(world, 'r', aLine(1, { ts: 'long ago' }), SENTINEL)
      expect(await world.history.logs.purge(0)).toBe(0)
      expect((await all(world)).truncated).toBe(true)
    },
  ],
  [
    'refuses U+0000 in the id, the text and the attributes, and writes nothing',
    'all',
    async (world) => {
      const { logs } = world.history
      await expectRefused(
        () => logs.record(NUL, [aLine(1)]),
        () => logs.record('r', [aLine(0), aLine(1, { line: NUL })]),
        () => logs.record('r', [aLine(1, { level: NUL })]),
        () => logs.record('r', [aLine(1, { attrs: { a: NUL } })]),
        () => logs.record('r', [aLine(1, { attrs: { [NUL]: 'a' } })]),
        () => logs.list(NUL, null, 1),
      )
      expect(await world.rows(TABLE)).toEqual([])
    },
  ],
])
