import { expect } from 'vitest'
import type { RunLogLine } from '@/lib/contract/records/logs'
import { TRUNCATED_LINE, TRUNCATED_SEQ } from '@/lib/contract/records/logs'
import { aLine, seq } from '../../support/audit'
import { expectRefused, NUL } from '../../support/refused'
import { suite, type World } from '../../support/suite'

const SENTINEL: RunLogLine = { seq: TRUNCATED_SEQ, ts: '', level: 'WARN', line: TRUNCATED_LINE }
/** Far beyond 2^53: two neighbours are one number to a double. */
const LARGE = 7238556057600000005n
const add = (world: World, run: string, ...lines: RunLogLine[]) => world.history.logs.record(run, lines)
const range = (count: number) => Array.from({ length: count }, (_, number) => number)
const all = { after: null, to: seq('18446744073709551614'), look: 1_000, hidden: [], longest: 1_000 } as const
const texts = (lines: readonly { seq: string; line: string }[]) => lines.map(({ line }) => line)
const numbers = (lines: readonly { seq: string }[]) => lines.map((line) => line.seq)

const LATE = '2026-11-30T23:00:00.000000000Z'
const NOT_TRIED = {
  delivered_seq: null,
  delivered_at: null,
  dropped: null,
  last_error: null,
  last_attempt_at: null,
  failing_since: null,
  owner: null,
  lease_expires_at: null,
  notified: null,
}

