import { describe, expect, it } from 'vitest'
import type { PlacedLine } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { ansiStretches, withoutAnsi } from '@/lib/derive/ansi'
import { jsonIn, lineParts } from '@/lib/derive/line-parts'
import { offsetOf, takeApart } from '@/lib/derive/log-lines'

const line = (seq: number, text: string, ts = '2026-11-29T17:55:02.494Z', more = {}): PlacedLine => ({
  seq: String(seq) as Seq,
  ts,
  level: 'INFO',
  line: `${ts} INFO faucet_cli::executor: ${text}`,
  place: seq + 1,
  ...more,
})

describe('the lines of a stretch', () => {
  it('are taken apart, and one of another shape is left whole', () => {
    const odd = { ...line(1, ''), line: 'panicked at somewhere' }
    const [first, second] = takeApart([line(0, 'rows=3\nmore', undefined, { attrs: { row: 'a' } }), odd], '')
    expect(first).toMatchObject({ text: 'faucet_cli::executor: rows=3\nmore', attrs: { row: 'a' }, missing: 0 })
    expect(second).toMatchObject({ text: 'panicked at somewhere', attrs: {} })
  })

  it('are marked where time runs backwards by more than writers are out of step, across stretches too', () => {
    const at = (ms: string) => `2026-11-29T10:00:0${ms}Z`
    const lines = takeApart([line(0, 'a', at('5.000')), line(1, 'b', at('4.500')), line(2, 'c', at('1.000'))], '')
    expect(lines.map(({ isRestart }) => isRestart)).toEqual([false, false, true])
    expect(takeApart([line(3, 'd', at('1.000'))], at('9.000'))[0]?.isRestart).toBe(true)
  })

  it('say how much of them is missing, in characters as the store counts them', () => {
    const [cut] = takeApart([{ ...line(0, ''), line: '🙂🙂', whole: 12 }], '')
    expect(cut?.missing).toBe(10)
  })
})

it.each([
  ['2026-11-29T10:00:01.250Z', '+1.250 s'],
  ['2026-11-29T10:02:05.000Z', '+2:05.000'],
  ['2026-11-30T12:00:01.000Z', '+26:00:01.000'],
  ['2026-11-29T09:59:59.500Z', '−0.500 s'],
  ['never', null],
])('%s is %s into a run of ten o’clock', (at, offset) => {
  expect(offsetOf(at, '2026-11-29T10:00:00Z')).toBe(offset)
})

describe('what is read of a line', () => {
  const parts = (text: string, places: number[] = []) =>
    lineParts(text, places).map(({ text: part, colour, isTarget, isHit }) =>
      [part, colour, isTarget && 'target', isHit && 'hit'].filter(Boolean).join('|'),
    )

  it('tells who wrote it from what it says', () => {
    expect(parts('app::run: done: all')).toEqual(['app::run: |target', 'done: all'])
    expect(parts('no one said this')).toEqual(['no one said this'])
  })

  it('keeps its colours where something is found in it, across them too', () => {
    expect(parts('a \u001b[31mred\u001b[0m b', [3, 6])).toEqual(['a ', 'r|red', 'ed|red|hit', ' |hit', 'b'])
  })

  it('loses no character, whatever the places', () => {
    const text = 'x: \u001b[1mbold\u001b[22m and plain'
    const read = withoutAnsi(text)
    for (const places of [[], [0, 1], [2, 9], [0, read.length], [1, 2, 4, 5, 8, 30]]) {
      expect(
        lineParts(text, places)
          .map((part) => part.text)
          .join(''),
      ).toBe(read)
    }
  })

  it('holds JSON only where it ends in it', () => {
    expect(jsonIn('app: {"a":{"b":1}}')).toBe('{"a":{"b":1}}')
    expect(jsonIn('app: {"a":1} and more')).toBeNull()
    expect(jsonIn('set {x} and {y}')).toBeNull()
  })
})

describe('terminal colours', () => {
  it('become data', () => {
    expect(ansiStretches('a \u001b[1;31mred\u001b[0m b')).toEqual([
      { at: 0, text: 'a ', colour: null, isBold: false },
      { at: 9, text: 'red', colour: 'red', isBold: true },
      { at: 16, text: ' b', colour: null, isBold: false },
    ])
    expect(ansiStretches('\u001b[38;5;196mx\u001b[39my')[0]).toMatchObject({ text: 'x', colour: 'red' })
    expect(ansiStretches('\u001b[38;2;0;0;255mx')[0]?.colour).toBe('blue')
    expect(ansiStretches('\u001b[48;5;21;32mx')[0]?.colour).toBe('green')
  })

  it('drop what is no colour, and are no obstacle to search', () => {
    expect(withoutAnsi('no\u001b[2J \u001b]0;title\u0007co\u001b[31mde\u001b[0ms')).toBe('no codes')
    expect(ansiStretches('plain <b>text</b>')).toEqual([
      { at: 0, text: 'plain <b>text</b>', colour: null, isBold: false },
    ])
  })
})
