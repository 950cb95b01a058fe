import { describe, expect, it } from 'vitest'
import type { RunLogLine } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { ansiStretches, withoutAnsi } from '@/lib/derive/ansi'
import { appendPage, EMPTY_LOG, filterLines, lastSeq, levelCounts } from '@/lib/derive/log-lines'

const line = (
  seq: number | bigint | string,
  text: string,
  level = 'INFO',
  ts = '2026-11-29T17:55:02.494Z',
): RunLogLine => ({
  seq: String(seq) as Seq,
  ts,
  level,
  line: `${ts} ${level} faucet_cli::executor: ${text}`,
})
const page = (lines: RunLogLine[], truncated = false) => ({ lines, truncated })

describe('a log as it is read, page by page', () => {
  it('drops lines it holds already and keeps the order of their sequences', () => {
    const first = appendPage(EMPTY_LOG, page([line(0, 'a'), line(1, 'b')]), 2)
    const second = appendPage(first, page([line(1, 'b'), line(2, 'c')]), 2)
    expect(second.lines.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
    expect(lastSeq(second)).toBe('2')
    expect(lastSeq(EMPTY_LOG)).toBeNull()
  })

  it('knows sequences beyond the exact numbers', () => {
    const first = appendPage(EMPTY_LOG, page([line(7238556057600000005n, 'a')]), 10)
    const second = appendPage(first, page([line(7238556057600000004n, 'old'), line(7238556057600000006n, 'b')]), 10)
    expect(second.lines.map(({ seq }) => seq)).toEqual(['7238556057600000005', '7238556057600000006'])
    const third = appendPage(second, page([line('99', 'shorter is smaller')]), 10)
    expect(third.lines).toHaveLength(2)
  })

  it('takes a line apart, and leaves one of another shape whole', () => {
    const odd = { ...line(1, ''), line: 'panicked at somewhere' }
    const { lines } = appendPage(EMPTY_LOG, page([line(0, 'rows=3\nmore'), odd]), 10)
    expect(lines[0]).toMatchObject({ target: 'faucet_cli::executor', text: 'rows=3\nmore', level: 'INFO' })
    expect(lines[1]).toMatchObject({ target: '', text: 'panicked at somewhere' })
  })

  it('says whether more may follow, and that the run was cut', () => {
    expect(appendPage(EMPTY_LOG, page([line(0, 'a')]), 1).hasMore).toBe(true)
    const done = appendPage(EMPTY_LOG, page([line(0, 'a')], true), 10)
    expect(done).toMatchObject({ hasMore: false, isTruncated: true })
    expect(appendPage(done, page([]), 10).isTruncated).toBe(true)
  })

  it('marks where time runs backwards: another attempt', () => {
    const { lines } = appendPage(
      EMPTY_LOG,
      page([line(0, 'a', 'INFO', '2026-11-29T10:00:05.000Z'), line(1, 'b', 'INFO', '2026-11-29T10:00:01.000Z')]),
      10,
    )
    expect(lines.map(({ isRestart }) => isRestart)).toEqual([false, true])
  })

  it('stops at its cap and says so', () => {
    const many = Array.from({ length: 100_001 }, (_, seq) => line(seq, 'x'))
    const buffer = appendPage(EMPTY_LOG, page(many), 100_001)
    expect(buffer).toMatchObject({ isCapped: true, hasMore: false })
    expect(buffer.lines).toHaveLength(100_000)
  })

  it('filters by level and above, never hiding a level it does not know', () => {
    const { lines } = appendPage(
      EMPTY_LOG,
      page([line(0, 'a'), line(1, 'b', 'WARN'), line(2, 'C', 'ERROR'), line(3, 'd', 'AUDIT')]),
      10,
    )
    expect(filterLines(lines, 'WARN', '').map(({ seq }) => seq)).toEqual(['1', '2', '3'])
    expect(filterLines(lines, null, 'c').map(({ seq }) => seq)).toContain('2')
    expect(levelCounts(lines)[0]).toEqual({ level: 'ERROR', count: 1 })
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
