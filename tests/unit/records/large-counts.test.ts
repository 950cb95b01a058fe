import { expect, it } from 'vitest'
import { parseJson, writeJson } from '@/lib/contract/json'
import { RunLogLine } from '@/lib/contract/records/logs'
import { Count } from '@/lib/contract/records/primitives'

it.each(['9007199254740991', '9007199254740992', '9007199254740994', '7238556057600000000', '18446744073709551615'])(
  'takes the counter %s, though a double may print it by chance as it was written',
  (digits) => {
    const value = parseJson(digits)
    expect(Count.parse(value)).toBe(value)
    expect(writeJson(value)).toBe(digits)
  },
)

it('reads a log line whose sequence is a round number of microseconds', () => {
  const line = parseJson('{"seq":7238556057600000000,"ts":"","level":"INFO","line":"x"}')
  expect(RunLogLine.parse(line).seq).toBe('7238556057600000000')
})
