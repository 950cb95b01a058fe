import { expect, it } from 'vitest'
import { engineNumbers } from '@/lib/derive/engine-numbers'

it.each([
  // Written by engine 1.13.1, and what it answered on the same row.
  ['{"hosted_equivalent":0.00015000000000000001}', '{"hosted_equivalent":0.00015}'],
  ['{"hosted_equivalent":0.000014999999999999999}', '{"hosted_equivalent":0.000015}'],
  ['{"hosted_equivalent":0.00011999999999999999}', '{"hosted_equivalent":0.00012}'],
  ['[-0.00015000000000000001]', '[-0.00015]'],
])('reads %s as an engine does', (text, told) => {
  expect(engineNumbers(text)).toBe(told)
})

it.each([
  '{"p95":816.0704999999999,"stddev":239.06373276806335}',
  '{"at":"2026-11-30T13:07:04.414905677Z","elapsed_secs":0.123456789}',
  '{"count":18446744073709551615,"whole":1.0}',
  '{"error":"it said 0.00015000000000000001, \\"0.00015000000000000001\\""}',
  '{}',
])('leaves %s as it is', (text) => {
  expect(engineNumbers(text)).toBe(text)
})

it('changes a number and not the same digits in a text beside it', () => {
  expect(engineNumbers('{"a\\"b":"0.00015000000000000001","c":0.00015000000000000001}')).toBe(
    '{"a\\"b":"0.00015000000000000001","c":0.00015}',
  )
})

it('reads a text of any length', () => {
  const long = 'x'.repeat(30_000_000)
  expect(engineNumbers(`{"a":"${long}","b":0.00015000000000000001}`)).toBe(`{"a":"${long}","b":0.00015}`)
})
