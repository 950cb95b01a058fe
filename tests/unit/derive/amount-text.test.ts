import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBytes, readSpan, readWhole, spanText } from '@/lib/derive/amount-text'

describe('a whole number as people write it', () => {
  it.each([
    ['0', 0n],
    [' 42 ', 42n],
    ['1,000,000', 1_000_000n],
    ['1 000', 1_000n],
    ['12_000', 12_000n],
    ['18446744073709551615', 18_446_744_073_709_551_615n],
  ])('%j is %s', (text, value) => {
    expect(readWhole(text)).toBe(value)
  })

  it.each(['', '-1', '1.5', '1e3', '1,00', '10,0000', 'ten', '18446744073709551616', '0x10'])('%j is none', (text) => {
    expect(readWhole(text)).toBeNull()
  })
})

describe('a size', () => {
  it.each([
    ['512', 512n],
    ['500 MiB', 524_288_000n],
    ['2GB', 2_000_000_000n],
    ['1.5 kib', 1_536n],
    ['0.1 kB', 100n],
    ['1 b', 1n],
  ])('%j is %s bytes', (text, value) => {
    expect(readBytes(text)).toBe(value)
  })

  it.each(['', 'MiB', '1 ib', '5 XB', '1..2 GB', '1 GB more', '99999999999 TB'])('%j is none', (text) => {
    expect(readBytes(text)).toBeNull()
  })
})

describe('a length of time', () => {
  it.each([
    ['90', 90],
    ['90s', 90],
    ['30m', 1_800],
    ['2h', 7_200],
    ['1h 30m', 5_400],
    ['1d', 86_400],
    ['1w', 604_800],
    [' 2H ', 7_200],
  ])('%j is %s s', (text, value) => {
    expect(readSpan(text)).toBe(value)
  })

  it.each(['', 'm', '1.5h', '-1s', '1h30', '5 minutes', '1y'])('%j is none', (text) => {
    expect(readSpan(text)).toBeNull()
  })

  it('reads what it prints', () => {
    fc.assert(fc.property(fc.nat(10_000_000), (seconds) => readSpan(spanText(seconds)) === seconds))
    expect([spanText(0), spanText(90), spanText(5_400), spanText(90_061)]).toEqual([
      '0s',
      '1m 30s',
      '1h 30m',
      '1d 1h 1m 1s',
    ])
  })
})
