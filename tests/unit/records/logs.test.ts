import { describe, expect, it } from 'vitest'
import { parseJson, writeJson } from '@/lib/contract/json'
import { RunLogLine, TRUNCATED_SEQ } from '@/lib/contract/records/logs'
import { logRow, paddedSeq, readLogLine } from '@/lib/store/kit/log-rows'
import { aLine, seq } from '../../support/audit'

describe('a log line on the wire', () => {
  it('has its number as a number, to the last digit, and as text in here', () => {
    for (const digits of ['0', '9007199254740991', '7238556057600000005', TRUNCATED_SEQ]) {
      const wire = writeJson(RunLogLine.encode(aLine(digits)))
      expect(wire).toContain(`{"seq":${digits},"ts":`)
      expect(RunLogLine.decode(parseJson(wire) as never)).toEqual(aLine(digits))
    }
  })

  it('refuses a number that no column could hold', () => {
    expect(RunLogLine.safeEncode(aLine('18446744073709551616')).success).toBe(false)
    expect(RunLogLine.safeEncode({ ...aLine(1), seq: seq('-1') }).success).toBe(false)
    expect(RunLogLine.safeDecode({ ...aLine(1), seq: 1.5 } as never).success).toBe(false)
  })
})

describe('a log line as a row', () => {
  it('has exactly 20 digits', () => {
    expect(paddedSeq(seq(7))).toBe('00000000000000000007')
    expect(paddedSeq(TRUNCATED_SEQ)).toBe('18446744073709551615')
    expect(paddedSeq(seq('7238556057600000005'))).toBe('07238556057600000005')
  })

  it('comes back as it was, with and without attributes', () => {
    const plain = aLine(5)
    const rich = aLine('7238556057600000005', { attrs: { target: 'faucet_core', row: 'ünï "x"' } })
    for (const line of [plain, rich]) expect(readLogLine(logRow('r', line))).toEqual(line)
    expect(logRow('r', { ...plain, attrs: {} }).attrs).toBeNull()
  })

  it('is read leniently', () => {
    expect(readLogLine({ seq: 'x', ts: null, level: null, line: null })).toEqual({
      seq: '0',
      ts: '',
      level: '',
      line: '',
    })
    expect(readLogLine({ ...logRow('r', aLine(1)), attrs: '{"a":1,"b":"c"}' }).attrs).toEqual({ b: 'c' })
    for (const attrs of ['', '[]', '{', '"a"', '{}']) {
      expect(readLogLine({ ...logRow('r', aLine(1)), attrs })).not.toHaveProperty('attrs')
    }
  })
})