export const insightLogsSuite = suite('insight logs', [
  [
    'sums up a log in stretches, each line once, from number 0 on and without the sentinel',
    'all',
    async (world) => {
      const levels = ['INFO', 'ERROR', 'AUDIT', 'WARN', 'DEBUG', 'TRACE', 'INFO']
      await add(world, 'r', ...levels.map((level, at) => aLine(at, { level })), SENTINEL)
      await add(world, 'other', aLine(0))
      const { insight } = world.history
      const stretches = await insight.logStretches('r', null, 3, 10)
      expect(stretches.map(({ to, counts }) => [to, counts])).toEqual([
        ['2', [1, 0, 1, 0, 0, 1]],
        ['5', [0, 1, 0, 1, 1, 0]],
        ['6', [0, 0, 1, 0, 0, 0]],
      ])
      // Asked in parts it is the same log.
      const first = await insight.logStretches('r', null, 3, 1)
      expect([...first, ...(await insight.logStretches('r', seq(2), 3, 2))]).toEqual(stretches)
      expect(await insight.logStretches('r', seq(6), 3, 2)).toEqual([])
      expect(await insight.logStretches('nobody', null, 3, 2)).toEqual([])
    },
  ],
  [
    'says of a stretch the latest time of its lines, wherever it stands',
    'all',
    async (world) => {
      const times = ['2026-11-30T10:00:02.000Z', '2026-11-30T10:00:01.000Z']
      await add(world, 'r', ...times.map((ts, at) => aLine(at, { ts })))
      const [stretch] = await world.history.insight.logStretches('r', null, 10, 1)
      expect(stretch?.at).toBe(times[0])
    },
  ],
  [
    'gives the lines of a window with their places, those that are left out counted',
    'all',
    async (world) => {
      const lines = range(6).map((at) => aLine(LARGE + BigInt(at), { level: at % 2 === 0 ? 'INFO' : 'WARN' }))
      await add(world, 'r', ...lines, SENTINEL)
      const { insight } = world.history
      const window = { ...all, after: seq(LARGE), to: seq(LARGE + 4n) }
      const places = async (more: object) =>
        (await insight.logWindow('r', { ...window, ...more })).map((line) => [line.place, line.seq, line.level])
      expect(await places({})).toEqual([
        [1, `${LARGE + 1n}`, 'WARN'],
        [2, `${LARGE + 2n}`, 'INFO'],
        [3, `${LARGE + 3n}`, 'WARN'],
        [4, `${LARGE + 4n}`, 'INFO'],
      ])
      expect(await places({ hidden: ['WARN', 'DEBUG'] })).toEqual([
        [2, `${LARGE + 2n}`, 'INFO'],
        [4, `${LARGE + 4n}`, 'INFO'],
      ])
      expect(await places({ look: 2 })).toHaveLength(2)
      expect(numbers(await insight.logWindow('r', { ...all, to: TRUNCATED_SEQ }))).toHaveLength(6)
      expect(numbers(await insight.logWindow('r', { ...all, to: seq(LARGE) }))).toEqual([`${LARGE}`])
    },
  ],
  [
    'cuts a text that is too long and says how long it is',
    'all',
    async (world) => {
      const line = aLine(1, { line: 'ünïcödé and more' })
      await add(world, 'r', line, aLine(2, { line: 'short' }))
      const [cut, whole] = await world.history.insight.logWindow('r', { ...all, longest: 7 })
      expect(cut).toMatchObject({ line: 'ünïcödé', whole: 16 })
      expect(whole).toEqual({ ...aLine(2, { line: 'short' }), place: 2 })
    },
  ],
  [
    'finds every line that may hold a text, in any case of its letters and through colours',
    'all',
    async (world) => {
      const lines = [
        'Duplicate KEY in orders',
        'nothing',
        'dupli\u001b[31mcate key',
        '100% done',
        '1000 done',
        'a_b',
        'axb',
      ]
      await add(world, 'r', ...lines.map((line, at) => aLine(at, { line })), SENTINEL)
      const { insight } = world.history
      const held = async (text: string | null) => texts((await insight.logCandidates('r', null, 100, text)).lines)
      expect(await held('duplicate key')).toEqual([lines[0], lines[2]])
      // What patterns of a database mean is text here.
      expect(await held('100%')).toEqual([lines[2], lines[3]])
      expect(await held('A_B')).toEqual([lines[2], lines[5]])
      expect(await held('\\')).toEqual([lines[2]])
      expect(await held(null)).toEqual(lines)
    },
  ],
  [
    'looks at so many lines and says how far it came',
    'all',
    async (world) => {
      await add(world, 'r', ...range(5).map((at) => aLine(at, { line: at === 3 ? 'here' : 'not' })))
      const { insight } = world.history
      expect(await insight.logCandidates('r', null, 2, 'here')).toEqual({ lines: [], reached: '1' })
      const second = await insight.logCandidates('r', seq(1), 2, 'here')
      expect([texts(second.lines), second.reached]).toEqual([['here'], '3'])
      expect(await insight.logCandidates('r', seq(3), 2, 'here')).toEqual({ lines: [], reached: null })
      expect(await insight.logCandidates('r', seq(4), 2, 'here')).toEqual({ lines: [], reached: null })
    },
  ],
  [
    'gives the last lines in their order, never the sentinel',
    'all',
    async (world) => {
      await add(world, 'r', ...range(4).map((at) => aLine(at)), SENTINEL)
      expect(numbers(await world.history.insight.logTail('r', 2))).toEqual(['2', '3'])
      expect(numbers(await world.history.insight.logTail('r', 0))).toEqual(['3'])
      expect(await world.history.insight.logTail('nobody', 2)).toEqual([])
    },
  ],
  [
    'knows the oldest line of all runs, and that there is none',
    'all',
    async (world) => {
      const { insight } = world.history
      expect(await insight.oldestLogAt()).toBeNull()
      await add(world, 'a', aLine(1, { ts: '2026-11-30T10:00:00.000Z' }), SENTINEL)
      await add(world, 'b', aLine(1, { ts: '2026-11-29T10:00:00.000Z' }))
      expect(await insight.oldestLogAt()).toBe('2026-11-29T10:00:00.000Z')
    },
  ],
  [
    'says how far a log was delivered elsewhere, and nothing of a run whose delivery was never tried',
    'all',
    async (world, { later }) => {
      const { insight } = world.history
      // What the store has no table for it says nothing of.
      if (!later) return expect(await insight.logDelivery('r')).toBeNull()
      const ship = (run_id: string, more: object) =>
        world.plant('faucet_serve_log_ship', { run_id, total_seq: `${LARGE}`.padStart(20, '0'), ...NOT_TRIED, ...more })
      await ship('quiet', {})
      await ship('sent', { delivered_seq: `${LARGE}`.padStart(20, '0'), delivered_at: LATE, dropped: '00' })
      await ship('stuck', { dropped: '12', last_error: 'refused', last_attempt_at: LATE, failing_since: LATE })
      expect(await insight.logDelivery('quiet')).toBeNull()
      expect(await insight.logDelivery('nobody')).toBeNull()
      const none = { delivered: null, delivered_at: null, dropped: null, last_error: null }
      const untried = { ...none, last_attempt_at: null, failing_since: null }
      expect(await insight.logDelivery('sent')).toEqual({ ...untried, delivered: `${LARGE}`, delivered_at: LATE })
      const stuck = { dropped: '12', last_error: 'refused', last_attempt_at: LATE, failing_since: LATE }
      expect(await insight.logDelivery('stuck')).toEqual({ ...untried, ...stuck })
    },
  ],
  [
    'refuses U+0000',
    'all',
    async (world) => {
      const { insight } = world.history
      await expectRefused(
        () => insight.logStretches(NUL, null, 1, 1),
        () => insight.logWindow(NUL, all),
        () => insight.logCandidates(NUL, null, 1, null),
        () => insight.logCandidates('r', null, 1, NUL),
        () => insight.logTail(NUL, 1),
        () => insight.logDelivery(NUL),
      )
    },
  ],
])
